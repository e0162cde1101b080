import type { KindInfo, KubeObject, PodSpec } from '@orrery/api-types';
import {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  subtractQuantities,
  ZERO_QUANTITY,
  type Quantity,
} from '@orrery/quantity';
import { chargeOf, type Charge } from './object-charge';
import type { QuotaList, ResourceQuota } from './quota';
import { isInScope } from './quota-scopes';

/** Result of a quota for a new object: the usage including it, or the refusal. Neither: the quota does not cover the object. */
export type QuotaVerdict =
  | { readonly used: QuotaList; readonly refusal?: never }
  | { readonly used?: never; readonly refusal: string }
  | undefined;

export interface QuotaQuestion {
  readonly quota: ResourceQuota;
  readonly kind: KindInfo;
  readonly object: KubeObject;
  /** Pod before its resize: its previous usage is not charged again. */
  readonly before?: KubeObject | undefined;
  /** Names the containers that lack an amount, as Kubernetes does since 1.28. */
  readonly namesContainers: boolean;
}

/** Amounts a quota may demand of every container. */
const COMPUTE = /^(?:requests\.|limits\.)?(?:cpu|memory)$/;

/** Checks one object against one quota. */
export function checkQuota({ quota, kind, object, before, namesContainers }: QuotaQuestion): QuotaVerdict {
  const hard = quota.status?.hard ?? quota.spec?.hard ?? {};
  if (!isInScope(quota, kind, object)) return undefined;
  const charge = chargeIn(hard, { kind, object, before });
  const missing = kind.kind === 'Pod' ? missingAmounts(hard, object.spec as PodSpec, namesContainers) : '';
  if (missing !== '') return { refusal: `failed quota: ${quota.metadata.name}: must specify ${missing}` };
  if (charge.size === 0) return undefined;
  const used = quota.status?.used ?? {};
  const exceeded = [...charge.keys()].filter((name) => isOver(name, charge.get(name)!, used, hard)).sort();
  if (exceeded.length > 0) return { refusal: refusalText(quota.metadata.name, exceeded, { charge, used, hard }) };
  return { used: withCharge(used, charge) };
}

function chargeIn(
  hard: QuotaList,
  { kind, object, before }: Pick<QuotaQuestion, 'kind' | 'object' | 'before'>,
): Charge {
  const charge = chargeOf(kind, object);
  return before ? growth(chargeOf(kind, before), charge, hard) : relevant(charge, hard);
}

/** Returns what a change adds to the amounts that a quota limits. */
function growth(before: Charge, after: Charge, hard: QuotaList): Charge {
  const added = [...relevant(after, hard)].map(([name, amount]) => {
    const known = before.get(name);
    return [name, known ? subtractQuantities(amount, known) : amount] as const;
  });
  return new Map(added.filter(([, { nanos }]) => nanos > 0n));
}

/** Returns the usage after an object of this charge was added. */
export function withCharge(used: QuotaList, charge: Charge): QuotaList {
  return change(used, charge, addQuantities);
}

/** Returns the usage after an object of this charge was removed. */
export function withoutCharge(used: QuotaList, charge: Charge): QuotaList {
  return change(used, charge, (a, b) => {
    const left = subtractQuantities(a, b);
    return left.nanos < 0n ? ZERO_QUANTITY : left;
  });
}

/** Returns what an object costs a quota, a resized one more than before: nothing if the quota is not about it. */
export function chargeByQuota({ quota, kind, object, before }: Omit<QuotaQuestion, 'namesContainers'>): Charge {
  if (!isInScope(quota, kind, object)) return new Map();
  return chargeIn(quota.spec?.hard ?? {}, { kind, object, before });
}

/** The recounted usage of all objects: a name for every limit, `0` where nothing uses it. */
export function usageOf(
  quota: ResourceQuota,
  objects: Iterable<{ readonly kind: KindInfo; readonly object: KubeObject }>,
): QuotaList {
  let used: QuotaList = Object.fromEntries(Object.keys(quota.spec?.hard ?? {}).map((name) => [name, '0']));
  for (const { kind, object } of objects) used = withCharge(used, chargeByQuota({ quota, kind, object }));
  return used;
}

function change(used: QuotaList, charge: Charge, by: (a: Quantity, b: Quantity) => Quantity): QuotaList {
  const next: Record<string, string> = { ...used };
  for (const [name, amount] of charge) next[name] = formatQuantity(by(parseQuantity(used[name] ?? '0'), amount));
  return next;
}

function relevant(charge: Charge, hard: QuotaList): Charge {
  return new Map([...charge].filter(([name]) => Object.hasOwn(hard, name)));
}

function isOver(name: string, amount: Quantity, used: QuotaList, hard: QuotaList): boolean {
  if (amount.nanos === 0n) return false;
  const total = addQuantities(parseQuantity(used[name] ?? '0'), amount);
  return compareQuantities(total, parseQuantity(hard[name]!)) > 0;
}

function refusalText(
  quota: string,
  names: readonly string[],
  { charge, used, hard }: { charge: Charge; used: QuotaList; hard: QuotaList },
): string {
  const list = (of: (name: string) => string): string => names.map((name) => `${name}=${of(name)}`).join(',');
  const requested = list((name) => formatQuantity(charge.get(name)!));
  const before = list((name) => canonicalQuantity(used[name] ?? '0'));
  const limited = list((name) => canonicalQuantity(hard[name]!));
  return `exceeded quota: ${quota}, requested: ${requested}, used: ${before}, limited: ${limited}`;
}

/** A quota on compute resources makes them mandatory. */
function missingAmounts(hard: QuotaList, spec: PodSpec | undefined, namesContainers: boolean): string {
  const missing: string[] = [];
  for (const name of Object.keys(hard)
    .filter((each) => COMPUTE.test(each))
    .sort()) {
    const side = name.startsWith('limits.') ? 'limits' : 'requests';
    const resource = name.replace(/^(requests|limits)\./, '');
    const without = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])]
      .filter(({ resources }) => !Object.hasOwn(resources?.[side] ?? {}, resource))
      .map((container) => container.name)
      .sort();
    if (without.length > 0) missing.push(namesContainers ? `${name} for: ${without.join(',')}` : name);
  }
  return missing.join(namesContainers ? '; ' : ',');
}
