import { fileServer, GO_FILE_SERVER } from '../servers/file-server';
import { isTls, portIn, textIn, valuesOf, type Flags } from '../servers/flags';
import { textAnswer } from '../servers/http-answer';
import type { KnownServer } from '../servers/server-place';
import { admissionWebhook } from './admission-webhook';
import { conversionWebhook } from './conversion-webhook';
import { grpcHealthChecking } from './grpc-health';
import { guestbook } from './guestbook';
import { netexec, netexecReply } from './netexec';
import { ALIVE_MS, liveness, nettest, porter } from './small-servers';

/** Environment variables of a container. */
export type Variables = readonly { readonly name: string; readonly value?: string }[];

/** Servers of each command of upstream's test image, by its flags and variables. */
const AGNHOST: Readonly<Record<string, (flags: Flags, variables: Variables) => KnownServer[]>> = {
  'serve-hostname': (flags) =>
    flags.some((flag) => /^--?(tcp|udp|http=false)/.test(flag))
      ? []
      : [{ port: portIn(flags, 'port') ?? 9376, answer: (_question, { hostname }) => textAnswer(hostname) }],
  netexec: (flags) => [
    { port: portIn(flags, 'http-port') ?? 8080, answer: netexec, ...(isTls(flags) && { isTls: true as const }) },
    { port: portIn(flags, 'udp-port') ?? 8081, protocol: 'UDP', reply: netexecReply },
  ],
  liveness: () => [{ port: 8080, answer: liveness, changesAtMs: [ALIVE_MS + 1] }],
  'test-webserver': (flags) => [
    { port: portIn(flags, 'port') ?? 80, answer: fileServer(GO_FILE_SERVER), showsFiles: true },
  ],
  nettest: (flags) => [{ port: portIn(flags, 'port') ?? 8080, answer: nettest }],
  porter: (_flags, variables) => porter(variables),
  'grpc-health-checking': (flags) =>
    grpcHealthChecking({
      port: portIn(flags, 'port') ?? 5000,
      httpPort: portIn(flags, 'http-port') ?? 8080,
      delayUnhealthySeconds: Number(textIn(flags, 'delay-unhealthy-sec') ?? -1),
      service: textIn(flags, 'service') ?? '',
    }),
  guestbook: (flags) => guestbook(flags),
  webhook: (flags) => [{ port: portIn(flags, 'port') ?? 443, isTls: true, answer: admissionWebhook(valuesOf(flags)) }],
  'crd-conversion-webhook': (flags) => [{ port: portIn(flags, 'port') ?? 443, isTls: true, answer: conversionWebhook }],
};

/** The servers of a command of upstream's test image; none for a command without any that is known. */
export function agnhostServers(command: string, flags: Flags, variables: Variables): readonly KnownServer[] {
  return Object.hasOwn(AGNHOST, command) ? AGNHOST[command]!(flags, variables) : [];
}
