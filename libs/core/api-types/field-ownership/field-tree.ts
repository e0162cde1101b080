import { jsonText } from '../numbers/json-text';
import { setOwn } from '../structure/own-field';

/**
 * A set of field paths in the form of `fieldsV1`: `{}` is a path itself, `.` marks a path that has longer ones below it.
 * Trees are never changed once they are part of an object.
 */
export interface FieldTree {
  readonly [element: string]: FieldTree;
}

/** The mutable form while a tree is built. */
export type FieldTreeDraft = Record<string, FieldTree>;

const LEAF: FieldTree = Object.freeze({});

/** Returns the tree of a path with nothing below it. */
export function leaf(): FieldTree {
  return LEAF;
}

/** Returns whether nothing is owned. Only a root may be empty: below it, empty means the path itself. */
export function isEmptyTree(tree: FieldTree): boolean {
  for (const key in tree) if (Object.hasOwn(tree, key)) return false;
  return true;
}

/** All paths of both. */
export function unionTrees(a: FieldTree, b: FieldTree): FieldTree {
  const union: FieldTreeDraft = { ...a };
  for (const element of Object.keys(b)) {
    const left = Object.hasOwn(a, element) ? a[element] : undefined;
    setOwn(union, element, left === undefined ? b[element] : unionBelow(left, b[element]!));
  }
  return union;
}

/** The paths of `a` that are not in `b`. */
export function subtractTrees(a: FieldTree, b: FieldTree): FieldTree {
  const rest: FieldTreeDraft = {};
  for (const element of Object.keys(a)) {
    const left = a[element]!;
    const kept = Object.hasOwn(b, element) ? subtractBelow(left, b[element]!) : left;
    if (kept) setOwn(rest, element, kept);
  }
  return rest;
}

/** The paths that are in both. */
export function intersectTrees(a: FieldTree, b: FieldTree): FieldTree {
  const both: FieldTreeDraft = {};
  for (const element of Object.keys(a)) {
    if (!Object.hasOwn(b, element)) continue;
    const kept = intersectBelow(a[element]!, b[element]!);
    if (kept) setOwn(both, element, kept);
  }
  return both;
}

/**
 * The tree with every named field that has paths below it as a path itself: who owns a part of a field, owns the field
 * (structured-merge-diff's `EnsureNamedFieldsAreMembers`). Items of lists stay as they are.
 */
export function withNamedParents(tree: FieldTree): FieldTree {
  const all: FieldTreeDraft = {};
  for (const element of Object.keys(tree)) {
    const below = withNamedParents(tree[element]!);
    const isParent = element.startsWith('f:') && !isEmptyTree(below);
    setOwn(all, element, isParent ? { '.': LEAF, ...below } : below);
  }
  return all;
}

/** The paths of a tree as clients read them: `.spec.containers[name="c"].image`. */
export function listPaths(tree: FieldTree, prefix = ''): string[] {
  return Object.keys(tree).flatMap((element) => {
    if (element === '.') return [prefix];
    const path = prefix + renderElement(element);
    return isEmptyTree(tree[element]!) ? [path] : listPaths(tree[element]!, path);
  });
}

/** Returns whether a path below the root is itself in the set. */
export function isMember(tree: FieldTree): boolean {
  return isEmptyTree(tree) || Object.hasOwn(tree, '.');
}

function unionBelow(a: FieldTree, b: FieldTree): FieldTree {
  if (isEmptyTree(a)) return isEmptyTree(b) ? a : { '.': LEAF, ...b };
  if (isEmptyTree(b)) return { '.': LEAF, ...a };
  return unionTrees(a, b);
}

function subtractBelow(a: FieldTree, b: FieldTree): FieldTree | undefined {
  const isKept = isMember(a) && !isMember(b);
  return assemble(isKept, subtractTrees(withoutSelf(a), withoutSelf(b)));
}

function intersectBelow(a: FieldTree, b: FieldTree): FieldTree | undefined {
  return assemble(isMember(a) && isMember(b), intersectTrees(withoutSelf(a), withoutSelf(b)));
}

function assemble(isSelf: boolean, below: FieldTree): FieldTree | undefined {
  if (isEmptyTree(below)) return isSelf ? LEAF : undefined;
  return isSelf ? { '.': LEAF, ...below } : below;
}

function withoutSelf(tree: FieldTree): FieldTree {
  if (!Object.hasOwn(tree, '.')) return tree;
  const { '.': _self, ...below } = tree;
  return below;
}

function renderElement(element: string): string {
  const body = element.slice(2);
  switch (element[0]) {
    case 'k':
      return `[${Object.entries(JSON.parse(body) as object)
        .map(([key, value]) => `${key}=${jsonText(value)}`)
        .join(',')}]`;
    case 'v':
      return `[=${body}]`;
    case 'i':
      return `[${body}]`;
    default:
      return `.${body}`;
  }
}
