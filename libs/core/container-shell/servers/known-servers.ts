import type { Container } from '@orrery/api-types';
import { joinPath } from '../files/paths';
import { isAgnhost, ownCommand } from '../main-process/own-command';
import { admissionWebhook } from './admission-webhook';
import { conversionWebhook } from './conversion-webhook';
import { fileServer, GO_FILE_SERVER, WEB_SERVERS, webServerLook } from './file-server';
import { grpcHealthChecking } from './grpc-health';
import { guestbook } from './guestbook';
import { textAnswer } from './http-answer';
import { netexec, netexecReply } from './netexec';
import type { KnownServer } from './server-place';
import { ALIVE_MS, liveness, nettest, porter } from './small-servers';

type Flags = readonly string[];
type Variables = readonly { readonly name: string; readonly value?: string }[];

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

/**
 * The servers in a container whose arguments or image say which they are: those of upstream's test image, and Apache and
 * nginx as they come. None for others.
 */
export function knownServers(container: Container): readonly KnownServer[] {
  if (!isAgnhost(container)) return webServer(container);
  const [, command = '', ...flags] = ownCommand(container);
  const { env = [] } = container as { readonly env?: Variables };
  return Object.hasOwn(AGNHOST, command) ? AGNHOST[command]!(flags, env) : [];
}

/** The server at a port. */
export function serverAt(container: Container, port: number, protocol: 'TCP' | 'UDP' = 'TCP'): KnownServer | undefined {
  return knownServers(container).find((each) => each.port === port && (each.protocol ?? 'TCP') === protocol);
}

/**
 * Returns the TCP ports at which a container of upstream's test image listens; undefined for other images, whose configuration is
 * not known, and for commands that serve nothing that is known.
 */
export function listeningPorts(container: Container): readonly number[] | undefined {
  if (!isAgnhost(container)) return undefined;
  const ports = knownServers(container).flatMap(({ port, protocol = 'TCP' }) => (protocol === 'TCP' ? [port] : []));
  return ports.length > 0 ? ports : undefined;
}

function isTls(flags: Flags): boolean {
  return flags.some((flag) => /^--?tls-cert-file/.test(flag));
}

/** The values of flags by name, for those that are written with `=`. */
function valuesOf(flags: Flags): Readonly<Record<string, string>> {
  return Object.fromEntries(
    flags.map((flag) => {
      const [name = '', ...value] = flag.replace(/^--?/, '').split('=');
      return [name, value.join('=')];
    }),
  );
}

/** Returns the path of a server's certificate in its container; undefined for one that it brings itself. */
export function certificatePath(container: Container): string | undefined {
  return valuesOf(ownCommand(container))['tls-cert-file'];
}

function portIn(flags: Flags, name: string): number | undefined {
  const text = textIn(flags, name) ?? '';
  return /^\d{1,5}$/.test(text) ? Number(text) : undefined;
}

function textIn(flags: Flags, name: string): string | undefined {
  const at = flags.findIndex((flag) => flag.replace(/^--?/, '').split('=')[0] === name);
  if (at < 0) return undefined;
  return flags[at]!.includes('=') ? flags[at]!.slice(flags[at]!.indexOf('=') + 1) : (flags[at + 1] ?? '');
}

const WEB_SERVER = /(?:^|\/)(httpd|nginx|nautilus|kitten)(?:[:@]|$)/;

/** A web server that runs as its image has it. */
function webServer({ image = '', command, args }: Container): KnownServer[] {
  const name = WEB_SERVER.exec(image)?.[1];
  if (name === undefined || command || args) return [];
  return [{ port: 80, answer: fileServer(webServerLook(WEB_SERVERS[name]!.root)), showsFiles: true }];
}

/** The files of an image that its server shows, by path. */
export function imageFiles({ image = '' }: Container): ReadonlyMap<string, string> {
  const known = WEB_SERVERS[WEB_SERVER.exec(image)?.[1] ?? ''];
  return new Map(Object.entries(known?.files ?? {}).map(([name, text]) => [joinPath(known!.root, name), text]));
}
