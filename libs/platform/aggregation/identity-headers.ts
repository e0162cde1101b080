import type { OutgoingHttpHeaders } from 'node:http';
import type { User } from '@orrery/access';
import { RequestHeader } from '@orrery/workloads';

const PREFIX = 'x-remote-';

/** Returns true for a header that identifies the user: clients may not set it themselves. */
export function isIdentityHeader(name: string): boolean {
  return name.startsWith(PREFIX) || name.startsWith('impersonate-') || name === 'authorization';
}

/** Returns the headers that identify the user (`transport.NewAuthProxyRoundTripper` upstream). */
export function identityHeaders({ name, groups, extra = {} }: User): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {
    [RequestHeader.User]: inHeader(name),
    [RequestHeader.Group]: groups.map(inHeader),
  };
  for (const [key, values] of Object.entries(extra)) {
    headers[RequestHeader.ExtraPrefix + encodeURIComponent(key)] = values.map(inHeader);
  }
  return headers;
}

/** Headers hold bytes: names beyond ASCII go as their UTF-8, as Go sends them. */
function inHeader(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
