import { exactInteger, isInt64, withFields, type KubeObject, type Namespace } from '@orrery/api-types';
import type { RequestAttributes, ResourceView } from './attributes';

/**
 * JSON as expressions see it: whole numbers are integers, as where upstream decodes without a schema. `known` keeps what
 * was made of objects that do not change.
 */
export function celValue(value: unknown, known?: WeakMap<object, unknown>): unknown {
  if (typeof value === 'number') return isInt64(value) ? BigInt(value) : value;
  if (typeof value !== 'object' || value === null) return value ?? null;
  const before = known?.get(value);
  if (before !== undefined) return before;
  const seen = Array.isArray(value) ? Array.from(value, (item) => celValue(item)) : fieldsOf(value);
  known?.set(value, seen);
  return seen;
}

function fieldsOf(value: object): Record<string, unknown> {
  const seen: Record<string, unknown> = {};
  for (const field of Object.keys(value)) {
    const part = (value as Record<string, unknown>)[field];
    if (part !== undefined) seen[field] = celValue(part);
  }
  return seen;
}

/** Returns the result of expressions as JSON. */
export function jsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return exactInteger(value);
  if (Array.isArray(value)) return value.map(jsonValue);
  if (value instanceof Date) return value.toISOString().replace(/\.000Z$/, 'Z');
  const entries = value instanceof Map ? [...(value as Map<string, unknown>)] : undefined;
  if (entries) return Object.fromEntries(entries.map(([key, item]) => [key, jsonValue(item)]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, jsonValue(item)]));
}

/** The request without its objects, as webhooks and the variable `request` have it (`CreateAdmissionRequest` upstream). */
export function requestBody(attributes: RequestAttributes, view: ResourceView): Record<string, unknown> {
  const { requested, subresource, name, namespace, operation, user, options, isDryRun } = attributes;
  return {
    kind: view.kind,
    resource: view.resource,
    ...filled({ subResource: subresource }),
    requestKind: requested.kind,
    requestResource: requested.resource,
    ...filled({ requestSubResource: subresource, name, namespace }),
    operation,
    userInfo: userInfo(user),
    dryRun: isDryRun,
    options,
  };
}

function userInfo({ name, uid = '', groups, extra = {} }: RequestAttributes['user']): object {
  return {
    ...filled({ username: name, uid }),
    ...(groups.length > 0 ? { groups } : {}),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

function filled(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}

/** The fields of a namespace that expressions may read (`CreateNamespaceObject` upstream). */
export function namespaceFields({ metadata, spec, status }: Namespace): object {
  const { managedFields: _managedFields, ownerReferences: _owners, ...shown } = metadata as KubeObject['metadata'];
  return withFields({ metadata: shown }, { ...(spec ? { spec } : {}), ...(status ? { status } : {}) });
}
