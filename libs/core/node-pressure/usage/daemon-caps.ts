import type { Curve } from './curve';
import { ClippedCurve, ConstantCurve, LeastCurve, ScaledCurve, SumCurve } from './curve-algebra';
import type { DaemonCurves } from './daemons';
import { DaemonUsage, type DaemonName } from './usage-annotations';

/** A control group of daemons that is held to its reservation (spec nodes D3); undefined where nothing is reserved. */
export interface DaemonCap {
  readonly daemons: readonly DaemonName[];
  /** The process that takes the group beyond this is killed. */
  readonly memoryBytes: number | undefined;
  /** Thousandths of a core; beyond this the group is slowed down. */
  readonly cpuMillis: number | undefined;
  /** Beyond this no process can be made. */
  readonly processes: number | undefined;
}

/** Returns the use of processors and processes by daemons while groups of them are limited to their reservations. */
export function throttled(
  daemons: ReadonlyMap<DaemonName, DaemonCurves>,
  caps: readonly DaemonCap[],
): ReadonlyMap<DaemonName, DaemonCurves> {
  const held = new Map(daemons);
  for (const cap of caps) {
    throttle(held, { names: cap.daemons, usage: DaemonUsage.Cpu, most: cap.cpuMillis });
    throttle(held, { names: cap.daemons, usage: DaemonUsage.Processes, most: cap.processes });
  }
  return held;
}

/** Limits a group of daemons. Those that use less than their share leave the rest to the other one, as the kernel's scheduler does. */
function throttle(
  daemons: Map<DaemonName, DaemonCurves>,
  { names, usage, most }: { names: readonly DaemonName[]; usage: DaemonUsage; most: number | undefined },
): void {
  if (most === undefined) return;
  const users = names.filter((name) => daemons.get(name)?.[usage]);
  const wants = new Map(users.map((name) => [name, daemons.get(name)![usage]!]));
  for (const name of users) {
    const others = users.filter((each) => each !== name).map((each) => wants.get(each)!);
    const own = new ClippedCurve(wants.get(name)!, { min: 0, max: most });
    const held = others.length === 0 ? own : new LeastCurve([own, shareOf(most, others)]);
    daemons.set(name, { ...daemons.get(name), [usage]: held });
  }
}

/** An equal part, or what others leave if that is more. */
function shareOf(most: number, others: readonly Curve[]): Curve {
  const taken = others.map((curve) => new ScaledCurve(curve, -1));
  const left = new SumCurve([new ConstantCurve(most), ...taken]);
  const equalPart = new ConstantCurve(most / (others.length + 1));
  return new ScaledCurve(new LeastCurve([new ScaledCurve(left, -1), new ScaledCurve(equalPart, -1)]), -1);
}
