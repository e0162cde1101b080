import {
  badRequest,
  labelSelectorRequirements,
  matchesRequirements,
  type KindInfo,
  type KubeObject,
} from '@orrery/api-types';
import { select, type Selection } from '@orrery/control-plane';
import { parseTimeMs } from '@orrery/time';
import { uidOfResourceId } from './resource-id';

/** A label selector as clients write it. */
interface LabelFilter {
  readonly matchLabels?: Readonly<Record<string, string>> | null | undefined;
  readonly matchExpressions?: readonly LabelRequirement[] | null | undefined;
}

interface LabelRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[] | null | undefined;
}

/** Selects objects of a kind: all fields that are given must match. */
export interface ResourceFilter {
  readonly namespace?: string | null | undefined;
  readonly namespaces?: readonly string[] | null | undefined;
  readonly names?: readonly string[] | null | undefined;
  readonly labelSelector?: string | null | undefined;
  readonly fieldSelector?: string | null | undefined;
  readonly labels?: LabelFilter | null | undefined;
  /** Id of the owner of the objects. */
  readonly owner?: string | null | undefined;
  readonly createdAfter?: string | null | undefined;
  readonly createdBefore?: string | null | undefined;
  /** Text contained in the name, namespace or labels. */
  readonly search?: string | null | undefined;
}

export type Predicate = (object: KubeObject) => boolean;

/** Compiles a filter to a selection, with further conditions; throws 400 for invalid selectors. */
export function selectionOf(
  kind: KindInfo,
  filter: ResourceFilter | null | undefined,
  conditions: readonly Predicate[] = [],
): Selection {
  const base = select(kind, {
    namespace: kind.namespaced ? (onlyNamespace(filter) ?? undefined) : undefined,
    labelSelector: filter?.labelSelector ?? undefined,
    fieldSelector: filter?.fieldSelector ?? undefined,
  });
  const predicates = [...resourceConditions(filter), ...conditions];
  if (predicates.length === 0) return base;
  return {
    ...base,
    hasSelectors: true,
    matches: (object) => base.matches(object) && predicates.every((predicate) => predicate(object)),
  };
}

/** Returns the only namespace that the filter selects, so that the others need not be read. */
function onlyNamespace(filter: ResourceFilter | null | undefined): string | null | undefined {
  if (filter?.namespace != null) return filter.namespace;
  return filter?.namespaces?.length === 1 ? filter.namespaces[0] : undefined;
}

function resourceConditions(filter: ResourceFilter | null | undefined): Predicate[] {
  if (!filter) return [];
  const { namespaces, names, labels, owner, createdAfter, createdBefore, search } = filter;
  const conditions: Predicate[] = [];
  if (namespaces) conditions.push(isOneOf(namespaces, ({ metadata }) => metadata.namespace));
  if (names) conditions.push(isOneOf(names, ({ metadata }) => metadata.name));
  if (labels) conditions.push(matchesLabels(labels));
  if (owner != null) {
    const uid = uidOfResourceId(owner);
    conditions.push(({ metadata }) => metadata.ownerReferences?.some((reference) => reference.uid === uid) ?? false);
  }
  if (createdAfter != null) conditions.push((object) => createdMs(object) > (parseTimeMs(createdAfter) ?? 0));
  if (createdBefore != null) conditions.push((object) => createdMs(object) < (parseTimeMs(createdBefore) ?? 0));
  if (search != null && search !== '') conditions.push(contains(search.toLowerCase()));
  return conditions;
}

export function isOneOf(values: readonly string[], read: (object: KubeObject) => string | undefined): Predicate {
  const wanted = new Set(values);
  return (object) => {
    const value = read(object);
    return value !== undefined && wanted.has(value);
  };
}

function matchesLabels(selector: NonNullable<ResourceFilter['labels']>): Predicate {
  for (const { key, operator, values } of selector.matchExpressions ?? []) {
    const needsValues = operator === 'In' || operator === 'NotIn';
    if (!needsValues && operator !== 'Exists' && operator !== 'DoesNotExist') {
      throw badRequest(`labels: ${JSON.stringify(operator)} is not a valid label selector operator`);
    }
    if (needsValues !== (values?.length ?? 0) > 0) {
      throw badRequest(
        needsValues
          ? `labels: values of ${key}: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`
          : `labels: values of ${key}: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'`,
      );
    }
  }
  const requirements = labelSelectorRequirements({
    matchLabels: { ...selector.matchLabels },
    matchExpressions: (selector.matchExpressions ?? []).map(({ values, ...expression }) => ({
      ...expression,
      ...(values ? { values: [...values] } : {}),
    })),
  });
  return ({ metadata }) => matchesRequirements(requirements ?? [], metadata.labels);
}

function createdMs({ metadata }: KubeObject): number {
  return parseTimeMs(metadata.creationTimestamp) ?? 0;
}

function contains(text: string): Predicate {
  return ({ metadata }) =>
    metadata.name.toLowerCase().includes(text) ||
    (metadata.namespace?.toLowerCase().includes(text) ?? false) ||
    Object.entries(metadata.labels ?? {}).some(([key, value]) => `${key}=${value}`.toLowerCase().includes(text));
}
