import type { FileSystem } from '../files/file-system';
import type { HttpAnswer, HttpQuestion } from './http-answer';
import type { Network } from './network';

/** Where a server runs, and what it has there. */
export interface ServerPlace {
  readonly hostname: string;
  readonly nowMs: number;
  /** When its container started. */
  readonly startedAtMs: number;
  /** Who asks, as `ADDRESS:PORT`; empty where that is not known. */
  readonly client: string;
  /** The files of its container; undefined where they are not at hand. */
  readonly files?: FileSystem | undefined;
  /** What this run of it remembers. */
  readonly memory: Map<string, unknown>;
  /** Prints a line to the log of the container. */
  readonly log: (text: string) => void;
  /** What it reaches itself; undefined where nothing is. */
  readonly network?: Network | undefined;
}

/** A port of a server of which it is known what it answers. */
export interface KnownServer {
  readonly port: number;
  /** TCP if it is left out. */
  readonly protocol?: 'TCP' | 'UDP';
  readonly isTls?: true;
  /** It shows files of its container. */
  readonly showsFiles?: true;
  /** Answers a request of HTTP. */
  readonly answer?: (question: HttpQuestion, place: ServerPlace) => HttpAnswer;
  /** Answers a datagram; undefined where it sends nothing back. */
  readonly reply?: (text: string, place: ServerPlace) => string | undefined;
  /** All that it answers follows from the time since its start, and changes at these: so probes can be foretold. */
  readonly changesAtMs?: readonly number[];
}

/** A place of which nothing is known but the time. */
export function placeAt(nowMs: number, startedAtMs: number): ServerPlace {
  return { hostname: '', nowMs, startedAtMs, client: '', memory: new Map(), log: () => undefined };
}
