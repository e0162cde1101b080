import {
  compileLabelSelector,
  type AdmissionRule,
  type KubeObject,
  type LabelSelector,
  type Namespace,
} from '@orrery/api-types';
import type { GroupVersionResource, RequestAttributes, ResourceView } from './attributes';

type Labels = Readonly<Record<string, string>>;

/** Matcher of a webhook, policy or binding, compiled for many requests. */
export interface RequestMatcher {
  /** The version in which a request is matched; undefined if it is not. */
  match(attributes: RequestAttributes, namespace: NamespaceLookup): ResourceView | undefined;
}

export type NamespaceLookup = (name: string) => Namespace | undefined;

/** Match criteria, as configurations state them. */
export interface MatchSpec {
  readonly rules: readonly AdmissionRule[];
  readonly excluded?: readonly AdmissionRule[] | undefined;
  readonly matchPolicy?: string | undefined;
  readonly namespaceSelector?: LabelSelector | undefined;
  readonly objectSelector?: LabelSelector | undefined;
  /** True if no rules match every request, as in bindings. */
  readonly isOpen?: boolean;
}

/** Compiles what is matched (`plugin/webhook/generic/webhook.go`, `plugin/policy/matching/matching.go` upstream). */
export function compileMatcher(spec: MatchSpec): RequestMatcher {
  const { rules, excluded = [], matchPolicy, namespaceSelector = {}, objectSelector = {}, isOpen = false } = spec;
  const ofNamespace = isEmpty(namespaceSelector) ? undefined : compileLabelSelector(namespaceSelector);
  const ofObject = isEmpty(objectSelector) ? undefined : compileLabelSelector(objectSelector);
  const isEquivalent = matchPolicy !== 'Exact';
  return {
    match: (attributes, namespace) => {
      const view = isOpen && rules.length === 0 ? attributes.requested : viewOf(rules, attributes, isEquivalent);
      if (!view || viewOf(excluded, attributes, isEquivalent)) return undefined;
      if (ofNamespace && hasNamespace(attributes) && !ofNamespace(labelsOfNamespace(attributes, namespace))) {
        return undefined;
      }
      const { object, oldObject } = attributes;
      // Options of connections have no metadata: nothing selects them.
      const isSelected = !ofObject || [object, oldObject].some((each) => each?.metadata && ofObject(labelsOf(each)));
      return isSelected ? view : undefined;
    },
  };
}

function isEmpty({ matchLabels = {}, matchExpressions = [] }: LabelSelector): boolean {
  return Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;
}

function labelsOf({ metadata }: KubeObject): Labels {
  return metadata?.labels ?? {};
}

/** Returns true for a request in a namespace: objects without one are never excluded by their namespace. */
function hasNamespace({ namespace }: RequestAttributes): boolean {
  return namespace !== '';
}

/** Returns the labels of a request's namespace; a Namespace object uses its own labels. */
function labelsOfNamespace(attributes: RequestAttributes, lookUp: NamespaceLookup): Labels {
  const { requested, subresource, operation, object, namespace, name } = attributes;
  const isNamespace = requested.resource.group === '' && requested.resource.resource === 'namespaces';
  if (isNamespace && subresource === '' && operation !== 'DELETE' && object) return labelsOf(object);
  return lookUp(isNamespace ? name : namespace)?.metadata.labels ?? {};
}

function viewOf(
  rules: readonly AdmissionRule[],
  attributes: RequestAttributes,
  isEquivalent: boolean,
): ResourceView | undefined {
  const { requested } = attributes;
  if (rules.some((rule) => ruleMatches(rule, attributes, requested.resource))) return requested;
  if (!isEquivalent) return undefined;
  // Earlier rules count first, whatever version they name.
  const possible = rules.filter((rule) => mayMatchOther(rule, attributes));
  const others = possible.length > 0 ? attributes.equivalents() : [];
  for (const rule of possible) {
    const view = others.find(({ resource }) => ruleMatches(rule, attributes, resource));
    if (view) return view;
  }
  return undefined;
}

/** Returns whether anything but group and version of a rule is that of the request. */
function mayMatchOther(rule: AdmissionRule, attributes: RequestAttributes): boolean {
  return matchesOperation(rule, attributes) && matchesScope(rule, attributes);
}

function ruleMatches(rule: AdmissionRule, attributes: RequestAttributes, resource: GroupVersionResource): boolean {
  const { apiGroups = [], apiVersions = [], resources = [], resourceNames = [] } = rule;
  return (
    matchesOperation(rule, attributes) &&
    includes(apiGroups, resource.group) &&
    includes(apiVersions, resource.version) &&
    resources.some((text) => matchesResource(text, resource.resource, attributes.subresource)) &&
    matchesScope(rule, attributes) &&
    (resourceNames.length === 0 || resourceNames.includes(attributes.name))
  );
}

function includes(values: readonly string[], value: string): boolean {
  return values.includes('*') || values.includes(value);
}

function matchesOperation({ operations = [] }: AdmissionRule, { operation }: RequestAttributes): boolean {
  return includes(operations, operation);
}

/** `pods`, `pods/status`, all resources by a star, all subresources by a star behind the slash; a star alone matches no subresource. */
function matchesResource(text: string, resource: string, subresource: string): boolean {
  const slash = text.indexOf('/');
  const wanted = slash < 0 ? text : text.slice(0, slash);
  if (wanted !== '*' && wanted !== resource) return false;
  if (slash < 0) return subresource === '';
  const below = text.slice(slash + 1);
  return below === '*' || below === subresource;
}

/** The namespace itself has no namespace, although its requests name one. */
function matchesScope({ scope = '*' }: AdmissionRule, { namespace, requested }: RequestAttributes): boolean {
  if (scope === '*') return true;
  const isNamespaced = namespace !== '' && requested.resource.resource !== 'namespaces';
  return (scope === 'Namespaced') === isNamespaced;
}
