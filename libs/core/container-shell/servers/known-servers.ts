import type { Container } from '@orrery/api-types';
import { isAgnhost, ownCommand } from '../main-process/own-command';
import { pathOf, textAnswer, type HttpAnswer, type HttpQuestion } from './http-answer';

/** Where a server runs. */
export interface ServerPlace {
  readonly hostname: string;
  readonly nowMs: number;
}

/** A server of which it is known what it answers. */
export interface KnownServer {
  readonly port: number;
  readonly answer: (question: HttpQuestion, place: ServerPlace) => HttpAnswer;
}

const DEFAULT_PORTS = { netexec: 8080, 'serve-hostname': 9376 };

/**
 * The server in a container whose arguments or image say which it is: `netexec` and `serve-hostname` of upstream's test
 * image, and the start pages of Apache and nginx. Undefined for others.
 */
export function knownServer(container: Container): KnownServer | undefined {
  if (!isAgnhost(container)) return startPage(container);
  const [, command, ...flags] = ownCommand(container);
  if (command === 'serve-hostname' && !flags.some((flag) => /^--?(tcp|udp|http=false)/.test(flag))) {
    return {
      port: portIn(flags, 'port') ?? DEFAULT_PORTS[command],
      answer: (_question, { hostname }) => textAnswer(hostname),
    };
  }
  if (command === 'netexec') {
    return { port: portIn(flags, 'http-port') ?? DEFAULT_PORTS[command], answer: netexec };
  }
  return undefined;
}

/**
 * Returns the one TCP port at which a container of upstream's test image listens; undefined for other images, whose
 * configuration is not known, and for commands that serve nothing that is known.
 */
export function onlyPort(container: Container): number | undefined {
  if (!isAgnhost(container)) return undefined;
  const [, command, ...flags] = ownCommand(container);
  if (command === 'test-webserver') return portIn(flags, 'port') ?? 80;
  return knownServer(container)?.port;
}

function portIn(flags: readonly string[], name: string): number | undefined {
  const at = flags.findIndex((flag) => flag.replace(/^--?/, '').split('=')[0] === name);
  if (at < 0) return undefined;
  const text = flags[at]!.includes('=') ? flags[at]!.split('=')[1]! : (flags[at + 1] ?? '');
  return /^\d{1,5}$/.test(text) ? Number(text) : undefined;
}

/** What would make it run programs, end or call others. */
const NOT_SIMULATED: ReadonlySet<string> = new Set([
  '/clientip',
  '/dial',
  '/exit',
  '/redirect',
  '/shell',
  '/shutdown',
  '/upload',
]);

function netexec({ target }: HttpQuestion, { hostname, nowMs }: ServerPlace): HttpAnswer {
  const path = pathOf(target);
  const query = new URLSearchParams(target.slice(path.length + 1));
  switch (path) {
    case '/echo': {
      const code = query.get('code') ?? '';
      if (code !== '' && !/^[1-9]\d\d$/.test(code)) {
        return textAnswer(`argument 'code' must be an integer or empty, got ${JSON.stringify(code)}\n`);
      }
      return textAnswer(query.get('msg') ?? '', code === '' ? 200 : Number(code));
    }
    case '/healthz':
      return textAnswer('');
    case '/hostname':
    case '/hostName':
      return textAnswer(hostname);
    default:
      return NOT_SIMULATED.has(path)
        ? textAnswer(`${path} is not simulated\n`, 501)
        : textAnswer(`NOW: ${new Date(nowMs).toISOString()}`);
  }
}

const PAGES: Readonly<Record<string, string>> = {
  httpd: '<html><body><h1>It works!</h1></body></html>\n',
  nginx:
    '<!DOCTYPE html>\n<html>\n<head>\n<title>Welcome to nginx!</title>\n</head>\n<body>\n<h1>Welcome to nginx!</h1>\n</body>\n</html>\n',
};

/** The page that an image shows which nothing was added to. */
function startPage({ image = '', command, args }: Container): KnownServer | undefined {
  const name = /(?:^|\/)(httpd|nginx)(?:[:@]|$)/.exec(image)?.[1];
  if (name === undefined || command || args) return undefined;
  const notFound = textAnswer('<html><body><h1>404 Not Found</h1></body></html>\n', 404, 'text/html');
  return {
    port: 80,
    answer: ({ target }) =>
      ['/', '/index.html'].includes(pathOf(target)) ? textAnswer(PAGES[name]!, 200, 'text/html') : notFound,
  };
}
