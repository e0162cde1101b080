import type { Node, Pod } from '@orrery/api-types';
import {
  RuleScope,
  type CycleState,
  type NodeInfo,
  type PluginHandle,
  type PodInfo,
  type ScorePlugin,
} from '@orrery/scheduling';

const ANNOTATION = 'scheduler.alpha.kubernetes.io/preferAvoidPods';
const HEEDED_KINDS: ReadonlySet<string> = new Set(['ReplicationController', 'ReplicaSet']);

interface Owner {
  readonly kind: string;
  readonly uid: string;
}

/** Nodes may ask, by annotation, that pods of certain controllers go elsewhere. */
export class NodePreferAvoidPods implements ScorePlugin {
  readonly name = 'NodePreferAvoidPods';
  /** Scope of the score: the pod's owner is not part of its shape. */
  readonly scoreScope = RuleScope.Cluster;
  private readonly scale: number;
  private readonly avoided = new WeakMap<Node, readonly Owner[]>();

  constructor({ behaviour }: PluginHandle) {
    this.scale = behaviour.score.scale;
  }

  score(_state: CycleState, { pod }: PodInfo, { node }: NodeInfo): number {
    if (!node?.metadata.annotations?.[ANNOTATION]) return this.scale;
    const owner = controllerOf(pod);
    if (!owner) return this.scale;
    return this.avoidedBy(node).some(({ kind, uid }) => kind === owner.kind && uid === owner.uid) ? 0 : this.scale;
  }

  private avoidedBy(node: Node): readonly Owner[] {
    let owners = this.avoided.get(node);
    if (!owners) this.avoided.set(node, (owners = parseAnnotation(node.metadata.annotations?.[ANNOTATION] ?? '')));
    return owners;
  }
}

function controllerOf({ metadata }: Pod): Owner | undefined {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  return owner && HEEDED_KINDS.has(owner.kind) ? { kind: owner.kind, uid: owner.uid } : undefined;
}

/** An invalid annotation avoids no pod. */
function parseAnnotation(text: string): readonly Owner[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return [];
  }
  const entries = fieldOf(parsed, 'preferAvoidPods');
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) => {
    const controller = fieldOf(fieldOf(entry, 'podSignature'), 'podController');
    const kind = fieldOf(controller, 'kind');
    const uid = fieldOf(controller, 'uid');
    return typeof kind === 'string' && typeof uid === 'string' ? [{ kind, uid }] : [];
  });
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field)
    ? (value as Record<string, unknown>)[field]
    : undefined;
}
