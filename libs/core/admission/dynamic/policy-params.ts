import { compileLabelSelector, type KubeObject, type ParamKind, type ParamRef } from '@orrery/api-types';

/** Objects of the kind that a policy names, as they are now. */
export interface ParamObjects {
  readonly isNamespaced: boolean;
  get(namespace: string, name: string): KubeObject | undefined;
  list(namespace: string): readonly KubeObject[];
}

/** Finds the kind of parameters; undefined if the cluster has none of that name. */
export type ParamLookup = (kind: ParamKind) => ParamObjects | undefined;

const NOT_FOUND = 'no params found for policy binding with `Deny` parameterNotFoundAction';

/**
 * Returns the parameters with which a binding is evaluated, one after the other: a single undefined one where it has
 * none, none at all where they may be absent. A text is the reason for which they cannot be found (`CollectParams`
 * upstream).
 */
export function collectParams(
  kind: ParamKind | undefined,
  ref: ParamRef | undefined,
  namespace: string,
  lookUp: ParamLookup,
): readonly (KubeObject | undefined)[] | string {
  if (!kind || !ref) return [undefined];
  const objects = lookUp(kind);
  if (!objects) return `paramKind kind \`${kind.apiVersion}, Kind=${kind.kind}\` not known`;
  const place = objects.isNamespaced ? ref.namespace || namespace : '';
  if (objects.isNamespaced && place === '') {
    return 'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources';
  }
  if (!objects.isNamespaced && ref.namespace) {
    return 'paramRef.namespace must not be provided for a cluster-scoped `paramKind`';
  }
  const found = ref.name ? [objects.get(place, ref.name)].filter(isPresent) : selected(objects.list(place), ref);
  return found.length === 0 && ref.parameterNotFoundAction !== 'Allow' ? NOT_FOUND : found;
}

function selected(objects: readonly KubeObject[], { selector = {} }: ParamRef): KubeObject[] {
  const matches = compileLabelSelector(selector);
  return objects.filter(({ metadata }) => matches(metadata.labels ?? {}));
}

function isPresent(object: KubeObject | undefined): object is KubeObject {
  return object !== undefined;
}
