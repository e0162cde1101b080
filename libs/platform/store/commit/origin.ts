/** Author and reason of a change, as the log keeps them. */
export interface Origin {
  /** The name of a user, or of a component of the control plane: `scheduler`. */
  readonly writer: string;
  /** The program of a user (its field manager), or the part of a component: `garbage-collector`. */
  readonly client?: string | undefined;
  /** The reason why, in words, where the writer knows. */
  readonly reason?: string | undefined;
}

/** Origin of a write with an unknown writer. */
const UNKNOWN: Origin = { writer: '' };

/** The origins of a batch, each once, and which one each write has. */
export interface OriginLists {
  readonly writers: readonly string[];
  readonly clients: readonly string[];
  readonly reasons: readonly string[];
  /** Place of the origin of each write, from 1. */
  readonly places: readonly number[];
}

/** Lists the origins of writes: most writes of a batch share one. */
export function originLists(origins: readonly (Origin | undefined)[]): OriginLists {
  const known = new Map<string, number>();
  const writers: string[] = [];
  const clients: string[] = [];
  const reasons: string[] = [];
  let last: Origin | undefined;
  let place = 0;
  const places = origins.map((origin = UNKNOWN) => {
    if (origin === last) return place;
    last = origin;
    const { writer, client = '', reason = '' } = origin;
    const key = `${writer}\u0000${client}\u0000${reason}`;
    const found = known.get(key);
    if (found !== undefined) return (place = found);
    place = writers.push(storable(writer));
    clients.push(storable(client));
    reasons.push(storable(reason));
    known.set(key, place);
    return place;
  });
  return { writers, clients, reasons, places };
}

/** Characters of a text that are kept; names of users and programs can be of any length. */
const KEPT_CHARACTERS = 500;

/** A client names itself as it likes, and must not fail a batch by it: Postgres takes no NUL. */
function storable(text: string): string {
  return text.slice(0, KEPT_CHARACTERS).replaceAll('\u0000', '');
}
