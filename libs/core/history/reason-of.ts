import type { FieldChange } from './field-changes';

interface Condition {
  readonly type?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
}

interface Explained {
  readonly status?: { readonly reason?: string; readonly message?: string; readonly conditions?: readonly Condition[] };
}

/**
 * Returns the reason of a change that the object itself records: a pod names the cause of its eviction, and conditions
 * have the reasons of their changes. Undefined without one.
 */
export function reasonOf(object: unknown, fields: readonly FieldChange[], isDeletion: boolean): string | undefined {
  const { status } = object as Explained;
  const conditions = status?.conditions ?? [];
  const target = conditions.find(({ type, status: is }) => type === 'DisruptionTarget' && is === 'True');
  const isGoing = isDeletion || fields.some(({ path }) => path.startsWith('metadata.deletion'));
  if (target && (isGoing || fields.some(({ path }) => path.includes('[DisruptionTarget]')))) return textOf(target);
  const changed = conditions.find(({ type }) =>
    fields.some(({ path }) => path === `status.conditions[${type}].status`),
  );
  if (changed) return textOf(changed);
  return fields.some(({ path }) => path === 'status.reason') && status ? textOf(status) : undefined;
}

function textOf({ reason, message }: Pick<Condition, 'reason' | 'message'>): string | undefined {
  const parts = [reason, message].filter((part) => part !== undefined && part !== '');
  return parts.length === 0 ? undefined : parts.join(': ');
}
