import {
  Kinds,
  isAlreadyExists,
  type CSINode,
  type KubeObject,
  type Node,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Pod,
  type StorageClass,
} from '@orrery/api-types';
import {
  requireKind,
  type ComponentContext,
  type Modification,
  type Removal,
  type IdentityPort,
  type ObjectsPort,
  type ClockPort,
  type EventsPort,
  type LogPort,
} from '@orrery/control-plane';
import type { EventNote } from '@orrery/events';
import { Operation, type Change, type ObjectKey } from '@orrery/store';
import { changedClaim, changedVolume, VolumeBinder, type ClaimNote, type VolumeAction } from '@orrery/volumes';
import { runLoop, type Controller } from '../controller';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & EventsPort & LogPort;

const VOLUME = requireKind('v1', 'PersistentVolume');
const VOLUMES = 'persistentvolumes';
const CLAIMS = 'persistentvolumeclaims';
const CLASSES = 'storageclasses.storage.k8s.io';
const CSI_NODES = 'csinodes.storage.k8s.io';

/** Binds claims and volumes, requests new volumes, and records the results. */
export class VolumeController implements Controller {
  private readonly binder: VolumeBinder;
  private running = false;

  constructor(private readonly context: ComponentContext<Ports>) {
    const find = (resource: string, name: string, namespace = ''): KubeObject | undefined =>
      context.cluster.cache.get({ resource, namespace, name });
    this.binder = new VolumeBinder({
      claim: (namespace, name) => find(CLAIMS, name, namespace) as PersistentVolumeClaim | undefined,
      volume: (name) => find(VOLUMES, name) as PersistentVolume | undefined,
      storageClass: (name) => find(CLASSES, name) as StorageClass | undefined,
      node: (name) => find('nodes', name) as Node | undefined,
      csiNode: (name) => find(CSI_NODES, name) as CSINode | undefined,
    });
  }

  start(captured: ReturnType<VolumeBinder['toState']> = []): void {
    this.binder.restore(captured);
    const { cache } = this.context.cluster;
    for (const volume of cache.list(Kinds.PersistentVolume)) this.binder.volumeChanged(undefined, volume);
    for (const pod of cache.list(Kinds.Pod)) this.binder.podChanged(undefined, pod);
    for (const claim of cache.list(Kinds.PersistentVolumeClaim)) this.binder.claimChanged(undefined, claim);
    this.run();
  }

  capture(): ReturnType<VolumeBinder['toState']> {
    return this.binder.toState();
  }

  stop(): void {
    this.running = true;
  }

  follow(changes: readonly Change[]): void {
    for (const { key, operation, object, previous } of changes) {
      const after = operation === Operation.Delete ? undefined : object;
      switch (key.resource) {
        case 'pods':
          this.binder.podChanged(previous as Pod | undefined, after as Pod | undefined);
          break;
        case 'nodes':
          this.binder.nodeChanged(previous as Node | undefined, after as Node | undefined);
          break;
        case CLAIMS:
          this.binder.claimChanged(previous as PersistentVolumeClaim | undefined, after as PersistentVolumeClaim);
          break;
        case VOLUMES:
          this.binder.volumeChanged(previous as PersistentVolume | undefined, after as PersistentVolume);
          break;
        case CLASSES:
          this.binder.classChanged(previous as StorageClass | undefined, after as StorageClass);
          break;
      }
    }
    this.run();
  }

  private run(): void {
    if (this.running || !this.binder.hasWork) return;
    this.running = true;
    runLoop(this.context, 'persistent-volume', async () => {
      try {
        while (this.binder.hasWork) {
          const { actions, notes } = this.binder.takeWork();
          this.recordEvents(notes);
          await this.write(actions);
        }
      } finally {
        this.running = false;
      }
    });
  }

  private async write(actions: readonly VolumeAction[]): Promise<void> {
    const { store } = this.context.cluster;
    const { fence } = this.context;
    const changes = new Map<string, PlannedChange>();
    const removals: Removal[] = [];
    const created: CreateAction[] = [];
    for (const action of actions) {
      if (action.kind === 'createVolume') created.push(action);
      else if (action.kind === 'deleteVolume') removals.push(removalOf(action.volume, VOLUMES));
      else {
        plan(changes, action);
        // Without its finalizer a terminating object goes with the next deletion.
        if (action.kind === 'freeVolume') removals.push(removalOf(action.volume, VOLUMES));
        if (action.kind === 'freeClaim') removals.push(removalOf(action.claim, CLAIMS));
      }
    }
    const planned = [...changes.values()];
    const outcomes = await store.modify(planned.map(toModification), fence);
    planned.forEach(({ actions: done, refused }, i) => {
      if (outcomes[i] instanceof Error) for (const action of done) this.binder.failed(action);
      else for (const action of refused) if (action.kind === 'holdVolume') this.binder.failed(action);
    });
    if (removals.length > 0) await store.remove(removals, fence);
    if (created.length === 0) return;
    const answers = await store.createMany(
      created.map(({ volume }) => ({ kind: VOLUME, namespace: '', input: volume })),
      { fieldManager: 'external-provisioner' },
    );
    answers.forEach((answer, i) => {
      if (answer instanceof Error && !isAlreadyExists(answer)) this.recordRefusal(created[i]!, answer);
    });
  }

  /** The API took no volume for a claim, and would take none now: it is tried again when the claim changes. */
  private recordRefusal({ volume }: CreateAction, { message }: Error): void {
    const { namespace = '', name = '', uid = '' } = volume.spec.claimRef ?? {};
    const claim = { metadata: { namespace, name, uid } } as PersistentVolumeClaim;
    const text = `Error saving provisioned volume "${volume.metadata.name}": ${message}`;
    this.recordEvents([
      { claim, type: 'Warning', reason: 'ProvisioningFailed', message: text, component: 'external-provisioner' },
    ]);
  }

  private recordEvents(notes: readonly ClaimNote[]): void {
    if (notes.length > 0) this.context.cluster.events.record(notes.map(toNote), this.context.fence);
  }
}

type CreateAction = Extract<VolumeAction, { kind: 'createVolume' }>;
type ChangeAction = Exclude<VolumeAction, CreateAction>;

/** All planned actions on one object. */
interface PlannedChange {
  readonly key: ObjectKey;
  readonly actions: ChangeAction[];
  /** Actions that did not apply to the current version of the object. */
  refused: ChangeAction[];
}

function plan(changes: Map<string, PlannedChange>, action: ChangeAction): void {
  const key = keyOf(action);
  const id = `${key.resource}/${key.namespace}/${key.name}`;
  const known = changes.get(id);
  if (known) known.actions.push(action);
  else changes.set(id, { key, actions: [action], refused: [] });
}

function keyOf(action: ChangeAction): ObjectKey {
  if (action.kind === 'holdVolume' || !('claim' in action)) {
    return { resource: VOLUMES, namespace: '', name: action.volume.name };
  }
  const { namespace, name } = action.claim;
  return { resource: CLAIMS, namespace, name };
}

function toModification(planned: PlannedChange): Modification {
  return {
    key: planned.key,
    change: (current) => {
      planned.refused = [];
      let object = current;
      for (const action of planned.actions) {
        const changed =
          planned.key.resource === VOLUMES
            ? changedVolume(object as PersistentVolume, action)
            : changedClaim(object as PersistentVolumeClaim, action);
        if (changed) object = changed;
        else planned.refused.push(action);
      }
      return object === current ? undefined : object;
    },
  };
}

function removalOf(
  { namespace = '', name, uid }: { readonly namespace?: string; readonly name: string; readonly uid: string },
  resource: string,
): Removal {
  return { key: { resource, namespace, name }, uid, options: {} };
}

function toNote({ claim: { metadata }, type, reason, message, component }: ClaimNote): EventNote {
  const { name, namespace = '', uid } = metadata;
  return {
    type,
    reason,
    message,
    component,
    involvedObject: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace, uid },
  };
}
