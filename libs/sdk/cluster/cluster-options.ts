import { OrreryError } from '../client/errors';
import type { CreateClusterInput, NewClockInput } from '../graphql/operations.generated';

/** Clock as a word: `real`, `manual`, `auto`, or a rate such as `60x`; `auto:200x` limits the rate. */
export type ClockWord = 'real' | 'manual' | 'auto' | `auto:${number}x` | `${number}x`;

/** Release that a cluster behaves as: Kubernetes 1.34 (`modern`, the default), another one, or OpenShift 3.11 (`okd-legacy`). */
export type BundleName = 'okd-legacy' | 'k8s-1.20' | 'modern' | 'k8s-1.36';

/** Options of a new cluster. */
export interface ClusterOptions {
  /** Lower case letters, digits, `-` and `.`; one that no other cluster has if absent. */
  readonly name?: string;
  /** Simulated nodes; 3 if absent. */
  readonly nodes?: number;
  /** Zones that the nodes are spread over; 1 if absent. */
  readonly zones?: number;
  /** The same seed and the same inputs give the same placements; `orrery` if absent. */
  readonly seed?: string;
  /**
   * `manual` if absent: the time of the cluster passes only when it is advanced. `auto`: it jumps to the next event
   * while the cluster and its clients are idle.
   */
  readonly clock?: ClockWord;
  /** The time at which a cluster begins, in ISO 8601; the server's choice if absent. */
  readonly startAt?: string;
  /** Release that the cluster behaves as; `modern` if absent. */
  readonly bundle?: BundleName;
  /** True if all its inputs are recorded, to be saved and replayed; with a `manual` or `auto` clock. */
  readonly record?: boolean;
  /** Further settings, as `createCluster` takes them. */
  readonly settings?: NonNullable<CreateClusterInput['settings']>;
}

const NODES = 3;
const SEED = 'orrery';

/** Returns the input of `createCluster`. Throws {@link OrreryError} for a clock that does not exist. */
export function clusterInput(name: string, options: ClusterOptions): CreateClusterInput {
  const { nodes = NODES, zones = 1, seed = SEED, clock = 'manual', startAt, bundle, settings, record } = options;
  const chosen = { ...settings, ...(bundle === undefined ? {} : { bundle }) };
  return {
    name,
    nodes,
    zones,
    seed,
    clock: { ...clockInput(clock), ...(startAt === undefined ? {} : { startAt }) },
    ...(record === undefined ? {} : { record }),
    ...(Object.keys(chosen).length === 0 ? {} : { settings: chosen }),
  };
}

/** A clock in words as the server takes it. Throws {@link OrreryError}. */
export function clockInput(clock: string): NewClockInput {
  if (clock === 'real') return { mode: 'REALTIME' };
  if (clock === 'manual') return { mode: 'MANUAL' };
  if (clock === 'auto') return { mode: 'AUTO' };
  const [, isAuto, rate] = /^(auto:)?(\d+(?:\.\d+)?)x$/.exec(clock) ?? [];
  if (rate === undefined || Number(rate) <= 0) {
    const known = 'real, manual, auto or a rate such as 60x';
    throw new OrreryError(`the clock ${JSON.stringify(clock)} does not exist: give ${known}`);
  }
  return { mode: isAuto ? 'AUTO' : 'SCALED', rate: Number(rate) };
}
