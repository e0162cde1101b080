import { type ContainerStatus, isUpTo, Kinds, type KubeObject, type Pod } from '@orrery/api-types';
import { KubeletLooks, volumeObjects, type Moment, type PodObjects, type RunContext } from '@orrery/container-shell';
import { parseTimeMs } from '@orrery/time';
import type { CachePort, SettingsPort } from '../ports/cluster-ports';
import { bundleOf } from '../settings/cluster-settings';
import { pastOf } from './objects-past';

/** Ports through which objects are read. */
export type ObjectsOfPods = Pick<CachePort, 'cache'> & Pick<SettingsPort, 'settings'>;

/** A status has whole seconds: what was written in the second of a start counts as written before it. */
const SECOND_MS = 999;

const RESOURCES = { ConfigMap: 'configmaps', Secret: 'secrets' } as const;

/** Returns the objects that the environment and the volumes of a pod are made from, as of a moment. */
export function podObjectsAt({ cache, settings }: ObjectsOfPods, pod: Pod, moment: Moment): PodObjects {
  const past = pastOf(cache).objects;
  const { namespace = '', name, uid } = pod.metadata;
  const node = cache.get(Kinds.Node, '', pod.spec.nodeName ?? '');
  const then = past.versionAt(`pods/${namespace}/${name}`, pod, moment) ?? pod;
  return {
    pod: then.metadata.uid === uid ? { ...pod, metadata: then.metadata } : pod,
    find: (kind, object) => {
      const resource = RESOURCES[kind];
      const present = cache.get({ resource, namespace, name: object });
      return past.versionAt(`${resource}/${namespace}/${object}`, present, moment);
    },
    services: () => servicesAt(cache, namespace, moment),
    allocatable: (node?.status?.allocatable ?? {}) as Readonly<Record<string, string>>,
    skipsInvalidVariables: isUpTo(bundleOf(settings), '1.20'),
  };
}

/** Returns the services of a namespace, without visiting others. */
export function servicesOfNamespace({ cache }: Pick<ObjectsOfPods, 'cache'>, namespace: string): readonly KubeObject[] {
  return pastOf(cache).servicesIn(namespace);
}

/** The service with an address, in any namespace; undefined if there is none. */
export function serviceAtAddress({ cache }: Pick<ObjectsOfPods, 'cache'>, address: string): KubeObject | undefined {
  return pastOf(cache).serviceAtAddress(address);
}

/** The service that has a port of all nodes; undefined if there is none. */
export function serviceAtNodePort(
  { cache }: Pick<ObjectsOfPods, 'cache'>,
  protocol: 'TCP' | 'UDP',
  port: number,
): KubeObject | undefined {
  return pastOf(cache).serviceAtNodePort(protocol, port);
}

function servicesAt(cache: ObjectsOfPods['cache'], namespace: string, moment: Moment): KubeObject[] {
  const past = pastOf(cache);
  const own = past.servicesIn(namespace);
  const master = cache.get({ resource: 'services', namespace: 'default', name: 'kubernetes' });
  const all = master && namespace !== 'default' ? [...own, master] : own;
  return all.flatMap((present) => {
    const { metadata } = present;
    const then = past.objects.versionAt(`services/${metadata.namespace ?? ''}/${metadata.name}`, present, moment);
    return then ? [then] : [];
  });
}

/** Returns the start of a container, as exactly as it is known. */
export function startOf({ cache }: Pick<ObjectsOfPods, 'cache'>, pod: Pod, status: ContainerStatus): Moment {
  const { running, terminated } = status.state ?? {};
  const startedAtMs = parseTimeMs(running?.startedAt ?? terminated?.startedAt) ?? 0;
  return { revision: pastOf(cache).startOf(pod.metadata.uid, status), atMs: startedAtMs + SECOND_MS };
}

/** Returns the run context of a container in its pod: variables as at its start, and volumes as its kubelet last synced them. */
export function runContextOf(cluster: ObjectsOfPods, pod: Pod, status: ContainerStatus): RunContext {
  const past = pastOf(cluster.cache).objects;
  const start = startOf(cluster, pod, status);
  const objects = podObjectsAt(cluster, pod, start);
  const ownKey = `pods/${pod.metadata.namespace ?? ''}/${pod.metadata.name}`;
  const keys = [ownKey, ...volumeObjects(pod).map(([kind, name]) => keyOf(kind, pod, name))];
  const looks = new KubeletLooks(pod.metadata.uid, parseTimeMs(pod.status?.startTime) ?? start.atMs, {
    before: (atMs) => past.endedBefore(ownKey, atMs),
    after: (atMs) => past.endsAfter(ownKey, atMs),
  });
  const seenAt = new Map<number, PodObjects>();
  const shownAt = (atMs: number): PodObjects => {
    const lookMs = looks.last(atMs);
    if (lookMs <= start.atMs) return objects;
    let seen = seenAt.get(lookMs);
    if (!seen) seenAt.set(lookMs, (seen = podObjectsAt(cluster, pod, { atMs: lookMs })));
    return seen;
  };
  const nextChangeMs = (atMs: number): number => {
    const lookMs = Math.max(looks.last(atMs), start.atMs);
    const ends = keys.flatMap((key) => past.endsAfter(key, lookMs) ?? []);
    return ends.length === 0 ? Number.POSITIVE_INFINITY : Math.max(looks.first(Math.min(...ends)), atMs + 1);
  };
  return { objects, startedAtMs: start.atMs - SECOND_MS, shownAt, nextChangeMs };
}

function keyOf(kind: keyof typeof RESOURCES, { metadata }: Pod, name: string): string {
  return `${RESOURCES[kind]}/${metadata.namespace ?? ''}/${name}`;
}
