import type { KubeObject } from '../../objects';

type Json = Record<string, unknown>;

const EMPTY_SELECTOR_KEY = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match';

/**
 * An empty selector means all pods in policy/v1 and none in policy/v1beta1. Upstream writes the other meaning as a
 * condition on a label that no pod has (as in `pkg/apis/policy/v1beta1/conversion.go`).
 */
export function convertDisruptionBudget(object: KubeObject, apiVersion: string): KubeObject {
  const spec = object.spec as Json | undefined;
  const selector = spec?.['selector'] as Json | undefined;
  if (!spec || !selector) return { ...object, apiVersion };
  // To v1: empty means none, so "the key exists". To v1beta1: empty means all, so "the key does not exist".
  const meaningOfEmpty = apiVersion === 'policy/v1' ? 'Exists' : 'DoesNotExist';
  const meaningOfMarker = apiVersion === 'policy/v1' ? 'DoesNotExist' : 'Exists';
  let converted = selector;
  if (isEmpty(selector)) converted = { matchExpressions: [{ key: EMPTY_SELECTOR_KEY, operator: meaningOfEmpty }] };
  else if (isMarker(selector, meaningOfMarker)) converted = {};
  return { ...object, apiVersion, spec: { ...spec, selector: converted } };
}

function isEmpty(selector: Json): boolean {
  const labels = Object.keys((selector['matchLabels'] as Json | undefined) ?? {});
  return labels.length === 0 && expressionsOf(selector).length === 0;
}

function isMarker(selector: Json, operator: string): boolean {
  const expressions = expressionsOf(selector);
  const [only] = expressions;
  const isOnlyPart = expressions.length === 1 && Object.keys(selector).length === 1;
  return isOnlyPart && only?.['key'] === EMPTY_SELECTOR_KEY && only['operator'] === operator;
}

function expressionsOf(selector: Json): readonly Json[] {
  const expressions = selector['matchExpressions'];
  return Array.isArray(expressions) ? expressions : [];
}
