import type { BundleName, ClockWord } from '../cluster/cluster-options';

/** Options of a server's start. Absent ones have the defaults of `npm start -- --help`, but for the port and the data folder. */
export interface ServerOptions {
  /** A free one if absent. */
  readonly port?: number;
  /** Folder that keeps the state between runs; without it nothing is kept. */
  readonly dataDir?: string;
  /** Nodes of the cluster at the root of the server; none if absent, for tests make clusters of their own. */
  readonly nodes?: number;
  readonly zones?: number;
  readonly seed?: string;
  readonly clock?: ClockWord;
  readonly bundle?: BundleName;
  readonly tls?: boolean;
  readonly logLevel?: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Further options of the command line, such as `['--authorization-mode', 'RBAC']`. */
  readonly args?: readonly string[];
}

/** The command line that these options come to. */
export function argumentsOf(options: ServerOptions): string[] {
  const { port = 0, dataDir, nodes = 0, zones, seed, clock, bundle, tls, logLevel, args = [] } = options;
  const texts = { port, nodes, zones, seed, clock, bundle, 'log-level': logLevel, 'data-dir': dataDir };
  const given = Object.entries(texts).filter(([, value]) => value !== undefined);
  return [
    ...given.flatMap(([name, value]) => [`--${name}`, String(value)]),
    ...(dataDir === undefined ? ['--ephemeral'] : []),
    ...(tls ? ['--tls'] : []),
    ...args,
  ];
}
