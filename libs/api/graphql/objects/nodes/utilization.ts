import type { ResourceAmounts } from '@orrery/insights';
import type { Utilization } from './node-types';

/** Requested resources in percent of the allocatable ones, with two digits; 0 where nothing is allocatable. */
export function utilizationOf(requested: ResourceAmounts, allocatable: ResourceAmounts): Utilization {
  const percent = (name: string): number => {
    const whole = allocatable.get(name) ?? 0n;
    return whole === 0n ? 0 : Number(((requested.get(name) ?? 0n) * 10_000n) / whole) / 100;
  };
  return { cpuPercent: percent('cpu'), memoryPercent: percent('memory'), podsPercent: percent('pods') };
}
