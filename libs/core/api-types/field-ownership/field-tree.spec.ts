import fc from 'fast-check';
import {
  intersectTrees,
  listPaths,
  subtractTrees,
  unionTrees,
  type FieldTree,
  type FieldTreeDraft,
} from './field-tree';

/** Makes a tree from paths; written out here so that the laws do not depend on the code under test. */
function treeOf(paths: readonly (readonly string[])[]): FieldTree {
  const root: FieldTreeDraft = {};
  for (const path of paths) {
    let at = root;
    path.forEach((step, index) => {
      const key = `f:${step}`;
      const isLast = index === path.length - 1;
      const existed = key in at;
      const below = (at[key] ?? {}) as FieldTreeDraft;
      if (isLast && existed && Object.keys(below).length > 0) below['.'] = {};
      if (!isLast && existed && Object.keys(below).length === 0) below['.'] = {};
      at[key] = below;
      at = below;
    });
  }
  return root;
}

const paths = fc.uniqueArray(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 }), {
  selector: (path) => path.join('.'),
});
const text = (path: readonly string[]): string => `.${path.join('.')}`;
const sorted = (list: readonly string[]): string[] => [...list].sort();

test('trees behave as sets of paths', () => {
  fc.assert(
    fc.property(paths, paths, (left, right) => {
      const a = new Set(left.map(text));
      const b = new Set(right.map(text));
      const treeA = treeOf(left);
      const treeB = treeOf(right);
      expect(sorted(listPaths(treeA))).toEqual(sorted([...a]));
      expect(sorted(listPaths(unionTrees(treeA, treeB)))).toEqual(sorted([...new Set([...a, ...b])]));
      expect(sorted(listPaths(subtractTrees(treeA, treeB)))).toEqual(sorted([...a].filter((path) => !b.has(path))));
      expect(sorted(listPaths(intersectTrees(treeA, treeB)))).toEqual(sorted([...a].filter((path) => b.has(path))));
    }),
  );
});

test('paths are printed as clients read them', () => {
  const tree = {
    'f:spec': { 'f:containers': { 'k:{"name":"c"}': { '.': {}, 'f:image': {} } } },
    'f:metadata': { 'f:finalizers': { 'v:"x"': {} } },
  };
  expect(listPaths(tree)).toEqual([
    '.spec.containers[name="c"]',
    '.spec.containers[name="c"].image',
    '.metadata.finalizers[="x"]',
  ]);
});
