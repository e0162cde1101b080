import { tryParseQuantity } from '@orrery/quantity';
import { formatDuration, formatMicroTime } from '@orrery/time';
import { NodeFaultKind, type NodeFaultKind as Kind } from './node-faults';

/** Annotations of nodes for the usage of each hog. */
const ANNOTATIONS: ReadonlyMap<string, string> = new Map([
  [NodeFaultKind.MemoryHog, 'orrery.dev/hog.usage-memory'],
  [NodeFaultKind.DiskFill, 'orrery.dev/hog.usage-nodefs'],
  [NodeFaultKind.PidHog, 'orrery.dev/hog.usage-processes'],
]);
const NANOS_PER_UNIT = 1_000_000_000n;

/** A program on a node that takes more of something than it should, from when until when. */
export interface Hog {
  readonly kind: string;
  readonly sinceMs: number;
  readonly untilMs?: number | undefined;
  readonly amount?: number | undefined;
}

/** Returns whether a fault is a program that takes too much: its kubelet is not hurt by it, the node is. */
export function isHog(kind: string): kind is Kind {
  return ANNOTATIONS.has(kind);
}

/** The annotation of a node that says what such a program takes. */
export function annotationOfHog(kind: string): string | undefined {
  return ANNOTATIONS.get(kind);
}

/**
 * Reads the amount that a hog takes: `6Gi`, `200`, or a share of the node's amount: `80%`, which is returned as a negative
 * number. Undefined for anything else.
 */
export function parseHogAmount(text: string): number | undefined {
  const share = /^([0-9]+(?:\.[0-9]+)?)%$/.exec(text);
  if (share) return Number(share[1]) > 0 ? -Number(share[1]) : undefined;
  const verdict = tryParseQuantity(text);
  if (!verdict.ok || verdict.quantity.nanos < NANOS_PER_UNIT) return undefined;
  return Number(verdict.quantity.nanos / NANOS_PER_UNIT);
}

/** The amount as it can be read again. */
export function hogAmountText(amount: number): string {
  return amount < 0 ? `${-amount}%` : String(amount);
}

/** Returns the usage of a hog over time, in the notation of the usage annotations. */
export function hogCurve({ sinceMs, untilMs, amount = 0 }: Hog): string {
  const end = untilMs === undefined ? '' : `,${formatDuration(untilMs - sinceMs)}=0`;
  return `0s=${hogAmountText(amount)}${end};from=${formatMicroTime(sinceMs)}`;
}

/** Returns the annotations of a node with these hogs. */
export function hogAnnotations(faults: readonly Hog[]): Record<string, string> {
  return Object.fromEntries(
    faults.flatMap((fault) => {
      const annotation = annotationOfHog(fault.kind);
      return annotation === undefined ? [] : [[annotation, hogCurve(fault)] as const];
    }),
  );
}
