import { availableParallelism } from 'node:os';

/** Node starts this many helper threads on every machine, however few processors it has. */
const HELPERS_BY_DEFAULT = 4;

/**
 * Flags of Node for a server with all components in one process. Written objects stay for a second or so in many
 * places, so the young generation is larger than Node's, from the start, and the old one grows in smaller steps to make
 * up for it. The helper threads for compilation and garbage collection leave a processor to the thread that they help,
 * and have a fifth less to do when less is inlined: a job of seconds ends before more would pay.
 */
export const NODE_FLAGS: readonly string[] = [
  '--disable-warning=ExperimentalWarning',
  '--heap-growing-percent=60',
  '--min-semi-space-size=16',
  '--max-semi-space-size=32',
  '--max-inlined-bytecode-size-cumulative=400',
  `--v8-pool-size=${Math.min(HELPERS_BY_DEFAULT, Math.max(1, availableParallelism() - 1))}`,
];
