import type { BoardNode } from './board-node';
import type { BoardPod } from './board-pod';

/** Selects pods and nodes. */
export interface BoardFilter {
  /** True for an empty filter, which selects everything. */
  readonly isEmpty: boolean;
  pod(pod: BoardPod): boolean;
  node(node: BoardNode): boolean;
}

type Labelled = { readonly name: string; readonly labels: Readonly<Record<string, string>> };
type Term = (subject: Labelled & Partial<BoardPod> & Partial<BoardNode>) => boolean;

/**
 * A filter of a line of text; words are joined by "and". `app=web` and `app!=web` are about labels, `ns:shop` about the namespace,
 * `node:node-1` about the node, `zone:a`, `owner:Deployment/web` (or a part of it) and `is:ready` about what they say; any other
 * word is searched in names and applications.
 */
export function filterOf(text: string): BoardFilter {
  const terms = text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(termOf);
  const all = (subject: Labelled): boolean => terms.every((term) => term(subject));
  return { isEmpty: terms.length === 0, pod: all, node: all };
}

const FIELDS: Readonly<Record<string, (value: string) => Term>> = {
  ns:
    (value) =>
    ({ namespace }) =>
      namespace === value,
  namespace:
    (value) =>
    ({ namespace }) =>
      namespace === value,
  node:
    (value) =>
    ({ nodeName, name, zone }) =>
      (zone === undefined ? nodeName : name) === value,
  zone:
    (value) =>
    ({ zone }) =>
      zone === value,
  owner:
    (value) =>
    ({ owner }) =>
      owner?.toLowerCase().includes(value) ?? false,
  is:
    (value) =>
    ({ health, isCordoned, pressures }) =>
      health?.replaceAll(' ', '') === value ||
      (value === 'cordoned' && isCordoned === true) ||
      (value === 'pressured' && (pressures?.length ?? 0) > 0),
};

function termOf(word: string): Term {
  const [, label, operator, wanted] = /^([^=!:]+)(!?=)(.*)$/.exec(word) ?? [];
  if (label !== undefined) return ({ labels }) => (labels[label] === wanted) === (operator === '=');
  const colon = word.indexOf(':');
  const field = colon > 0 ? FIELDS[word.slice(0, colon).toLowerCase()] : undefined;
  const value = word.slice(colon + 1).toLowerCase();
  if (field) return field(value);
  const part = word.toLowerCase();
  return ({ name, application }) => name.includes(part) || (application?.includes(part) ?? false);
}
