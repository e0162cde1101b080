import type { KubeObject } from '../objects';

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
    item.default = { ...item.max, ...item.default };
    item.defaultRequest = { ...item.min, ...item.default, ...item.defaultRequest };
  }
}
