import { podUid, type PodInfo } from '../cache/pod-info';
import type { Pod } from '@orrery/api-types';
import type { SchedulerParts } from '../scheduler-parts';

/**
 * Does `work` as if the pods were not there: neither on their nodes nor promised one. Afterwards everything is as
 * before, the order of the pods on each node included.
 */
export function withoutPods<T>(parts: SchedulerParts, pods: readonly Pod[], work: () => T): T {
  if (pods.length === 0) return work();
  const { cache, queue } = parts;
  const uids = new Set(pods.map(podUid));
  const present = podsBesides(parts, uids);
  const promises = [...uids].flatMap((uid) => {
    const nodeName = queue.nominator.nominatedNode(uid);
    const info = queue.entry(uid)?.info;
    return nodeName === undefined || !info ? [] : [{ info, nodeName }];
  });
  for (const uid of uids) {
    cache.removePod(uid);
    queue.nominator.remove(uid);
  }
  try {
    return work();
  } finally {
    for (const pod of present) cache.removePod(pod.uid);
    for (const pod of present) cache.setPod(pod);
    for (const { info, nodeName } of promises) queue.nominator.nominate(info, nodeName);
  }
}

/** All pods of the nodes that some of the pods are on, in their order. */
function podsBesides({ cache }: SchedulerParts, uids: ReadonlySet<string>): readonly PodInfo[] {
  const nodeNames = new Set<string>();
  for (const uid of uids) {
    const nodeName = cache.pod(uid)?.pod.spec.nodeName;
    if (nodeName) nodeNames.add(nodeName);
  }
  return [...nodeNames].flatMap((name) => cache.podsOn(name));
}
