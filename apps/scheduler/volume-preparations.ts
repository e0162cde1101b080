import { VolumeAnnotation, type KubeObject, type PersistentVolume } from '@orrery/api-types';
import type { ComponentContext, Modification, ObjectsPort } from '@orrery/control-plane';
import { errorStatus, SUCCESS, type PrepareDecision, type SchedulingEffect, type Status } from '@orrery/scheduling';

type Effect = Extract<SchedulingEffect, { readonly kind: 'holdVolume' | 'selectNode' }>;

/** One write that a decision wants, and whether it was refused for what the object had become. */
interface PlannedWrite {
  readonly decision: PrepareDecision;
  readonly what: string;
  readonly modification: Modification;
  /** Set by the decision on the current object. */
  applied: boolean;
}

/** Reports the result of the writes for a pod to the engine. */
export type ReportPreparation = (decision: PrepareDecision, status: Status) => void;

/** Writes what placed pods need of their volumes before they can be bound: all of a batch in one write. */
export async function writePreparations(
  { cluster, fence }: ComponentContext<ObjectsPort>,
  decisions: readonly PrepareDecision[],
  report: ReportPreparation,
): Promise<void> {
  if (decisions.length === 0) return;
  const writes = decisions.flatMap((decision) =>
    decision.effects.flatMap((effect) =>
      effect.kind === 'holdVolume' || effect.kind === 'selectNode' ? [planned(decision, effect)] : [],
    ),
  );
  const outcomes = await cluster.store.modify(
    writes.map(({ modification }) => modification),
    fence,
  );
  const failures = new Map<PrepareDecision, string>();
  writes.forEach(({ decision, what, applied }, i) => {
    const outcome = outcomes[i];
    if (outcome instanceof Error) failures.set(decision, outcome.message);
    else if (!applied) failures.set(decision, conflictText(what));
  });
  for (const decision of decisions) {
    const failure = failures.get(decision);
    report(decision, failure === undefined ? SUCCESS : errorStatus('VolumeBinding', failure));
  }
}

function planned(decision: PrepareDecision, effect: Effect): PlannedWrite {
  const isVolume = effect.kind === 'holdVolume';
  const { namespace, name } = effect.claim;
  const write: PlannedWrite = {
    decision,
    what: isVolume ? `persistentvolumes "${effect.volumeName}"` : `persistentvolumeclaims "${name}"`,
    applied: false,
    modification: {
      key: isVolume
        ? { resource: 'persistentvolumes', namespace: '', name: effect.volumeName }
        : { resource: 'persistentvolumeclaims', namespace, name },
      change: (object) => {
        const changed = isVolume ? heldVolume(object, effect.claim) : claimWithNode(object, effect);
        write.applied = changed !== undefined;
        return changed;
      },
    },
  };
  return write;
}

/** The volume kept for the claim; undefined if it is another's by now. */
function heldVolume(object: KubeObject, claim: Effect['claim']): KubeObject | undefined {
  const { metadata, spec } = object as PersistentVolume;
  const ref = spec?.claimRef;
  if (ref && (ref.name !== claim.name || ref.namespace !== claim.namespace)) return undefined;
  if (ref?.uid) return ref.uid === claim.uid ? object : undefined;
  const claimRef = { ...ref, apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...claim };
  const annotations = ref
    ? metadata.annotations
    : { ...metadata.annotations, [VolumeAnnotation.BoundByController]: 'yes' };
  return {
    ...object,
    metadata: { ...metadata, ...(annotations ? { annotations } : {}) },
    spec: { ...spec, claimRef },
  };
}

/** The claim with its node; undefined if it is another claim by now. */
function claimWithNode(
  object: KubeObject,
  { claim, nodeName }: Extract<Effect, { readonly kind: 'selectNode' }>,
): KubeObject | undefined {
  const { metadata } = object;
  if (metadata.uid !== claim.uid) return undefined;
  const annotations = { ...metadata.annotations, [VolumeAnnotation.SelectedNode]: nodeName };
  return { ...object, metadata: { ...metadata, annotations } };
}

function conflictText(what: string): string {
  return (
    `Operation cannot be fulfilled on ${what}: the object has been modified; ` +
    'please apply your changes to the latest version and try again'
  );
}
