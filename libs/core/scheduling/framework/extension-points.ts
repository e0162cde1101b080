import type { AnyPlugin } from './plugin';

/** Extension points as configuration names them. */
export const EXTENSION_POINTS = [
  'preEnqueue',
  'queueSort',
  'preFilter',
  'filter',
  'postFilter',
  'preScore',
  'score',
  'reserve',
  'permit',
  'preBind',
  'bind',
  'postBind',
] as const;
export type ExtensionPoint = (typeof EXTENSION_POINTS)[number];

/** The method that makes a plugin usable at a point. */
const METHOD: Readonly<Record<ExtensionPoint, keyof AnyPlugin>> = {
  preEnqueue: 'preEnqueue',
  queueSort: 'compare',
  preFilter: 'preFilter',
  filter: 'filter',
  postFilter: 'postFilter',
  preScore: 'preScore',
  score: 'score',
  reserve: 'reserve',
  permit: 'permit',
  preBind: 'preBind',
  bind: 'bind',
  postBind: 'postBind',
};

/** Returns whether a plugin implements a point. */
export function implementsPoint(plugin: AnyPlugin, point: ExtensionPoint): boolean {
  return typeof plugin[METHOD[point]] === 'function';
}
