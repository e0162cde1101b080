import type { IncomingMessage } from 'node:http';
import type { ImpersonationRequest } from '@orrery/access';

const EXTRA = 'impersonate-extra-';

/** Returns the impersonation that the headers of a request ask for. */
export function impersonationRequestOf({
  headersDistinct,
}: Pick<IncomingMessage, 'headersDistinct'>): ImpersonationRequest {
  const extra: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const [header, values] of Object.entries(headersDistinct)) {
    if (header.startsWith(EXTRA) && values) extra[decode(header.slice(EXTRA.length))] = values;
  }
  const first = (name: string): string => headersDistinct[name]?.[0] ?? '';
  return {
    name: first('impersonate-user'),
    uid: first('impersonate-uid'),
    groups: headersDistinct['impersonate-group'] ?? [],
    extra,
  };
}

/** Keys may have letters that headers may not. */
function decode(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
