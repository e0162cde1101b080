import type { Container } from '@orrery/api-types';
import { agnhostServers, type Variables } from '../e2e-images/agnhost-servers';
import { joinPath } from '../files/paths';
import { isAgnhost } from '../e2e-images/images';
import { ownCommand } from '../main-process/own-command';
import { fileServer, WEB_SERVERS, webServerLook } from './file-server';
import { valuesOf } from './flags';
import type { KnownServer } from './server-place';

/**
 * The servers in a container whose arguments or image say which they are: those of upstream's test image, and Apache and
 * nginx as they come. None for others.
 */
export function knownServers(container: Container): readonly KnownServer[] {
  if (!isAgnhost(container)) return webServer(container);
  const [, command = '', ...flags] = ownCommand(container);
  const { env = [] } = container as { readonly env?: Variables };
  return agnhostServers(command, flags, env);
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

/** Returns the path of a server's certificate in its container; undefined for one that it brings itself. */
export function certificatePath(container: Container): string | undefined {
  return valuesOf(ownCommand(container))['tls-cert-file'];
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
