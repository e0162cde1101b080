import { reservationProblem, reservedClaim } from '@orrery/scheduler-plugins';
import { Kinds, VolumeAnnotation, type KubeObject, type PersistentVolume } from '@orrery/api-types';
import { modificationOf, type ComponentContext, type Modification, type ObjectsPort } from '@orrery/control-plane';
import { errorStatus, SUCCESS, type PrepareDecision, type SchedulingEffect, type Status } from '@orrery/scheduling';

type VolumeEffect = Extract<SchedulingEffect, { readonly kind: 'holdVolume' | 'selectNode' }>;
type Reservation = Extract<SchedulingEffect, { readonly kind: 'reserveClaim' }>;

/** Write that a decision requests. */
interface PlannedWrite {
  readonly decision: PrepareDecision;
  readonly plugin: string;
  readonly modification: Modification;
  /** The reason why it is refused: for what the object has become. Set by the decision on the current object. */
  refusal: string | undefined;
}

/** Reports the result of the writes for a pod to the engine. */
export type ReportPreparation = (decision: PrepareDecision, status: Status) => void;

/** Writes what placed pods need of volumes and claims before they can be bound: all of a batch in one write. */
export async function writePreparations(
  { cluster, fence }: ComponentContext<ObjectsPort>,
  decisions: readonly PrepareDecision[],
  report: ReportPreparation,
): Promise<void> {
  if (decisions.length === 0) return;
  const writes = decisions.flatMap((decision) => decision.effects.flatMap((effect) => planned(decision, effect) ?? []));
  const outcomes = await cluster.store
    .modify(
      writes.map(({ modification }) => modification),
      fence,
    )
    .catch((error: unknown) => {
      // What is held for these pods must not be held for ever.
      const text = error instanceof Error ? error.message : String(error);
      for (const decision of decisions) report(decision, errorStatus('', text));
      throw error;
    });
  const failures = new Map<PrepareDecision, Status>();
  writes.forEach(({ decision, plugin, refusal }, i) => {
    const outcome = outcomes[i];
    const failure = outcome instanceof Error ? outcome.message : refusal;
    if (failure !== undefined) failures.set(decision, errorStatus(plugin, failure));
  });
  for (const decision of decisions) report(decision, failures.get(decision) ?? SUCCESS);
}

function planned(decision: PrepareDecision, effect: SchedulingEffect): PlannedWrite | undefined {
  if (effect.kind === 'reserveClaim') return plannedReservation(decision, effect);
  return effect.kind === 'holdVolume' || effect.kind === 'selectNode' ? plannedVolume(decision, effect) : undefined;
}

function plannedReservation(decision: PrepareDecision, effect: Reservation): PlannedWrite {
  const { namespace, name } = effect.claim;
  const write: PlannedWrite = {
    decision,
    plugin: 'DynamicResources',
    // What is said of a claim that is not there any more.
    refusal: `claim ${namespace}/${name} got deleted in the meantime`,
    modification: modificationOf(Kinds.ResourceClaim, effect.claim, (current) => {
      write.refusal = reservationProblem(current, effect);
      return write.refusal === undefined ? reservedClaim(current, effect, decision.pod) : undefined;
    }),
  };
  return write;
}

function plannedVolume(decision: PrepareDecision, effect: VolumeEffect): PlannedWrite {
  const isVolume = effect.kind === 'holdVolume';
  const { namespace, name } = effect.claim;
  const conflict = conflictText(
    isVolume ? `persistentvolumes "${effect.volumeName}"` : `persistentvolumeclaims "${name}"`,
  );
  const write: PlannedWrite = {
    decision,
    plugin: 'VolumeBinding',
    refusal: conflict,
    modification: {
      key: isVolume
        ? { resource: 'persistentvolumes', namespace: '', name: effect.volumeName }
        : { resource: 'persistentvolumeclaims', namespace, name },
      change: (object) => {
        const changed = isVolume ? heldVolume(object, effect.claim) : claimWithNode(object, effect);
        write.refusal = changed === undefined ? conflict : undefined;
        return changed;
      },
    },
  };
  return write;
}

/** The volume kept for the claim; undefined if it is another's by now. */
function heldVolume(object: KubeObject, claim: VolumeEffect['claim']): KubeObject | undefined {
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
  { claim, nodeName }: Extract<VolumeEffect, { readonly kind: 'selectNode' }>,
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
