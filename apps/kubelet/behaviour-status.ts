import type { KubeObject, Node, Pod } from '@orrery/api-types';
import {
  NODE_BEHAVIOURS,
  POD_BEHAVIOURS,
  type ComponentContext,
  type Modification,
  type IdentityPort,
  type ObjectsPort,
  type ClockPort,
  type LogPort,
} from '@orrery/control-plane';
import type { NodeBehaviours, PodBehaviours } from '@orrery/pod-lifecycle';
import { Operation, type Change } from '@orrery/store';
import { StatusRounds } from './status-rounds';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & LogPort;

/** The kind of the subjects of behaviours, and the count of their behaviours. */
interface Counted {
  readonly resource: 'pods' | 'nodes';
  readonly behaviours: string;
  readonly field: 'matchedPods' | 'matchedNodes';
  readonly isEmpty: () => boolean;
  readonly nameFor: (object: KubeObject) => string | undefined;
  /** Names of behaviours by the uids of their subjects. */
  readonly known: Map<string, string>;
  readonly counts: Map<string, number>;
}

/** Writes the number of matching objects to the status of PodBehaviors and NodeBehaviors. One shard of a cluster does it for all. */
export class BehaviourStatus {
  private readonly counted: readonly Counted[];
  private readonly rounds: StatusRounds;

  constructor(
    private readonly context: ComponentContext<Ports>,
    { pods, nodes }: { readonly pods: PodBehaviours; readonly nodes: NodeBehaviours },
  ) {
    this.rounds = new StatusRounds(context, 'behaviours', () =>
      this.counted.flatMap((counted) => this.updates(counted)),
    );
    const memory = () => ({ known: new Map<string, string>(), counts: new Map<string, number>() });
    this.counted = [
      {
        resource: 'pods',
        behaviours: POD_BEHAVIOURS,
        field: 'matchedPods',
        isEmpty: () => pods.isEmpty,
        nameFor: (pod) => pods.nameFor(pod as Pod),
        ...memory(),
      },
      {
        resource: 'nodes',
        behaviours: NODE_BEHAVIOURS,
        field: 'matchedNodes',
        isEmpty: () => nodes.isEmpty,
        nameFor: (node) => nodes.nameFor(node as Node),
        ...memory(),
      },
    ];
  }

  /** Counts all objects; does nothing without behaviours, or if a former instance reported everything (`isReported`). */
  start({ isReported }: { readonly isReported: boolean }): void {
    if (this.context.shard !== 0) return;
    for (const counted of this.counted) this.countAll(counted);
    if (!isReported) this.rounds.run();
  }

  /** Counts the changed objects; the behaviours themselves have been read already. */
  follow(changes: readonly Change[]): void {
    if (this.context.shard !== 0) return;
    let isNew = false;
    for (const counted of this.counted) {
      if (changes.some(({ key }) => key.resource === counted.behaviours)) {
        this.countAll(counted);
        isNew = true;
      } else if (!counted.isEmpty()) {
        for (const change of changes)
          if (change.key.resource === counted.resource) isNew = note(counted, change) || isNew;
      }
    }
    if (isNew) this.rounds.run();
  }

  private countAll(counted: Counted): void {
    counted.known.clear();
    counted.counts.clear();
    if (counted.isEmpty()) return;
    for (const object of this.context.cluster.cache.list(counted.resource)) {
      move(counted, object.metadata.uid, counted.nameFor(object));
    }
  }

  private updates({ behaviours, field, counts }: Counted): Modification[] {
    return [...this.context.cluster.cache.list(behaviours)].flatMap(({ metadata, status }) => {
      const next = { [field]: counts.get(metadata.name) ?? 0, observedGeneration: metadata.generation ?? 1 };
      const shown = (status ?? {}) as Record<string, unknown>;
      if (Object.entries(next).every(([name, value]) => shown[name] === value)) return [];
      const change: Modification = {
        key: { resource: behaviours, namespace: '', name: metadata.name },
        change: (object) => (object.metadata.uid === metadata.uid ? { ...object, status: next } : undefined),
      };
      return [change];
    });
  }
}

/** Returns whether a change changes a count. */
function note(counted: Counted, { operation, object, previous }: Change): boolean {
  // What behaviours ask about does not change with the status.
  if (operation === Operation.Update && previous?.metadata.labels === object.metadata.labels) {
    const [before, after] = [previous?.metadata.annotations, object.metadata.annotations];
    if (before === after || JSON.stringify(before) === JSON.stringify(after)) return false;
  }
  return move(counted, object.metadata.uid, operation === Operation.Delete ? undefined : counted.nameFor(object));
}

function move({ known, counts }: Counted, uid: string, name: string | undefined): boolean {
  const before = known.get(uid);
  if (before === name) return false;
  if (before !== undefined) counts.set(before, counts.get(before)! - 1);
  if (name === undefined) known.delete(uid);
  else {
    known.set(uid, name);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return true;
}
