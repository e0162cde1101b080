import { nodeUser } from '@orrery/access';
import type { Pod } from '@orrery/api-types';
import {
  requireKind,
  type ComponentContext,
  type CreateRequest,
  type Modification,
  type IdentityPort,
  type ObjectsPort,
  type QueuesPort,
  type EventsPort,
  type LogPort,
  type RecordsPort,
} from '@orrery/control-plane';
import type { EventNote } from '@orrery/events';
import { buildLease, type KubeletActions, type PodRef } from '@orrery/pod-lifecycle';
import { ClusterGoneError, FencedError } from '@orrery/store';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & QueuesPort & EventsPort & LogPort & RecordsPort;

const LEASE = requireKind('coordination.k8s.io/v1', 'Lease');
const POD = requireKind('v1', 'Pod');
/** The resource of Leases. */
export const LEASES = 'leases.coordination.k8s.io';
const LEASE_NAMESPACE = 'kube-node-lease';

/** Called for writes that failed. */
export interface WriteFailures {
  readonly ofPod: (uid: string) => void;
  /** The status of the pod was refused: it is written again later. */
  readonly ofRefusedPod: (uid: string) => void;
  readonly ofMirror: (nodeName: string, fullName: string) => void;
}

/** Writes everything the nodes of a shard want written at one instant, as one batch. */
export class ActionWriter {
  /** Seconds that Leases show, by node; looked up once for each version of a Lease. */
  private readonly leaseDurations = new Map<string, number>();

  constructor(
    private readonly context: ComponentContext<Ports>,
    private readonly failures: WriteFailures,
  ) {}

  /** Records an event about a node at once. */
  recordEvent(event: KubeletActions['nodeEvents'][number]): void {
    const { cluster, fence } = this.context;
    cluster.events.record([toNodeNote(event)], fence);
  }

  async write(actions: KubeletActions): Promise<void> {
    const { cluster, fence } = this.context;
    if (actions.events.length > 0) cluster.events.record(actions.events.map(toNote), fence);
    if (actions.nodeEvents.length > 0) cluster.events.record(actions.nodeEvents.map(toNodeNote), fence);
    const modifications = [
      ...actions.patchPodStatuses.map((patch) =>
        modifyPod(patch, (pod) => withAnnotations({ ...pod, status: patch.status }, patch.annotations)),
      ),
      ...actions.patchPodFinalizers.map((patch) => modifyPod(patch, (pod) => withFinalizers(pod, patch.change))),
      ...actions.patchNodeStatuses.map(({ nodeName, uid, status }): Modification => ({
        key: { resource: 'nodes', namespace: '', name: nodeName },
        change: (node) => (node.metadata.uid === uid ? { ...node, status } : undefined),
      })),
      ...actions.annotateNodes.map(({ nodeName, uid, annotations }): Modification => ({
        key: { resource: 'nodes', namespace: '', name: nodeName },
        change: ({ metadata, ...rest }) =>
          metadata.uid === uid
            ? {
                ...rest,
                metadata: { ...metadata, annotations: { ...metadata.annotations, ...annotations } },
              }
            : undefined,
      })),
    ];
    const removals = actions.deletePods.map((ref) => ({
      key: keyOf(ref),
      uid: ref.uid,
      options: { gracePeriodSeconds: 0 },
    }));
    const written: Promise<unknown>[] = [];
    if (modifications.length > 0) {
      const refused = (i: number): void => {
        // Statuses come first; the others are written again whenever they are looked at.
        const status = actions.patchPodStatuses[i];
        if (status) this.failures.ofRefusedPod(status.uid);
      };
      written.push(cluster.store.modifySoon(modifications, fence, refused));
    }
    if (removals.length > 0) written.push(cluster.store.removeSoon(removals, fence));
    if (actions.createMirrors.length > 0) written.push(this.createMirrors(actions.createMirrors));
    if (actions.renewLeases.length > 0) written.push(this.renew(actions).catch((err: unknown) => this.missed(err)));
    try {
      await Promise.all(written);
    } catch (error) {
      for (const { uid } of [...actions.patchPodStatuses, ...actions.deletePods]) this.failures.ofPod(uid);
      throw error;
    }
  }

  /** Each is taken or refused on its own, by the rules for all pods. */
  private async createMirrors(mirrors: KubeletActions['createMirrors']): Promise<void> {
    const { cluster, fence } = this.context;
    const { store, log, id } = cluster;
    const refuse = ({ nodeName, pod: { metadata } }: (typeof mirrors)[number]): void =>
      this.failures.ofMirror(nodeName, `${metadata.namespace ?? ''}/${metadata.name}`);
    try {
      // As the user of each node; what is sent at one time is written at one time.
      const outcomes = await Promise.all(
        mirrors.map(({ nodeName, pod }) => {
          const request = { kind: POD, namespace: pod.metadata.namespace ?? '', input: pod };
          return store.withAccount(nodeUser(nodeName)).createMany([request], { fieldManager: 'kubelet' }, fence);
        }),
      );
      outcomes.flat().forEach((outcome, i) => {
        if (!(outcome instanceof Error)) return;
        log.warn({ err: outcome, cluster: id }, 'a mirror pod was refused');
        refuse(mirrors[i]!);
      });
    } catch (error) {
      mirrors.forEach(refuse);
      throw error;
    }
  }

  /** The cheap path: one statement for all renewals of the instant, and one job for the controller that watches the nodes. */
  private async renew({ renewLeases }: KubeletActions): Promise<void> {
    const { cluster, fence } = this.context;
    const { queues, records } = cluster;
    const requests: CreateRequest[] = [];
    const changed: Modification[] = [];
    for (const renewal of renewLeases) {
      const shown = this.leaseDurationOf(renewal.nodeName);
      if (shown === undefined) requests.push(creationOf(renewal));
      else if (shown !== renewal.leaseDurationSeconds) changed.push(changeOf(renewal));
    }
    const sent: Promise<void>[] = [];
    for (const [atMs, nodes] of byInstant(renewLeases)) {
      sent.push(records.heartbeats.renew(new Map(nodes.map((node) => [node, atMs]))));
      sent.push(queues.send('heartbeats', { atMs, nodes }));
    }
    await Promise.all([
      ...sent,
      requests.length > 0 ? cluster.store.createMany(requests, { fieldManager: 'kubelet' }, fence) : [],
      changed.length > 0 ? cluster.store.modify(changed, fence) : [],
    ]);
  }

  /** A renewal that cannot be written is missed, as by a kubelet without network; the next one is due soon. */
  private missed(err: unknown): void {
    // There are no more renewals of a cluster that is deleted, nor by a process that ends.
    if (err instanceof FencedError || err instanceof ClusterGoneError) return;
    const { log, id } = this.context.cluster;
    log.warn({ err, cluster: id }, 'leases were not renewed');
  }

  /** A Lease was written or deleted. */
  leaseChanged(name: string): void {
    this.leaseDurations.delete(name);
  }

  /** As the node's Lease shows it; undefined while there is none. */
  private leaseDurationOf(name: string): number | undefined {
    const known = this.leaseDurations.get(name);
    if (known !== undefined) return known;
    const lease = this.context.cluster.cache.get({ resource: LEASES, namespace: LEASE_NAMESPACE, name });
    if (!lease) return undefined;
    const { leaseDurationSeconds = 0 } = (lease['spec'] ?? {}) as { leaseDurationSeconds?: number };
    this.leaseDurations.set(name, leaseDurationSeconds);
    return leaseDurationSeconds;
  }
}

type LeaseRenewal = KubeletActions['renewLeases'][number];

function creationOf({ nodeName, uid, renewTimeMs, leaseDurationSeconds }: LeaseRenewal): CreateRequest {
  const input = buildLease({ name: nodeName, uid }, renewTimeMs, leaseDurationSeconds);
  return { kind: LEASE, namespace: LEASE_NAMESPACE, input };
}

/** For the Lease of a node whose configuration changed. */
function changeOf({ nodeName, leaseDurationSeconds }: LeaseRenewal): Modification {
  return {
    key: { resource: LEASES, namespace: LEASE_NAMESPACE, name: nodeName },
    change: (lease) => ({ ...lease, spec: { ...(lease['spec'] as object), leaseDurationSeconds } }),
  };
}

/** Renewals of one instant go together; only those of slow connections are older. */
function byInstant(renewals: KubeletActions['renewLeases']): [atMs: number, nodes: string[]][] {
  const instants = new Map<number, string[]>();
  for (const { nodeName, renewTimeMs } of renewals) {
    const nodes = instants.get(renewTimeMs);
    if (nodes) nodes.push(nodeName);
    else instants.set(renewTimeMs, [nodeName]);
  }
  return [...instants];
}

function keyOf({ namespace, name }: PodRef): Modification['key'] {
  return { resource: 'pods', namespace, name };
}

function modifyPod(ref: PodRef, change: (pod: Pod) => Pod): Modification {
  return {
    key: keyOf(ref),
    change: (object) => (object.metadata.uid === ref.uid ? change(object as Pod) : undefined),
  };
}

function withAnnotations(pod: Pod, annotations: KubeletActions['patchPodStatuses'][number]['annotations']): Pod {
  if (!annotations) return pod;
  const { metadata } = pod;
  return { ...pod, metadata: { ...metadata, annotations: { ...metadata.annotations, ...annotations } } };
}

function withFinalizers(pod: Pod, change: KubeletActions['patchPodFinalizers'][number]['change']): Pod {
  const { add, remove, empty } = change;
  const before = empty ? [] : (pod.metadata.finalizers ?? []);
  const kept = before.filter((finalizer) => !remove?.includes(finalizer));
  const finalizers = [...kept, ...(add ?? []).filter((finalizer) => !kept.includes(finalizer))];
  return { ...pod, metadata: { ...pod.metadata, finalizers } };
}

function toNote(event: KubeletActions['events'][number]): EventNote {
  const { namespace, name, uid, nodeName, type, reason, message, annotations, atMs } = event;
  const involvedObject = { apiVersion: 'v1', kind: 'Pod', namespace, name, uid };
  const note: Draft<EventNote> = { type, reason, message, component: 'kubelet', host: nodeName, involvedObject };
  if (annotations) note.annotations = annotations;
  if (atMs !== undefined) note.atMs = atMs;
  return note;
}

type Draft<T> = { -readonly [Field in keyof T]: T[Field] };

/** Events about nodes live in the default namespace and name the node in place of its uid, as kubelets write them. */
function toNodeNote({ nodeName, uid: _byName, ...event }: KubeletActions['nodeEvents'][number]): EventNote {
  const involvedObject = { apiVersion: 'v1', kind: 'Node', name: nodeName, uid: nodeName };
  return { ...event, component: 'kubelet', host: nodeName, involvedObject };
}
