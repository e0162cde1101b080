import type { FileSystem } from '../files/file-system';
import type { HttpAnswer, HttpQuestion } from './http-answer';
import type { Network } from './network';

/** The container of a server, as the server sees it. */
export interface ServerPlace {
  readonly hostname: string;
  readonly nowMs: number;
  /** Start of its container, as cluster time in ms. */
  readonly startedAtMs: number;
  /** The client as `ADDRESS:PORT`; empty where it is not known. */
  readonly client: string;
  /** The files of its container; undefined where they are not at hand. */
  readonly files?: FileSystem | undefined;
  /** Values that this run keeps. */
  readonly memory: Map<string, unknown>;
  /** Prints a line to the log of the container. */
  readonly log: (text: string) => void;
  /** The network that it reaches; undefined where there is none. */
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
  /** Answers gRPC's health protocol: the status of a service, undefined for one that it does not know. */
  readonly health?: (service: string, place: ServerPlace) => string | undefined;
  /** Its requests may change what another server of the container says of its health. */
  readonly changesHealth?: true;
  /** Times at which its answers change, since its start: they depend on that time alone, so probes can be predicted. */
  readonly changesAtMs?: readonly number[];
}

/** A place of which nothing is known but the time. */
export function placeAt(nowMs: number, startedAtMs: number): ServerPlace {
  return { hostname: '', nowMs, startedAtMs, client: '', memory: new Map(), log: () => undefined };
}
