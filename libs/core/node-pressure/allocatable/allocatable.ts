import { addQuantities, formatQuantity, parseQuantity, QuantityFormat, type Quantity } from '@orrery/quantity';
import type { ResourceList } from '@orrery/api-types';
import { Signal } from '../signals';
import { isHard, resolveAmount, type Threshold } from '../thresholds/threshold';

/** Resources that are withheld from pods. */
export interface Reservations {
  readonly kubeReserved?: Readonly<Record<string, string>>;
  readonly systemReserved?: Readonly<Record<string, string>>;
  /** Hard ones for memory and the node's disk count; others never. */
  readonly thresholds?: readonly Threshold[];
}

const WITHHELD: Readonly<Record<string, Signal>> = {
  memory: Signal.MemoryAvailable,
  'ephemeral-storage': Signal.NodefsAvailable,
};

/**
 * Returns the amounts that pods may request: capacity minus both reservations minus hard eviction thresholds, never
 * below zero; huge pages are taken out of the memory (spec nodes D3).
 */
export function allocatableOf(capacity: Readonly<ResourceList>, reservations: Reservations): ResourceList {
  const result = new Map<string, Quantity>();
  for (const [name, text] of Object.entries(capacity)) {
    const whole = parseQuantity(text);
    const kept = reserved(name, whole, reservations);
    const nanos = whole.nanos - kept;
    result.set(name, { nanos: nanos < 0n ? 0n : nanos, format: whole.format });
  }
  const memory = result.get('memory');
  if (memory) {
    let nanos = memory.nanos;
    for (const [name, text] of Object.entries(capacity)) {
      if (name.startsWith('hugepages-')) nanos -= parseQuantity(text).nanos;
    }
    result.set('memory', { nanos: nanos < 0n ? 0n : nanos, format: memory.format });
  }
  return Object.fromEntries([...result].map(([name, quantity]) => [name, formatQuantity(quantity)]));
}

/** A resource of which more is reserved than there is: what is reserved, and what that leaves, which is negative. */
export interface AllocatableShortage {
  readonly resource: string;
  readonly reserved: string;
  readonly left: string;
}

/** Returns the resources with reservations above the capacity, for an error or a warning. */
export function allocatableShortages(
  capacity: Readonly<ResourceList>,
  reservations: Reservations,
): AllocatableShortage[] {
  return Object.entries(capacity).flatMap(([resource, text]) => {
    const whole = parseQuantity(text);
    const nanos = reserved(resource, whole, reservations);
    if (nanos <= whole.nanos) return [];
    const format = nanos % 1_000_000_000n === 0n ? whole.format : QuantityFormat.DecimalSI;
    const left = { nanos: whole.nanos - nanos, format };
    return [{ resource, reserved: formatQuantity({ nanos, format }), left: formatQuantity(left) }];
  });
}

/** The limit of all pods together: what is reserved is taken off, eviction thresholds are not. */
export function podsMemoryLimitBytes(capacity: Readonly<ResourceList>, reservations: Reservations): number {
  const { thresholds: _notForPods, ...kept } = reservations;
  const whole = parseQuantity(capacity['memory'] ?? '0');
  const nanos = whole.nanos - reserved('memory', whole, kept);
  return Number((nanos < 0n ? 0n : nanos) / 1_000_000_000n);
}

function reserved(name: string, whole: Quantity, { kubeReserved, systemReserved, thresholds }: Reservations): bigint {
  let total: Quantity = { nanos: 0n, format: QuantityFormat.DecimalSI };
  for (const list of [kubeReserved, systemReserved]) {
    const text = list?.[name];
    if (text !== undefined) total = addQuantities(total, parseQuantity(text));
  }
  const signal = WITHHELD[name];
  const threshold = thresholds?.find((each) => each.signal === signal && isHard(each));
  if (!threshold) return total.nanos;
  const bytes = resolveAmount(threshold.value, Number(whole.nanos / 1_000_000_000n));
  return total.nanos + (Number.isFinite(bytes) ? BigInt(bytes) * 1_000_000_000n : 0n);
}
