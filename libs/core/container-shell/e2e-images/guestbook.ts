import { pathOf, queryOf, textAnswer, type HttpAnswer, type HttpQuestion } from '../servers/http-answer';
import type { KnownServer, ServerPlace } from '../servers/server-place';

/** Addresses of the two kinds of backends. */
const PRIMARY = { host: 'agnhost-primary', port: 6379 };
const REPLICA = { host: 'agnhost-replica', port: 6379 };

const UPDATED = JSON.stringify({ message: 'Updated' });

/** The servers of `guestbook` (`test/images/agnhost/guestbook` upstream): a frontend, and backends that keep values. */
export function guestbook(flags: readonly string[]): KnownServer[] {
  const valueOf = (name: string, usual: string): string => {
    const at = flags.findIndex((flag) => flag.replace(/^--?/, '').split('=')[0] === name);
    if (at < 0) return usual;
    return flags[at]!.includes('=') ? flags[at]!.split('=')[1]! : (flags[at + 1] ?? usual);
  };
  const port = Number(valueOf('http-port', '80'));
  const primary = valueOf('replicaof', valueOf('slaveof', ''));
  return [{ port, answer: (question, place) => answer(question, place, primary) }];
}

function answer({ target }: HttpQuestion, place: ServerPlace, primary: string): HttpAnswer {
  const query = queryOf(target);
  const key = query.get('key') ?? '';
  const own = (place.memory.get('values') ?? new Map()) as Map<string, string>;
  switch (pathOf(target)) {
    case '/set':
      own.set(key, query.get('value') ?? '');
      place.memory.set('values', own);
      return textAnswer(UPDATED);
    case '/get':
      if (primary === '' || own.has(key)) return textAnswer(JSON.stringify({ data: own.get(key) ?? '' }));
      // A replica is sent what its primary gets; here it asks for it.
      return textAnswer(
        asked(place, { host: primary, port: PRIMARY.port }, `/get?key=${encodeURIComponent(key)}`) ??
          JSON.stringify({ data: '' }),
      );
    case '/guestbook':
      return front(query, place);
    default:
      return textAnswer('404 page not found\n', 404);
  }
}

function front(query: URLSearchParams, place: ServerPlace): HttpAnswer {
  const [key, value] = [query.get('key') ?? '', query.get('value') ?? ''].map(encodeURIComponent);
  const isSet = query.get('cmd') === 'set';
  const answered = isSet
    ? asked(place, PRIMARY, `/set?key=${key}&value=${value}`)
    : asked(place, REPLICA, `/get?key=${key}`);
  return answered === undefined ? textAnswer('no backend', 417) : textAnswer(answered);
}

function asked(
  { network }: ServerPlace,
  at: { readonly host: string; readonly port: number },
  target: string,
): string | undefined {
  const reached = network?.request({ method: 'GET', ...at, target });
  return reached === undefined || typeof reached === 'string' ? undefined : reached.body;
}
