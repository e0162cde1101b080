import type { KubeObject } from '../../objects';

type Amounts = Readonly<Record<string, string>>;

interface Item {
  readonly type?: string;
  readonly max?: Amounts;
  readonly min?: Amounts;
  default?: Amounts;
  defaultRequest?: Amounts;
}

/** Bounds are defaults where none are given: the limit is the maximum, the request the limit or else the minimum. */
export function defaultLimitRange(object: KubeObject): void {
  for (const item of ((object.spec ?? {}) as { limits?: Item[] }).limits ?? []) {
    if (item.type !== 'Container') continue;
    const limits = { ...item.max, ...item.default };
    setAmounts(item, 'default', limits);
    setAmounts(item, 'defaultRequest', { ...item.min, ...limits, ...item.defaultRequest });
  }
}

/** Empty amounts are left out: a client that applies what it wrote would take them for a change. */
function setAmounts(item: Item, field: 'default' | 'defaultRequest', amounts: Amounts): void {
  if (Object.keys(amounts).length > 0) item[field] = amounts;
  else delete item[field];
}
