import type { Network } from '../servers/network';
import {
  NoAnswer,
  pathOf,
  queryOf,
  redirectAnswer,
  textAnswer,
  type HttpAnswer,
  type HttpQuestion,
} from '../servers/http-answer';
import type { ServerPlace } from '../servers/server-place';

/** Paths that would make it run programs or end. */
const NOT_SIMULATED: ReadonlySet<string> = new Set(['/exit', '/shell', '/shutdown', '/upload']);
/** Dials no more often than so for one request. */
const MAX_TRIES = 1000;

/** The server of `netexec` (`test/images/agnhost/netexec` upstream); it prints each request. */
export function netexec(question: HttpQuestion, place: ServerPlace): HttpAnswer {
  const { target } = question;
  const { hostname, nowMs, client, log } = place;
  const path = pathOf(target);
  const query = queryOf(target);
  const given = (name: string): string => query.get(name) ?? '';
  switch (path) {
    case '/echo':
      log(`GET /echo?msg=${given('msg')}&code=${given('code')}`);
      return echo(given('msg'), given('code'));
    case '/healthz':
      log('GET /healthz');
      return textAnswer('');
    case '/hostname':
    case '/hostName':
      log(`GET ${path}`);
      return textAnswer(hostname);
    case '/clientip':
      log('GET /clientip');
      return textAnswer(client);
    case '/redirect': {
      log(`${question.method} /redirect?msg=${given('location')}&code=${given('code')}`);
      const code = given('code') === '' ? 302 : Number(given('code'));
      return { ...redirectAnswer(given('location')), status: Number.isInteger(code) ? code : 302 };
    }
    case '/dial':
      return dial(query, place);
    default:
      if (NOT_SIMULATED.has(path)) return textAnswer(`${path} is not simulated\n`, 501);
      log('GET /');
      return textAnswer(`NOW: ${new Date(nowMs).toISOString()}`);
  }
}

function echo(text: string, code: string): HttpAnswer {
  if (code !== '' && !/^[1-9]\d\d$/.test(code)) {
    return textAnswer(`argument 'code' must be an integer or empty, got ${JSON.stringify(code)}\n`);
  }
  return textAnswer(text, code === '' ? 200 : Number(code));
}

/** Sends the given number of requests to another server, and returns the answers. */
function dial(query: URLSearchParams, { network, log }: ServerPlace): HttpAnswer {
  const given = (name: string): string => query.get(name) ?? '';
  const [host, port, request] = [given('host'), given('port'), given('request')];
  const protocol = given('protocol').toLowerCase() || 'http';
  const tries = given('tries') === '' ? 1 : Number(given('tries'));
  log(`GET /dial?host=${host}&protocol=${protocol}&port=${port}&request=${request}&tries=${given('tries')}`);
  if (!Number.isInteger(tries)) return textAnswer(`tries parameter is invalid. ${given('tries')}\n`, 400);
  if (request === '') return textAnswer('request parameter not specified. <nil>\n', 400);
  if (protocol !== 'http' && protocol !== 'udp') return textAnswer(`unsupported protocol. ${protocol}\n`, 400);
  const [responses, errors]: [string[], string[]] = [[], []];
  for (let count = 0; count < Math.min(tries, MAX_TRIES); count++) {
    const reached = network ? dialOnce(network, { protocol, host, port: Number(port), request }) : undefined;
    if (reached?.text !== undefined) responses.push(reached.text);
    else errors.push(reached?.error ?? 'no network');
  }
  const output = { ...(errors.length > 0 && { errors }), ...(responses.length > 0 && { responses }) };
  return textAnswer(JSON.stringify(output));
}

function dialOnce(
  network: Network,
  {
    protocol,
    host,
    port,
    request,
  }: { readonly protocol: string; readonly host: string; readonly port: number; readonly request: string },
): { readonly text?: string; readonly error?: string } {
  if (protocol === 'udp') {
    const reply = network.send({ host, port, protocol: 'UDP' }, request);
    const isReply = typeof reply === 'string' && reply !== NoAnswer.Refused && reply !== NoAnswer.UnknownHost;
    return isReply ? { text: reply } : { error: "reading from udp connection failed. err:'i/o timeout'" };
  }
  const answer = network.request({ method: 'GET', host, port, target: `/${request}` });
  if (typeof answer !== 'string') return { text: answer.body };
  const reason = answer === NoAnswer.Refused ? 'connect: connection refused' : 'no such host';
  return { error: `Get "http://${host}:${port}/${request}": dial tcp ${host}:${port}: ${reason}` };
}

/** The server of datagrams beside it. */
export function netexecReply(text: string, { hostname, client, log }: ServerPlace): string | undefined {
  const asked = text.trim().toLowerCase();
  if (asked === 'hostname') {
    log('Sending udp hostName response');
    return hostname;
  }
  if (asked === 'clientip') {
    log(`Sending clientip back to UDP client ${client}\n`);
    return client;
  }
  if (!asked.startsWith('echo ')) return undefined;
  log(`Echoing ${asked.slice(5)} to UDP client ${client}\n`);
  return asked.slice(5);
}
