import { plural } from '../words';
import type { BoardState } from './board-state';
import type { BoardFilter } from './filter';
import type { Subject } from './subject';

/** Returns the subjects that a search selects: pods in the order in which they came, or, where it selects none, nodes. */
export function foundBy(filter: BoardFilter, state: BoardState): readonly Subject[] {
  if (filter.isEmpty) return [];
  const pods: Subject[] = [];
  for (const pod of state.pods.values()) if (filter.pod(pod)) pods.push({ kind: 'pod', uid: pod.uid });
  if (pods.length > 0) return pods;
  const nodes: Subject[] = [];
  for (const node of state.nodes.values()) if (filter.node(node)) nodes.push({ kind: 'node', name: node.name });
  return nodes;
}

/** Returns how much a search selects, in words; empty where nothing is searched. */
export function foundWords(filter: BoardFilter, found: readonly Subject[]): string {
  if (filter.isEmpty) return '';
  const [first] = found;
  return first ? `${plural(found.length, first.kind)} found` : 'Nothing found';
}

/** Returns the found subject after a subject, or before it, around the end; the first where the subject is not among them. */
export function nextFound(found: readonly Subject[], from: Subject | undefined, step: 1 | -1): Subject | undefined {
  const at = from === undefined ? -1 : found.findIndex((each) => keyOf(each) === keyOf(from));
  if (at === -1) return step === 1 ? found[0] : found.at(-1);
  return found[(at + step + found.length) % found.length];
}

function keyOf(subject: Subject): string {
  return `${subject.kind} ${subject.kind === 'pod' ? subject.uid : subject.name}`;
}
