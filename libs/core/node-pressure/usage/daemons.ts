import type { Node } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';
import type { Curve } from './curve';
import { StartedCurve, SumCurve } from './curve-algebra';
import { parseCurve } from './parse-curve';
import {
  DAEMON_NAMES,
  DaemonUsage,
  NodeUsage,
  restartAnnotation,
  usageAnnotation,
  type DaemonName,
} from './usage-annotations';

/** Usage curves of one daemon. */
export type DaemonCurves = Readonly<Partial<Record<DaemonUsage, Curve>>>;

/** Times at which killed daemons run again; those that were never killed are absent. */
export type DaemonRestarts = ReadonlyMap<DaemonName, number>;

/** The restarts in a node's annotations; `newer` ones take precedence. */
export function daemonRestarts({ metadata }: Node, newer?: DaemonRestarts): DaemonRestarts {
  const restarts = new Map<DaemonName, number>();
  for (const daemon of DAEMON_NAMES) {
    const reported = parseTimeMs(metadata.annotations?.[restartAnnotation(daemon)]);
    const atMs = newer?.get(daemon) ?? reported;
    if (atMs !== undefined) restarts.set(daemon, atMs);
  }
  return restarts;
}

/** A curve of a daemon that starts, perhaps once more, at `restartMs`; as it is for one that never was killed. */
export function sinceRestart(curve: Curve, restartMs: number | undefined): Curve {
  return restartMs === undefined ? curve : new StartedCurve(curve, restartMs);
}

/** Returns the usage curves of a node's daemons, by name; usage of the node as a whole counts as that of `misc`. */
export function daemonCurves(
  { metadata }: Node,
  ofNode: Readonly<Partial<Record<NodeUsage, Curve>>>,
  { bases, restarts }: { readonly bases: Readonly<Record<NodeUsage, number>>; readonly restarts: DaemonRestarts },
): ReadonlyMap<DaemonName, DaemonCurves> {
  const createdMs = parseTimeMs(metadata.creationTimestamp) ?? 0;
  const daemons = new Map<DaemonName, DaemonCurves>();
  for (const daemon of DAEMON_NAMES) {
    const curves: Partial<Record<DaemonUsage, Curve>> = {};
    const restartMs = restarts.get(daemon);
    const originMs = restartMs ?? createdMs;
    for (const usage of Object.values(DaemonUsage)) {
      const text = metadata.annotations?.[usageAnnotation(usage, daemon)];
      if (text === undefined) continue;
      const isMilli = usage === DaemonUsage.Cpu;
      const base = bases[usage === DaemonUsage.Cpu || usage === DaemonUsage.Processes ? usage : NodeUsage.Memory];
      const key = [metadata.uid, daemon, usage];
      const verdict = parseCurve(text, { originMs, bases: { '': base }, isMilli, key });
      if (verdict.ok) curves[usage] = sinceRestart(verdict.curve, restartMs);
    }
    if (daemon === 'misc') addTo(curves, ofNode);
    daemons.set(daemon, curves);
  }
  return daemons;
}

function addTo(misc: Partial<Record<DaemonUsage, Curve>>, ofNode: Readonly<Partial<Record<NodeUsage, Curve>>>): void {
  for (const usage of [DaemonUsage.Cpu, DaemonUsage.Memory, DaemonUsage.Processes] as const) {
    const sum = sumOf([misc[usage], ofNode[usage]]);
    if (sum) misc[usage] = sum;
  }
}

/** The curves of a node as a whole: its daemons together, and its disks. */
export function totalCurves(
  ofNode: Readonly<Partial<Record<NodeUsage, Curve>>>,
  daemons: ReadonlyMap<DaemonName, DaemonCurves>,
): Readonly<Partial<Record<NodeUsage, Curve>>> {
  const total = { ...ofNode };
  for (const usage of [NodeUsage.Cpu, NodeUsage.Memory, NodeUsage.Processes] as const) {
    const sum = sumOf([...daemons.values()].map((curves) => curves[usage]));
    if (sum) total[usage] = sum;
  }
  return total;
}

/** Returns the sum of curves; undefined for none. */
export function sumOf(curves: readonly (Curve | undefined)[]): Curve | undefined {
  const known = curves.filter((curve) => curve !== undefined);
  return known.length > 1 ? new SumCurve(known) : known[0];
}
