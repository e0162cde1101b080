import { nodeTroubles } from './board-node';
import { requestedOn, type BoardState } from './board-state';
import { contains, type BoardLayout, type Rect } from './layout';
import { bytes, cores, plural } from '../words';

/** Object on the board that the user can point at. */
export type Subject =
  | { readonly kind: 'zone'; readonly name: string }
  | { readonly kind: 'node'; readonly name: string }
  | {
      readonly kind: 'pod';
      readonly uid: string;
      /** Name of the pod, where it may not be on the board. */
      readonly called?: PodName;
    };

/** The name of a pod. */
export interface PodName {
  readonly namespace: string;
  readonly name: string;
}

export function isSame(a: Subject | undefined, b: Subject | undefined): boolean {
  return a?.kind === b?.kind && idOf(a) === idOf(b);
}

function idOf(subject: Subject | undefined): string | undefined {
  return subject?.kind === 'pod' ? subject.uid : subject?.name;
}

/** Rectangles of the blocks of pods: by node, and those that wait under the empty name. */
export type PodRects = ReadonlyMap<string, ReadonlyMap<string, Rect>>;

/** Returns the subject at a point of the board. */
export function subjectAt(
  at: { readonly x: number; readonly y: number },
  { layout, podRects }: { readonly layout: BoardLayout; readonly podRects: PodRects },
): Subject | undefined {
  const podIn = (place: string): Subject | undefined => {
    for (const [uid, rect] of podRects.get(place) ?? []) if (contains(rect, at)) return { kind: 'pod', uid };
    return undefined;
  };
  if (contains(layout.waitingRoom, at)) return podIn('');
  for (const zone of layout.zones) {
    if (!contains(zone, at)) continue;
    for (const [name, rect] of layout.nodes) if (contains(rect, at)) return podIn(name) ?? { kind: 'node', name };
    return { kind: 'zone', name: zone.name };
  }
  return undefined;
}

/** The nearest node in a direction, for the keyboard: of those that lie more that way than aside. */
export function nodeTowards(layout: BoardLayout, from: string, direction: Direction): string | undefined {
  const start = layout.nodes.get(from);
  if (!start) return layout.order[0];
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const [name, rect] of layout.nodes) {
    const [dx, dy] = [rect.x - start.x, rect.y - start.y];
    const along = direction === 'left' ? -dx : direction === 'right' ? dx : direction === 'up' ? -dy : dy;
    const aside = Math.abs(direction === 'left' || direction === 'right' ? dy : dx);
    if (along < 1 || aside > along) continue;
    const distance = along + aside * 2;
    if (best === undefined || distance < best.distance) best = { name, distance };
  }
  return best?.name;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/** Returns the pod before or after a pod on its node, or in the waiting room; at an end of them the pod itself. */
export function siblingOf(state: BoardState, uid: string, direction: Direction): Subject {
  const nodeName = state.pods.get(uid)?.nodeName;
  const uids = [...((nodeName === undefined ? state.waiting : state.podsOf.get(nodeName))?.keys() ?? [])];
  const step = direction === 'left' || direction === 'up' ? -1 : 1;
  return { kind: 'pod', uid: uids[uids.indexOf(uid) + step] ?? uid };
}

/** Returns the node of a pod; undefined for a pod that waits. */
export function nodeOfPod(state: BoardState, uid: string): Subject | undefined {
  const nodeName = state.pods.get(uid)?.nodeName;
  return nodeName === undefined ? undefined : { kind: 'node', name: nodeName };
}

/** Returns the first pod of a node; undefined for other subjects, and for a node without pods. */
export function firstPodOf(state: BoardState, subject: Subject): Subject | undefined {
  const [uid] = subject.kind === 'node' ? (state.podsOf.get(subject.name)?.keys() ?? []) : [];
  return uid === undefined ? undefined : { kind: 'pod', uid };
}

/** A subject in words: for the line under the pointer, and for screen readers. */
export function subjectWords(state: BoardState, subject: Subject, faults: readonly string[] = []): string {
  if (subject.kind === 'zone') return `zone ${subject.name || '(none)'}`;
  if (subject.kind === 'pod') {
    const pod = state.pods.get(subject.uid);
    if (!pod) return 'a pod that is gone';
    const where = pod.nodeName === undefined ? `waits: ${pod.waitsFor}` : `on ${pod.nodeName}`;
    const asks = `${cores(pod.cpuMillis)} CPU, ${bytes(pod.memoryBytes)}`;
    return `pod ${pod.namespace}/${pod.name}, ${pod.health}, ${where}, requests ${asks}`;
  }
  const node = state.nodes.get(subject.name);
  if (!node) return `node ${subject.name}, which is gone`;
  const requested = requestedOn(state, node.name);
  const used = state.used.get(node.name);
  const troubles = nodeTroubles(node, faults);
  return [
    `node ${node.name}`,
    `${plural(requested.pods, 'pod')} of ${node.pods}`,
    `CPU ${cores(requested.cpuMillis)} of ${cores(node.cpuMillis)} requested`,
    `memory ${bytes(requested.memoryBytes)} of ${bytes(node.memoryBytes)}`,
    ...(used ? [`uses ${cores(used.cpuMillis)} CPU and ${bytes(used.memoryBytes)}`] : []),
    ...(troubles.length > 0 ? troubles : ['ready']),
  ].join(', ');
}
