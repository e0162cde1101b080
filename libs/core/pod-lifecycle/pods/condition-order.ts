import type { NodeCondition } from '@orrery/api-types';

/** Conditions with some of them set: each stays where it is, and new ones come first, so that Ready remains the last. */
export function withSet(before: readonly NodeCondition[], set: readonly NodeCondition[]): NodeCondition[] {
  const byType = new Map(set.map((condition) => [condition.type, condition]));
  const known = new Set(before.map(({ type }) => type));
  return [
    ...[...byType.values()].filter(({ type }) => !known.has(type)),
    ...before.map((condition) => byType.get(condition.type) ?? condition),
  ];
}
