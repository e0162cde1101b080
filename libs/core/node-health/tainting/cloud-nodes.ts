import type { Node } from '@orrery/api-types';
import { formatTime, parseTimeMs } from '@orrery/time';
import { UNINITIALIZED_TAINT, type CloudSettings } from '../settings/cloud-settings';
import { applyTaintChange, findCondition, hasTaint } from './taints';

/** Period of the loop that queries the cloud about nodes that are not ready. */
export const CLOUD_LIFECYCLE_PERIOD_MS = 5_000;
/** State of a node's machine in the cloud: `running` (also when the annotation is absent), `stopped` or `terminated`. */
export const INSTANCE_ANNOTATION = 'orrery.dev/instance';
const SHUTDOWN = { key: 'node.cloudprovider.kubernetes.io/shutdown', effect: 'NoSchedule' } as const;
const INSTANCE_TYPES = ['node.kubernetes.io/instance-type', 'beta.kubernetes.io/instance-type'];
const DEFAULT_INSTANCE_TYPE = 'simulated';

/** Returns the time at which the cloud controller initializes a node, in ms; undefined for one that needs no initialization. */
export function initializationDueMs(node: Node, { initializeAfterMs }: CloudSettings): number | undefined {
  if (!hasTaint(node, UNINITIALIZED_TAINT.key, UNINITIALIZED_TAINT.effect)) return undefined;
  return (parseTimeMs(node.metadata.creationTimestamp) ?? 0) + initializeAfterMs;
}

/** The node with what only the cloud knows, and without the taint that waits for it. */
export function initializedNode(node: Node): Node {
  const { metadata, spec } = node;
  const taints = applyTaintChange(spec.taints, { add: [], remove: [UNINITIALIZED_TAINT] });
  const types = Object.fromEntries(INSTANCE_TYPES.map((label) => [label, DEFAULT_INSTANCE_TYPE]));
  const { taints: _old, ...rest } = spec;
  return {
    ...node,
    metadata: { ...metadata, labels: { ...types, ...metadata.labels } },
    spec: { providerID: `orrery://${metadata.name}`, ...rest, ...(taints.length > 0 ? { taints } : {}) },
  };
}

/** Decision of the cloud's lifecycle loop about a node; `none` is by far the most frequent. */
export type CloudVerdict = 'none' | 'delete' | 'addShutdownTaint' | 'removeShutdownTaint';

/** Ready nodes only lose their taint; the cloud is queried about the others (spec nodes A12). */
export function cloudVerdict(node: Node): CloudVerdict {
  const isTainted = hasTaint(node, SHUTDOWN.key, SHUTDOWN.effect);
  const ready = findCondition(node, 'Ready')?.status;
  if (ready === 'True') return isTainted ? 'removeShutdownTaint' : 'none';
  const instance = node.metadata.annotations?.[INSTANCE_ANNOTATION];
  if (instance === 'terminated') return 'delete';
  return instance === 'stopped' && !isTainted ? 'addShutdownTaint' : 'none';
}

/** The node with or without the taint of a machine that is shut down. */
export function withShutdownTaint(node: Node, isShutDown: boolean, nowMs: number): Node {
  const change = isShutDown
    ? { add: [{ ...SHUTDOWN, timeAdded: formatTime(nowMs) }], remove: [] }
    : { add: [], remove: [SHUTDOWN] };
  return { ...node, spec: { ...node.spec, taints: applyTaintChange(node.spec.taints, change) } };
}

/** Returns true if the lifecycle loop has to check a node. */
export function concernsCloud(node: Node): boolean {
  return findCondition(node, 'Ready')?.status !== 'True' || hasTaint(node, SHUTDOWN.key, SHUTDOWN.effect);
}
