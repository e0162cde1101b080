import type { ContainerStatus, KubeObject, Pod } from '@orrery/api-types';
import { dependsOnObjects, ObjectPast } from '@orrery/container-shell';
import { Operation, type Change, type ClusterCache, type ObjectKey } from '@orrery/store';

/** Objects that containers take variables and files from. */
const SOURCES: ReadonlySet<string> = new Set(['configmaps', 'secrets', 'services']);

/** Past versions of a cluster's objects in one process, for its simulated containers. */
export class ObjectsPast {
  readonly objects = new ObjectPast();
  /** The revisions at which containers were seen to run, by pod and container, of pods that depend on objects. */
  private readonly starts = new Map<string, Map<string, number>>();

  /** The services of each namespace by name. */
  private readonly services = new Map<string, Map<string, KubeObject>>();
  /** Services by each of their addresses, and by `PROTOCOL/PORT` of nodes. */
  private readonly byAddress = new Map<string, KubeObject>();
  private readonly byNodePort = new Map<string, KubeObject>();

  constructor(
    private readonly nowMs: () => number,
    services: readonly KubeObject[],
  ) {
    for (const service of services) this.serviceChanged(service.metadata.namespace ?? '', service);
  }

  /** The services of a namespace. */
  servicesIn(namespace: string): readonly KubeObject[] {
    return [...(this.services.get(namespace)?.values() ?? [])];
  }

  /** Returns the service that has this address as a cluster IP or an external IP. */
  serviceAtAddress(address: string): KubeObject | undefined {
    return this.byAddress.get(address);
  }

  serviceAtNodePort(protocol: string, port: number): KubeObject | undefined {
    return this.byNodePort.get(`${protocol}/${port}`);
  }

  follow(changes: readonly Change[]): void {
    for (const { key, object, previous, operation, revision } of changes) {
      if (key.resource === 'services') this.serviceChanged(key.namespace, object, operation);
      if (SOURCES.has(key.resource)) this.objects.ended(placeOf(key), previous, { revision, atMs: this.nowMs() });
      else if (key.resource === 'pods') this.podChanged(key, { object, previous, operation, revision });
    }
  }

  /** The revision at which a container was seen to run; undefined for what was not seen here. */
  startOf(uid: string, { name, containerID = '' }: ContainerStatus): number | undefined {
    return this.starts.get(uid)?.get(`${name}/${containerID}`);
  }

  private serviceChanged(namespace: string, service: KubeObject, operation?: Operation): void {
    const { name } = service.metadata;
    let own = this.services.get(namespace);
    this.indexService(own?.get(name), operation === Operation.Delete ? undefined : service);
    if (operation === Operation.Delete) own?.delete(name);
    else {
      if (!own) this.services.set(namespace, (own = new Map()));
      own.set(name, service);
    }
    if (own?.size === 0) this.services.delete(namespace);
  }

  private indexService(before: KubeObject | undefined, after: KubeObject | undefined): void {
    for (const [index, keysOf] of [
      [this.byAddress, addressesOf],
      [this.byNodePort, nodePortsOf],
    ] as const) {
      for (const key of before ? keysOf(before) : []) {
        if (index.get(key)?.metadata.uid === before!.metadata.uid) index.delete(key);
      }
      for (const key of after ? keysOf(after) : []) index.set(key, after!);
    }
  }

  private podChanged(key: ObjectKey, { object, previous, operation, revision }: Omit<Change, 'key'>): void {
    const [pod, before] = [object as Pod, previous as Pod | undefined];
    if (operation === Operation.Delete) return void this.starts.delete(pod.metadata.uid);
    if (!dependsOnObjects(pod)) return;
    if (before && !hasSameTexts(before, pod))
      this.objects.ended(placeOf(key), before, { revision, atMs: this.nowMs() });
    if (before?.status === pod.status) return;
    for (const status of statusesOf(pod)) {
      if (!status.state?.running) continue;
      let own = this.starts.get(pod.metadata.uid);
      if (!own) this.starts.set(pod.metadata.uid, (own = new Map()));
      const id = `${status.name}/${status.containerID ?? ''}`;
      if (own.has(id)) continue;
      for (const other of own.keys()) if (other.startsWith(`${status.name}/`)) own.delete(other);
      own.set(id, revision);
    }
  }
}

interface Addressed {
  readonly spec?: {
    readonly clusterIP?: string;
    readonly clusterIPs?: readonly string[];
    readonly externalIPs?: readonly string[];
    readonly ports?: readonly { readonly nodePort?: number; readonly protocol?: string }[];
  };
}

function addressesOf(service: KubeObject): string[] {
  const { clusterIP = '', clusterIPs = [clusterIP], externalIPs = [] } = (service as Addressed).spec ?? {};
  return [...clusterIPs, ...externalIPs].filter((address) => address !== '' && address !== 'None');
}

function nodePortsOf(service: KubeObject): string[] {
  return ((service as Addressed).spec?.ports ?? []).flatMap(({ nodePort, protocol = 'TCP' }) =>
    nodePort ? [`${protocol}/${nodePort}`] : [],
  );
}

function placeOf({ resource, namespace, name }: ObjectKey): string {
  return `${resource}/${namespace}/${name}`;
}

function statusesOf({ status }: Pod): readonly ContainerStatus[] {
  const { initContainerStatuses = [], containerStatuses = [], ephemeralContainerStatuses = [] } = status ?? {};
  return [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses];
}

/** Returns whether the downward API shows the same of two versions of a pod. */
function hasSameTexts({ metadata: a }: KubeObject, { metadata: b }: KubeObject): boolean {
  return isSame(a.labels, b.labels) && isSame(a.annotations, b.annotations);
}

function isSame(a: Readonly<Record<string, string>> = {}, b: Readonly<Record<string, string>> = {}): boolean {
  if (a === b) return true;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

const pasts = new WeakMap<ClusterCache, ObjectsPast>();

/** Begins to keep the past of a cluster's objects; what was before is not known. */
export function keepPast(cache: ClusterCache, nowMs: () => number): void {
  const past = new ObjectsPast(nowMs, cache.list('services'));
  pasts.set(cache, past);
  cache.subscribe((changes) => past.follow(changes));
}

/** The past of the objects in a cache; of one that is not followed, such as that of a former state, nothing is known. */
export function pastOf(cache: ClusterCache): ObjectsPast {
  let past = pasts.get(cache);
  if (!past) pasts.set(cache, (past = new ObjectsPast(() => 0, cache.list('services'))));
  return past;
}
