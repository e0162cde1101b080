import type { Container } from '@orrery/api-types';
import { parseQuantity } from '@orrery/quantity';

const NANOS = 1_000_000_000n;

/** A reference to an amount of a container: `limits.cpu` and the like. */
export interface ResourceField {
  readonly resource?: string;
  readonly divisor?: string;
}

/**
 * The amount in units of its divisor, rounded up; without a limit that of the node, without a request nothing
 * (`ExtractContainerResourceValue` upstream).
 */
export function resourceValue(
  { resources }: Container,
  { resource = '', divisor }: ResourceField,
  allocatable: Readonly<Record<string, string>>,
): string {
  const [list = '', ...rest] = resource.split('.');
  const name = rest.join('.');
  const amounts = resources as { limits?: Record<string, string>; requests?: Record<string, string> } | undefined;
  const isLimit = list === 'limits';
  const amount = amounts?.[isLimit ? 'limits' : 'requests']?.[name] ?? (isLimit ? allocatable[name] : undefined);
  if (amount === undefined) return '0';
  const unit = divisor === undefined || divisor === '0' ? NANOS : parseQuantity(divisor).nanos;
  const { nanos } = parseQuantity(amount);
  return String(unit <= 0n ? 0n : (nanos + unit - 1n) / unit);
}
