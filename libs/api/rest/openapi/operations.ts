import { groupOf, versionOf, type KindInfo, type Verb } from '@orrery/api-types';
import type { ServedKinds } from '../served-kinds';
import type { GroupVersionKind } from '@orrery/api-descriptions';

/** One thing that may be done at a path. */
export interface Operation {
  /** As in HTTP, in small letters. */
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly gvk: GroupVersionKind;
  /** Names of query parameters; clients look here for what the server can do. */
  readonly parameters: readonly string[];
}

export interface PathOperations {
  readonly path: string;
  readonly operations: readonly Operation[];
}

const WRITE = ['dryRun', 'fieldManager', 'fieldValidation'];
const PARAMETERS: Readonly<Record<Operation['method'], readonly string[]>> = {
  get: [],
  post: WRITE,
  put: WRITE,
  patch: [...WRITE, 'force'],
  delete: ['dryRun', 'gracePeriodSeconds', 'propagationPolicy'],
};
const OF_COLLECTION: readonly (readonly [Verb, Operation['method']])[] = [
  ['list', 'get'],
  ['create', 'post'],
  ['deletecollection', 'delete'],
];
const OF_OBJECT: readonly (readonly [Verb, Operation['method']])[] = [
  ['get', 'get'],
  ['update', 'put'],
  ['patch', 'patch'],
  ['delete', 'delete'],
];

/** The paths of a served group version and what may be done there. */
export function pathsOf(kinds: ServedKinds, apiVersion: string): PathOperations[] {
  return kinds.kindsIn(apiVersion).flatMap((kind) => pathsOfKind(kind, apiVersion));
}

function pathsOfKind(kind: KindInfo, apiVersion: string): PathOperations[] {
  const gvk = { group: groupOf(apiVersion), version: versionOf(apiVersion), kind: kind.bodyKind };
  const root = gvk.group === '' ? `/api/${apiVersion}` : `/apis/${apiVersion}`;
  const collection = kind.namespaced ? `${root}/namespaces/{namespace}/${kind.resource}` : `${root}/${kind.resource}`;
  const operationsOf = (pairs: readonly (readonly [Verb, Operation['method']])[]): Operation[] =>
    pairs
      .filter(([verb]) => kind.verbs.includes(verb))
      .map(([, method]) => ({ method, gvk, parameters: PARAMETERS[method] }));
  return [
    { path: collection, operations: operationsOf(OF_COLLECTION) },
    { path: `${collection}/{name}`, operations: operationsOf(OF_OBJECT) },
  ].filter(({ operations }) => operations.length > 0);
}
