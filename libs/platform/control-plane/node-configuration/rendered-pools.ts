import type { KubeObject, Node } from '@orrery/api-types';
import type { RollingPool } from '@orrery/node-pressure';
import { parseTimeMs, randomFor } from '@orrery/time';

/** Annotations that the roll-out of configurations sets on nodes. */
export const RolloutAnnotation = {
  Current: 'machineconfiguration.openshift.io/currentConfig',
  Desired: 'machineconfiguration.openshift.io/desiredConfig',
  State: 'machineconfiguration.openshift.io/state',
  /** The configuration that the kubelet started with, as JSON. */
  Configuration: 'orrery.dev/pool-configuration',
  /** End of the machine's reboot. */
  RebootUntil: 'orrery.dev/reboot-until',
  /** Annotation of a node that was cordoned before, and stays so. */
  WasCordoned: 'orrery.dev/was-cordoned',
} as const;

/** MachineConfigPool with its nodes and their desired configuration. */
export interface RenderedPool extends RollingPool {
  readonly name: string;
  readonly nodes: readonly Node[];
  /** The configuration as JSON. */
  readonly document: string;
  /** Returns whether a node without a configuration came after this one was made. */
  readonly isNew: (node: Node) => boolean;
}

/** Renders what is wanted of a pool. */
export function renderPool(
  pool: KubeObject,
  {
    configurations,
    configs,
    nodes,
  }: { configurations: object; configs: readonly KubeObject[]; nodes: readonly Node[] },
): RenderedPool {
  const document = JSON.stringify(configurations);
  const spec = (pool['spec'] ?? {}) as { maxUnavailable?: number | string; paused?: boolean };
  const made = Math.max(...[pool, ...configs].map(({ metadata }) => parseTimeMs(metadata.creationTimestamp) ?? 0));
  return {
    name: pool.metadata.name,
    desired: renderedName(pool.metadata.name, document),
    document,
    nodes,
    maxUnavailable: spec.maxUnavailable,
    isPaused: spec.paused ?? false,
    isNew: ({ metadata }) =>
      metadata.annotations?.[RolloutAnnotation.Current] === undefined &&
      (parseTimeMs(metadata.creationTimestamp) ?? 0) >= made,
  };
}

/** Like a rendered MachineConfig: the pool, and a number made from the content. */
function renderedName(pool: string, document: string): string {
  const random = randomFor('rendered', document);
  const hash = Array.from({ length: 4 }, () => random.uint32().toString(16).padStart(8, '0')).join('');
  return `rendered-${pool}-${hash}`;
}

/** Progress of a node's roll-out. */
export interface MachineState {
  readonly current: string;
  readonly isWorking: boolean;
  readonly rebootEndsAtMs: number | undefined;
}

/** Reads how far a node is; one that never got a configuration runs with an empty one. */
export function machineStateOf({ metadata }: Node, pool: Pick<RenderedPool, 'name'>): MachineState {
  const { annotations = {} } = metadata;
  return {
    current: annotations[RolloutAnnotation.Current] ?? renderedName(pool.name, '{}'),
    isWorking: annotations[RolloutAnnotation.State] === 'Working',
    rebootEndsAtMs: parseTimeMs(annotations[RolloutAnnotation.RebootUntil]),
  };
}

/** Returns whether something is being done to a node. */
export function isRollingOut({ metadata }: Node): boolean {
  return metadata.annotations?.[RolloutAnnotation.State] === 'Working';
}
