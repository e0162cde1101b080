import { NoAnswer, type HttpAnswer } from '../servers/http-answer';
import { baseName } from '../files/paths';
import { encode, print, printError, Unknown, type ProcessStep } from '../process';
import { complain, filesOf, machineOf, pathOf, type Call, type Program } from './program';

const MAX_REDIRECTS = 50;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Request that a client was asked to make. */
interface Wanted {
  readonly method: string;
  readonly follows: boolean;
  readonly body?: string | undefined;
  /** The longest that an answer may take. */
  readonly maxMs: number;
}

/** Result of a request. */
type Outcome =
  { readonly answer: HttpAnswer; readonly url: URL } | { readonly problem: NoAnswer | 'late'; readonly url: URL };

/** Reads a URL as people type it; undefined for an invalid one, or another protocol. */
function urlOf(text: string): URL | undefined {
  try {
    const url = new URL(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
  } catch {
    return undefined;
  }
}

/** A name without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? DEFAULT_PORTS[protocol]! : Number(port);
}

/** Asks, and follows redirects where that is wanted. */
function* ask(call: Call, first: URL, { method, follows, body, maxMs }: Wanted): ProcessStep<Outcome> {
  const { request } = machineOf(call);
  if (!request) throw new Unknown('network');
  let url = first;
  for (let count = 0; ; count++) {
    const place = { host: hostOf(url), port: portOf(url), isTls: url.protocol === 'https:' };
    const answer = request({
      method,
      ...place,
      target: `${url.pathname}${url.search}`,
      ...(body !== undefined && { body }),
    });
    if (typeof answer === 'string') return { problem: answer, url };
    if (answer.afterMs > 0) yield { is: 'sleep', ms: Math.min(answer.afterMs, maxMs) };
    if (answer.afterMs > maxMs) return { problem: 'late', url };
    const location = Object.entries(answer.headers).find(([name]) => name.toLowerCase() === 'location')?.[1];
    const next = follows && count < MAX_REDIRECTS && REDIRECTS.has(answer.status) && location ? location : undefined;
    if (next === undefined) return { answer, url };
    url = new URL(next, url);
  }
}

interface Flags {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly rest: readonly string[];
}

/** Flags of one letter, which may stand together, and long ones; those in `withValue` have a value. */
function flagsIn(args: readonly string[], withValue: ReadonlySet<string>): Flags {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const rest: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    if (!arg.startsWith('-') || arg === '-') {
      rest.push(arg);
    } else if (arg.startsWith('--')) {
      const [name = '', ...value] = arg.slice(2).split('=');
      flags.add(name);
      if (withValue.has(name)) values.set(name, value.length > 0 ? value.join('=') : (args[++index] ?? ''));
    } else {
      for (let at = 1; at < arg.length; at++) {
        const flag = arg[at]!;
        flags.add(flag);
        if (!withValue.has(flag)) continue;
        values.set(flag, arg.slice(at + 1) || (args[++index] ?? ''));
        break;
      }
    }
  }
  return { flags, values, rest };
}

function secondsIn(text: string | undefined): number {
  const seconds = Number(text);
  return text === undefined || Number.isNaN(seconds) || seconds <= 0 ? Number.POSITIVE_INFINITY : seconds * 1000;
}

const WITH_VALUE_CURL = new Set([
  ...['X', 'request', 'o', 'output', 'w', 'write-out', 'm', 'max-time', 'connect-timeout'],
  ...['H', 'header', 'd', 'data', 'A', 'user-agent', 'retry', 'retry-delay', 'interface', 'cacert', 'u', 'user'],
]);

/** `curl`, with the flags that scripts use: `-s -S -f -L -i -I -o -w -X -m`. */
export const curl: Program = function* (call) {
  const { flags, values, rest } = flagsIn(call.args, WITH_VALUE_CURL);
  const has = (...names: string[]): boolean => names.some((name) => flags.has(name));
  const isHead = has('I', 'head');
  const sends = has('d', 'data') ? 'POST' : 'GET';
  const method = values.get('X') ?? values.get('request') ?? (isHead ? 'HEAD' : sends);
  const maxMs = secondsIn(values.get('m') ?? values.get('max-time'));
  const body = values.get('d') ?? values.get('data');
  if (rest.length === 0) return yield* complain(call, "try 'curl --help' or 'curl --manual' for more information", 2);
  let code = 0;
  for (const text of rest) {
    const url = urlOf(text);
    const outcome = url && (yield* ask(call, url, { method, follows: has('L', 'location'), body, maxMs }));
    const problem = curlProblem(text, outcome, { fails: has('f', 'fail'), maxMs });
    if (problem) {
      code = problem.code;
      if (!has('s', 'silent') || has('S', 'show-error')) yield* printError(`curl: (${code}) ${problem.text}\n`);
    } else if (outcome && 'answer' in outcome) {
      const { answer } = outcome;
      const head = has('i', 'include') || isHead ? headText(answer) : '';
      yield* put(call, values.get('o') ?? values.get('output'), head + (isHead ? '' : answer.body));
    }
    const status = outcome && 'answer' in outcome ? String(outcome.answer.status) : '000';
    const written = values.get('w') ?? values.get('write-out') ?? '';
    yield* print(written.replaceAll('%{http_code}', status).replaceAll('\\n', '\n'));
  }
  return code;
};

function curlProblem(
  text: string,
  outcome: Outcome | undefined,
  { fails, maxMs }: { readonly fails: boolean; readonly maxMs: number },
): { readonly code: number; readonly text: string } | undefined {
  if (!outcome) return { code: 3, text: `URL rejected: ${text}` };
  const { url } = outcome;
  const [host, port] = [hostOf(url), portOf(url)];
  if ('answer' in outcome) {
    const { status } = outcome.answer;
    return fails && status >= 400 ? { code: 22, text: `The requested URL returned error: ${status}` } : undefined;
  }
  switch (outcome.problem) {
    case NoAnswer.UnknownHost:
      return { code: 6, text: `Could not resolve host: ${host}` };
    case NoAnswer.Refused:
      return { code: 7, text: `Failed to connect to ${host} port ${port}: Connection refused` };
    case 'late':
      return { code: 28, text: `Operation timed out after ${maxMs} milliseconds with 0 bytes received` };
  }
}

function headText({ status, headers }: HttpAnswer): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`;
}

/** To a file, or to the output. */
function* put(call: Call, file: string | undefined, text: string): ProcessStep<void> {
  if (file === undefined || file === '-') yield* print(text);
  else filesOf(call).write(pathOf(call, file), encode(text));
}

const WITH_VALUE_WGET = new Set(['O', 'T', 't', 'timeout', 'header', 'U', 'post-data']);

/** `wget` of busybox: `-q -O -T --post-data`; it follows redirects. */
export const wget: Program = function* (call) {
  const { values, rest } = flagsIn(call.args, WITH_VALUE_WGET);
  const [text = ''] = rest;
  const url = urlOf(text);
  if (!url) return yield* complain(call, `bad address '${text}'`);
  const maxMs = secondsIn(values.get('T') ?? values.get('timeout'));
  const sent = values.get('post-data');
  const outcome = yield* ask(call, url, {
    method: sent === undefined ? 'GET' : 'POST',
    follows: true,
    body: sent,
    maxMs,
  });
  if ('problem' in outcome) {
    const host = hostOf(outcome.url);
    if (outcome.problem === NoAnswer.UnknownHost) return yield* complain(call, `bad address '${outcome.url.host}'`);
    if (outcome.problem === 'late') return yield* complain(call, 'download timed out');
    return yield* complain(call, `can't connect to remote host (${host}): Connection refused`);
  }
  const { status, body } = outcome.answer;
  if (status >= 400) return yield* complain(call, `server returned error: HTTP/1.1 ${status}`);
  const file = values.get('O') ?? (url.pathname.endsWith('/') ? 'index.html' : baseName(url.pathname));
  yield* put(call, file, body);
  return 0;
};
