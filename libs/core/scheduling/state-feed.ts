import type { KubeObject, Node, Pod } from '@orrery/api-types';
import { termSelectsPod } from './cache/affinity-terms';
import { isAssigned, isTerminal, newerPodInfo, podInfoOf, podUid, type PodInfo } from './cache/pod-info';
import { objectKey } from './cache/cluster-objects';
import type { BindingCycles } from './binding/binding-cycles';
import type { ClusterEvent } from './framework/cluster-event';
import { podArrival, podDeparture, podOtherUpdate, podUpdateEvents } from './queue/derive-events';
import { routedNodeEvents, routedObjectEvents } from './queue/listed-events';
import type { SchedulerParts } from './scheduler-parts';
import { DEFAULT_SCHEDULER_NAME } from './profiles/profile';

/**
 * Takes the changes of the log, in order of revision, and brings cache and queue up to date. The previous version is
 * taken from the scheduler's own state, so a repeated change does no harm.
 */
export class StateFeed {
  constructor(
    private readonly parts: SchedulerParts,
    private readonly bindings: BindingCycles,
  ) {}

  node(before: Node | undefined, after: Node | undefined): void {
    const { cache, queue, behaviour } = this.parts;
    if (after) cache.setNode(after);
    else if (before) cache.removeNode(before.metadata.name);
    for (const event of routedNodeEvents(behaviour.queue.eventRouting, before, after)) queue.moveAll(event);
  }

  object(before: KubeObject | undefined, after: KubeObject | undefined): void {
    const { objects, queue, behaviour } = this.parts;
    if (after) objects.set(after);
    else if (before) objects.remove(before);
    const changed = after ?? before;
    if (changed) {
      this.bindings.objectChanged(changed);
      queue.objectChanged(objectKey(changed.kind, changed.metadata.namespace, changed.metadata.name));
    }
    for (const event of routedObjectEvents(behaviour.queue.eventRouting, before, after)) queue.moveAll(event);
  }

  pod(before: Pod | undefined, after: Pod | undefined): void {
    const any = after ?? before;
    if (!any) return;
    const uid = podUid(any);
    if (after && !isTerminal(after) && isAssigned(after)) this.assigned(uid, after);
    else if (after && !isTerminal(after)) this.pending(uid, after);
    else this.gone(uid);
  }

  private assigned(uid: string, pod: Pod): void {
    const { cache, queue, shapes } = this.parts;
    const known = cache.pod(uid);
    const info = known ? newerPodInfo(known, pod, shapes) : podInfoOf(pod, shapes);
    if (known && !cache.isAssumed(uid)) {
      cache.setPod(info);
      this.assignedUpdated(known.pod, info);
      return;
    }
    queue.delete(uid);
    const cycle = this.bindings.cycle(uid);
    cache.setPod(info);
    if (cycle) this.bindings.gone(uid);
    this.moveByAssigned(podArrival(pod), info);
  }

  private assignedUpdated(before: Pod, info: PodInfo): void {
    const after = info.pod;
    if (before === after || before.metadata.resourceVersion === after.metadata.resourceVersion) return;
    const events = podUpdateEvents(before, after, this.parts.behaviour.requests);
    if (events.length === 0) events.push(podOtherUpdate(before, after));
    if (this.parts.behaviour.queue.eventRouting !== 'hints') events.length = 1;
    for (const event of events) this.moveByAssigned(event, info);
  }

  /** 1.20: an assigned pod wakes only pods whose required affinity selects it. */
  private moveByAssigned(event: ClusterEvent, info: PodInfo): void {
    const { queue, behaviour, objects } = this.parts;
    if (behaviour.queue.eventRouting !== 'listedEvents') return queue.moveAll(event);
    queue.moveSome(({ affinityTerms }) =>
      Boolean(affinityTerms?.requiredAffinity.some((term) => termSelectsPod(term, info.pod, objects.namespaceLabels))),
    );
  }

  private pending(uid: string, pod: Pod): void {
    const { cache, queue, shapes, profiles, behaviour } = this.parts;
    if (!profiles.has(pod.spec.schedulerName ?? DEFAULT_SCHEDULER_NAME)) {
      queue.delete(uid);
      return;
    }
    if (cache.isAssumed(uid)) {
      this.bindings.updated(uid, podInfoOf(pod, shapes));
      return;
    }
    if (cache.pod(uid)) this.leaves(uid);
    const entry = queue.entry(uid);
    if (!entry) return queue.add(podInfoOf(pod, shapes));
    const known = entry.info.pod;
    if (known.metadata.resourceVersion === pod.metadata.resourceVersion) return;
    const { info } = entry;
    queue.update(podInfoOf(pod, shapes), podUpdateEvents(known, pod, behaviour.requests));
    if (known.status?.nominatedNodeName !== pod.status?.nominatedNodeName) this.nominationEnded(info);
  }

  private gone(uid: string): void {
    const { cache, queue } = this.parts;
    const waiting = queue.entry(uid)?.info;
    queue.delete(uid);
    if (this.bindings.cycle(uid)) {
      this.bindings.gone(uid);
      return;
    }
    if (cache.pod(uid)) this.leaves(uid);
    else if (waiting) this.nominationEnded(waiting);
  }

  /**
   * A nominated pod counts as assigned for pods of the same or a lower priority: for these, the end of its nomination is
   * the departure of an assigned pod (upstream's `getLEPriorityPreCheck`, since 1.33; the list of 1.20 has no such event).
   */
  private nominationEnded({ pod, priority, uid }: PodInfo): void {
    const { queue, behaviour } = this.parts;
    if (!pod.status?.nominatedNodeName || behaviour.queue.eventRouting !== 'hints') return;
    queue.moveAll(podDeparture(pod), (other) => other.uid !== uid && other.priority <= priority);
  }

  private leaves(uid: string): void {
    const { cache, queue } = this.parts;
    const known = cache.pod(uid);
    if (!known) return;
    cache.removePod(uid);
    queue.moveAll(podDeparture(known.pod));
  }
}
