import { badUserInput, pathOf } from '@orrery/actions';
import { qosClass, type KubeObject, type Pod } from '@orrery/api-types';
import { effectiveRequests } from '@orrery/insights';

/** Reads the value of a column; undefined where the object has none. */
export type Column = (object: KubeObject) => unknown;

/** The most columns of one table. */
const MOST_COLUMNS = 50;
/** Fields that identify the items of lists in objects of Kubernetes. */
const ITEM_KEYS = ['type', 'name', 'key', 'uid'] as const;

/** Columns of pods that are computed, as the GraphQL type Pod has them. */
const OF_PODS: ReadonlyMap<string, Column> = new Map<string, Column>([
  ['qosClass', (object) => qosClass(object as Pod)],
  ['effectiveRequests.cpuMillis', (object) => Number(effectiveRequests(object).get('cpu') ?? 0n)],
  ['effectiveRequests.memoryBytes', (object) => Number(effectiveRequests(object).get('memory') ?? 0n)],
]);

/** The columns of a table by their names: paths into the object, or computed fields of its type. Throws BAD_USER_INPUT. */
export function columnsOf(kind: string, names: readonly string[]): readonly Column[] {
  if (names.length === 0 || names.length > MOST_COLUMNS)
    throw badUserInput(`specify 1 to ${MOST_COLUMNS} columns`, ['columns']);
  return names.map((name, index) => {
    const computed = kind === 'Pod' ? OF_PODS.get(name) : undefined;
    if (computed) return computed;
    const steps = pathOf(name);
    if (steps.length === 0) throw badUserInput(`columns[${index}]: a path is required`, ['columns', String(index)]);
    return (object) => steps.reduce<unknown>(memberOf, object);
  });
}

/** Returns a field of an object, or an item of a list by its index or its identifying field: `conditions[Ready]`. */
function memberOf(value: unknown, step: string): unknown {
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    return /^\d+$/.test(step) ? items[Number(step)] : items.find((item) => isNamed(item, step));
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[step];
}

function isNamed(item: unknown, name: string): boolean {
  if (typeof item !== 'object' || item === null) return false;
  return ITEM_KEYS.some((key) => (item as Readonly<Record<string, unknown>>)[key] === name);
}
