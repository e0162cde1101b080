import {
  claimClassName,
  usesDelayedBinding,
  type KubeObject,
  type PersistentVolume,
  type Pod,
} from '@orrery/api-types';
import {
  ActionType,
  claimIn,
  EventResource,
  isSuccess,
  notFoundText,
  QueueingHint,
  reasonTexts,
  RuleScope,
  SKIP,
  storageClassIn,
  SUCCESS,
  unresolvable,
  usesClaim,
  volumeIn,
  type ClusterEvent,
  type CycleState,
  type EnqueueExtensions,
  type EventRegistration,
  type FilterPlugin,
  type NodeInfo,
  type PluginHandle,
  type PodInfo,
  type PreFilterAnswer,
  type PreFilterPlugin,
  type StateData,
  type Status,
} from '@orrery/scheduling';

const REASON = reasonTexts('NoVolumeZoneConflict', 'node(s) had no available volume zone');
/** Labels that place a volume, each with its present-day name. */
const PLACES: Readonly<Record<string, string>> = {
  'failure-domain.beta.kubernetes.io/zone': 'topology.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region': 'topology.kubernetes.io/region',
  'topology.kubernetes.io/zone': 'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region': 'topology.kubernetes.io/region',
};
const PLACE_LABELS = Object.keys(PLACES);
const KEY = 'VolumeZone';

/** Place from which a volume can be reached: a label and its values. */
interface Place {
  readonly label: string;
  readonly values: ReadonlySet<string>;
}

interface Places extends StateData {
  readonly places: readonly Place[];
  /** Problem with the pod's claims, where it is reported for each node that lies in a zone. */
  readonly failure: Status;
}

/** Bound volumes must lie in the node's zone and region. */
export class VolumeZone implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {
  readonly name = 'VolumeZone';
  readonly filterScope = RuleScope.Cluster;
  private readonly conflict: Status;

  constructor(private readonly handle: PluginHandle) {
    this.conflict = unresolvable(this.name, REASON[handle.behaviour.messages]);
  }

  preFilter(state: CycleState, { pod }: PodInfo): PreFilterAnswer {
    if (!pod.spec.volumes?.some(({ persistentVolumeClaim }) => persistentVolumeClaim)) return { status: SKIP };
    const places: Place[] = [];
    const failure = this.collectPlaces(pod, places);
    if (!isSuccess(failure) && this.handle.behaviour.volumeZone.claimsChecked === 'once') return { status: failure };
    if (places.length === 0 && isSuccess(failure)) return { status: SKIP };
    const found: Places = { places, failure };
    state.write(KEY, found);
    return { status: SUCCESS };
  }

  filter(state: CycleState, { pod }: PodInfo, { node }: NodeInfo): Status {
    if (!pod.spec.volumes) return SUCCESS;
    const found = state.read<Places>(KEY);
    const labels = node?.metadata.labels;
    if (!found || !labels || !PLACE_LABELS.some((label) => labels[label] !== undefined)) return SUCCESS;
    const { betaEqualsGa } = this.handle.behaviour.volumeZone;
    for (const { label, values } of found.places) {
      const value = labels[label] ?? (betaEqualsGa ? labels[PLACES[label]!] : undefined);
      if (value === undefined || !values.has(value)) return this.conflict;
    }
    return found.failure;
  }

  eventsToRegister(): readonly EventRegistration[] {
    const changed = ActionType.Add | ActionType.UpdateOther;
    return [
      {
        resource: EventResource.StorageClass,
        actions: ActionType.Add,
        hint: ({ pod }, event) => this.classArrived(pod, event),
      },
      { resource: EventResource.Node, actions: ActionType.Add | ActionType.UpdateNodeLabel },
      {
        resource: EventResource.PersistentVolumeClaim,
        actions: changed,
        hint: ({ pod }, { after }) => queueIf(after !== undefined && usesClaim(pod, (after as KubeObject).metadata)),
      },
      {
        resource: EventResource.PersistentVolume,
        actions: changed,
        hint: ({ pod }, event) => this.volumeChanged(pod, event),
      },
    ];
  }

  private classArrived(pod: Pod, { after }: ClusterEvent): QueueingHint {
    const added = after as KubeObject | undefined;
    if (added?.['volumeBindingMode'] !== 'WaitForFirstConsumer') return QueueingHint.Skip;
    return queueIf(
      this.claimsOfPod(pod).some((claim) => !claim.spec?.volumeName && claimClassName(claim) === added.metadata.name),
    );
  }

  private volumeChanged(pod: Pod, { before, after }: ClusterEvent): QueueingHint {
    const volume = after as PersistentVolume;
    if (!this.claimsOfPod(pod).some(({ spec }) => spec?.volumeName === volume.metadata.name)) return QueueingHint.Skip;
    const old = before as PersistentVolume | undefined;
    return queueIf(
      !old || PLACE_LABELS.some((label) => old.metadata.labels?.[label] !== volume.metadata.labels?.[label]),
    );
  }

  private claimsOfPod(pod: Pod): NonNullable<ReturnType<typeof claimIn>>[] {
    return (pod.spec.volumes ?? []).flatMap(({ persistentVolumeClaim: source }) => {
      const claim = source && claimIn(this.handle.objects, pod.metadata.namespace ?? '', source.claimName);
      return claim ?? [];
    });
  }

  /** Adds the places of the pod's bound volumes; answers what stops it. */
  private collectPlaces(pod: Pod, places: Place[]): Status {
    const { objects } = this.handle;
    for (const { persistentVolumeClaim } of pod.spec.volumes ?? []) {
      if (!persistentVolumeClaim) continue;
      const { claimName } = persistentVolumeClaim;
      if (claimName === '') return unresolvable(this.name, 'PersistentVolumeClaim had no name');
      const claim = claimIn(objects, pod.metadata.namespace ?? '', claimName);
      if (!claim) return unresolvable(this.name, notFoundText('persistentvolumeclaim', claimName));
      const volumeName = claim.spec?.volumeName ?? '';
      if (volumeName === '') {
        const failure = this.checkUnbound(claimClassName(claim));
        if (isSuccess(failure)) continue;
        return failure;
      }
      const volume = volumeIn(objects, volumeName);
      if (!volume) return unresolvable(this.name, notFoundText('persistentvolume', volumeName));
      addPlaces(volume, places);
    }
    return SUCCESS;
  }

  private checkUnbound(className: string): Status {
    if (className === '') {
      return unresolvable(this.name, 'PersistentVolumeClaim had no pv name and storageClass name');
    }
    const storageClass = storageClassIn(this.handle.objects, className);
    if (!storageClass) return unresolvable(this.name, notFoundText('storageclass.storage.k8s.io', className));
    return usesDelayedBinding(storageClass) ? SUCCESS : unresolvable(this.name, 'PersistentVolume had no name');
  }
}

/** Adds places. Several zones are written as `a__b`; a value with an empty part is not a place. */
function addPlaces({ metadata }: PersistentVolume, places: Place[]): void {
  for (const label of PLACE_LABELS) {
    const text = metadata.labels?.[label];
    if (text === undefined) continue;
    const values = text.split('__').map((value) => value.trim());
    if (!values.includes('')) places.push({ label, values: new Set(values) });
  }
}

function queueIf(helps: boolean): QueueingHint {
  return helps ? QueueingHint.Queue : QueueingHint.Skip;
}
