import { ADMINISTRATOR } from '@orrery/access';
import type { Node } from '@orrery/api-types';
import { NODE_BEHAVIOURS, type ClusterRuntime } from '@orrery/control-plane';
import {
  hogAmountText,
  isHog,
  NodeBehaviours,
  NodeFaultKind,
  parseHogAmount,
  type NodeBehavior,
} from '@orrery/pod-lifecycle';
import type { IncidentOrigin, NodeFaultRecord } from '@orrery/store';
import { formatDuration, formatMicroTime, parseTimeMs } from '@orrery/time';
import { durationOf } from '../input/duration-input';
import { badUserInput } from '../errors/input-error';
import { hasTarget, targetNodes, type FaultTarget } from './fault-target';
import type { FaultKind } from './fault-kinds';
import { ApiInput } from '../recordings/api-inputs';
import { stopResourceHogs, startResourceHogs } from './hogs';

const STORED_KINDS: Readonly<Record<FaultKind, NodeFaultKind>> = {
  HEARTBEATS_STOPPED: NodeFaultKind.KubeletStopped,
  PARTITION: NodeFaultKind.Partition,
  POWER_OFF: NodeFaultKind.PowerOff,
  LEASE_FROZEN: NodeFaultKind.LeaseFrozen,
  STATUS_FROZEN: NodeFaultKind.StatusFrozen,
  RUNTIME_DOWN: NodeFaultKind.RuntimeDown,
  NETWORK_NOT_READY: NodeFaultKind.NetworkNotReady,
  SHUTDOWN: NodeFaultKind.Shutdown,
  SLOW_HEARTBEAT: NodeFaultKind.SlowHeartbeat,
  API_LATENCY: NodeFaultKind.ApiLatency,
  MEMORY_HOG: NodeFaultKind.MemoryHog,
  DISK_FILL: NodeFaultKind.DiskFill,
  PID_HOG: NodeFaultKind.PidHog,
};
/** Returns a kind as it is stored; an unknown kind stays as it is. */
export const storedKind = (kind: string): string =>
  (STORED_KINDS as Readonly<Partial<Record<string, NodeFaultKind>>>)[kind.toUpperCase()] ?? kind;

/** Slower than this is stopped. */
const MOST_FACTOR = 1000;

const SHOWN_KINDS = new Map(Object.entries(STORED_KINDS).map(([shown, stored]) => [stored as string, shown]));

export interface FaultsNow {
  readonly nodes: readonly string[];
  readonly faults: readonly unknown[];
}

/** A fault to come, or one that begins now. */
export interface NewFault extends FaultTarget {
  readonly kind: FaultKind;
  readonly at?: string | null | undefined;
  readonly after?: string | null | undefined;
  readonly for?: string | null | undefined;
  readonly factor?: number | null | undefined;
  readonly latency?: string | null | undefined;
  readonly amount?: string | null | undefined;
}

/** A fault in the shape of its GraphQL type, as far as others read it. */
export interface ShownFault {
  readonly kind: string;
  readonly nodeName: string;
  readonly since: string;
  readonly until: string | null;
  readonly factor: number | null;
  readonly latency: string | null;
  readonly amount: string | null;
  readonly isInForce: boolean;
}

/** The faults that are in force or to come, in the shape of their GraphQL type. */
export async function listFaults(runtime: ClusterRuntime): Promise<ShownFault[]> {
  const now = runtime.clock.now();
  const recorded = await runtime.records.nodeFaults.read();
  const declared = declaredFaults(runtime).filter(
    ({ node, kind }) => !recorded.some((each) => each.node === node && each.kind === kind),
  );
  return [...recorded, ...declared]
    .filter(({ untilMs }) => untilMs === undefined || untilMs > now)
    .map((fault) => ({ ...faultView(fault), isInForce: fault.sinceMs <= now }));
}

/** Returns the fields of a fault in GraphQL that do not depend on the time. */
export function faultView({ node, kind, sinceMs, untilMs, amount }: NodeFaultRecord): Omit<ShownFault, 'isInForce'> {
  return {
    kind: SHOWN_KINDS.get(kind) ?? kind,
    nodeName: node,
    since: formatMicroTime(sinceMs),
    until: untilMs === undefined ? null : formatMicroTime(untilMs),
    factor: kind === NodeFaultKind.SlowHeartbeat ? (amount ?? null) : null,
    latency: kind === NodeFaultKind.ApiLatency ? formatDuration(amount ?? 0) : null,
    amount: isHog(kind) ? hogAmountText(amount ?? 0) : null,
  };
}

/** Faults that NodeBehaviors declare. */
function declaredFaults({ cache, seed }: ClusterRuntime): NodeFaultRecord[] {
  const behaviours = new NodeBehaviours(seed);
  behaviours.replace([...cache.list(NODE_BEHAVIOURS)] as NodeBehavior[]);
  if (behaviours.isEmpty) return [];
  return [...cache.list('nodes')].flatMap((node) =>
    behaviours.faultsOf(node as Node).map((fault) => ({ node: node.metadata.name, ...fault })),
  );
}

/** Injects a fault into nodes, now or at a later time, until it is cleared or for a duration. */
export async function injectFault(runtime: ClusterRuntime, fault: NewFault): Promise<FaultsNow> {
  if (!hasTarget(fault)) throw badUserInput('specify at least one of nodes, nodeSelector, zone');
  return runtime.inputs.take(
    () => ({ type: 'api', name: ApiInput.InjectFault, body: fault, by: runtime.store.caller }),
    () => injectNow(runtime, fault),
  );
}

async function injectNow(runtime: ClusterRuntime, fault: NewFault): Promise<FaultsNow> {
  const nodes = targetNodes(runtime, fault);
  const sinceMs = beginningOf(fault, runtime.clock.now());
  const durationMs = durationOf(fault.for, 'for');
  if (durationMs === 0) throw badUserInput('for: must be greater than 0', ['for']);
  const untilMs = durationMs === undefined ? undefined : sinceMs + durationMs;
  const kind = STORED_KINDS[fault.kind];
  const amount = amountOf(fault);
  const faults = nodes.map((node) => ({ node, kind, sinceMs, untilMs, amount }));
  await runtime.records.nodeFaults.write(faults, originOfRequest(runtime));
  await startResourceHogs(runtime, nodes, { kind, sinceMs, untilMs, amount });
  await runtime.faultsChanged();
  return { nodes, faults: await listFaults(runtime) };
}

/** Returns the author of a request for a fault, for the log. */
function originOfRequest({ clock, store: { caller } }: ClusterRuntime): IncidentOrigin {
  return { atMs: clock.now(), writer: caller.user?.name ?? ADMINISTRATOR.name, client: caller.origin?.client };
}

/** Selection of the faults to lift. */
export type LiftedFaults = FaultTarget & { readonly kinds?: readonly FaultKind[] | null | undefined };

/** Lifts faults, also those to come; of all nodes if none are named, and of all kinds if none are given. */
export async function clearFaults(runtime: ClusterRuntime, target: LiftedFaults): Promise<FaultsNow> {
  return runtime.inputs.take(
    () => ({ type: 'api', name: ApiInput.ClearFaults, body: target, by: runtime.store.caller }),
    () => clearNow(runtime, target),
  );
}

async function clearNow(runtime: ClusterRuntime, target: LiftedFaults): Promise<FaultsNow> {
  const recorded = await runtime.records.nodeFaults.read();
  const named = hasTarget(target) || target.share != null;
  const nodes = named ? targetNodes(runtime, target) : [...new Set(recorded.map(({ node }) => node))].sort();
  const kinds = target.kinds?.map((kind) => STORED_KINDS[kind]);
  await runtime.records.nodeFaults.remove({ nodes, kinds }, originOfRequest(runtime));
  await stopResourceHogs(runtime, nodes, kinds);
  await runtime.faultsChanged();
  return { nodes, faults: await listFaults(runtime) };
}

/** Stops kubelets. */
export function stopHeartbeats(runtime: ClusterRuntime, input: Omit<NewFault, 'kind'>): Promise<FaultsNow> {
  return injectFault(runtime, { ...input, kind: 'HEARTBEATS_STOPPED' });
}

/** Resumes the heartbeats of kubelets. */
export async function resumeHeartbeats(
  runtime: ClusterRuntime,
  input: FaultTarget & { readonly for?: string | null },
): Promise<FaultsNow> {
  if (!hasTarget(input)) throw badUserInput('specify at least one of nodes, nodeSelector, zone');
  return clearFaults(runtime, { ...input, kinds: ['HEARTBEATS_STOPPED'] });
}

/** Returns how much of a fault: each measure belongs to one kind, which cannot be without it. */
function amountOf({ kind, factor, latency, amount }: NewFault): number | undefined {
  if ((factor != null) !== (kind === 'SLOW_HEARTBEAT')) {
    throw badUserInput('factor: required for kind SLOW_HEARTBEAT and only valid with it', ['factor']);
  }
  if ((latency != null) !== (kind === 'API_LATENCY')) {
    throw badUserInput('latency: required for kind API_LATENCY and only valid with it', ['latency']);
  }
  const isHungry = isHog(STORED_KINDS[kind]);
  if ((amount != null) !== isHungry) {
    throw badUserInput('amount: required for kinds MEMORY_HOG, DISK_FILL and PID_HOG and only valid with them', [
      'amount',
    ]);
  }
  if (amount != null) {
    const taken = parseHogAmount(amount);
    if (taken === undefined)
      throw badUserInput(
        `amount: Invalid value: ${JSON.stringify(amount)}: must be a quantity or a percentage, such as 6Gi, 200 or 80%`,
        ['amount'],
      );
    return taken;
  }
  if (factor != null) {
    if (!(factor >= 1 && factor <= MOST_FACTOR))
      throw badUserInput(`factor: must be between 1 and ${MOST_FACTOR}`, ['factor']);
    return factor;
  }
  const latencyMs = durationOf(latency, 'latency');
  if (latencyMs === 0) throw badUserInput('latency: must be greater than 0', ['latency']);
  return latencyMs;
}

function beginningOf({ at, after }: NewFault, now: number): number {
  if (at != null && after != null) throw badUserInput('specify only one of at, after');
  if (at == null) return now + (durationOf(after, 'after') ?? 0);
  const atMs = parseTimeMs(at);
  if (atMs === undefined || atMs < now) throw badUserInput('at: must not be in the past', ['at']);
  return atMs;
}
