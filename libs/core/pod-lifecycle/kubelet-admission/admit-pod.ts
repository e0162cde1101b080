import {
  matchesNodeSelector,
  qosClass,
  QosClass,
  tolerates,
  WellKnownTaint,
  type Node,
  type Pod,
  type ResourceList,
} from '@orrery/api-types';
import type { KubeletSettings } from '../shard/kubelet-settings';
import { amounts, podRequests, type ResourceAmounts } from '../pods/pod-requests';
import { isCritical } from './critical-pod';
import { forbiddenSysctl } from './sysctls';

/** A kubelet's decision on a pod; a refused pod fails with this reason and message. */
export type AdmissionVerdict =
  | { readonly admitted: true }
  | {
      readonly admitted: false;
      readonly reason: string;
      readonly message: string;
      /** Missing amounts by resource, if there is no other reason against the pod. */
      readonly shortage?: ReadonlyMap<string, bigint>;
    };

/** The reason of pods that a node under pressure refuses. */
export const EVICTED = 'Evicted';
const ADMITTED: AdmissionVerdict = { admitted: true };
/** The pods a node has admitted, as totals kept up by deltas. */
export class AdmittedPods {
  private readonly used = new Map<string, bigint>();
  private readonly requestsByUid = new Map<string, Map<string, bigint>>();
  private readonly portsByUid = new Map<string, HostPort[]>();
  /** Last values read: a pod that is checked is added next, and the amounts of a node seldom change. */
  private evaluated: { readonly pod: Pod; readonly requests: Map<string, bigint> } | undefined;
  private read: { readonly list: ResourceList | undefined; readonly amounts: ResourceAmounts } | undefined;

  requestsOf(pod: Pod): ResourceAmounts {
    return this.evaluate(pod).requests;
  }

  /** The amounts of a list of the node. */
  amountsIn(list: ResourceList | undefined): ResourceAmounts {
    if (!this.read || this.read.list !== list) this.read = { list, amounts: amounts(list) };
    return this.read.amounts;
  }

  usedAmount(resource: string): bigint {
    return this.used.get(resource) ?? 0n;
  }

  add(pod: Pod): void {
    const { uid } = pod.metadata;
    if (this.requestsByUid.has(uid)) return;
    const { requests } = this.evaluate(pod);
    this.evaluated = undefined;
    this.requestsByUid.set(uid, requests);
    for (const [name, amount] of requests) this.used.set(name, this.usedAmount(name) + amount);
    const ports = hostPorts(pod);
    if (ports.length > 0) this.portsByUid.set(uid, ports);
  }

  /** The pod has been allocated other resources. */
  replace(pod: Pod): void {
    const { uid } = pod.metadata;
    if (!this.requestsByUid.has(uid)) return;
    this.evaluated = undefined;
    const { requests } = this.evaluate(pod);
    this.evaluated = undefined;
    for (const [name, amount] of this.requestsByUid.get(uid)!) this.used.set(name, this.usedAmount(name) - amount);
    this.requestsByUid.set(uid, requests);
    for (const [name, amount] of requests) this.used.set(name, this.usedAmount(name) + amount);
  }

  remove(uid: string): void {
    for (const [name, amount] of this.requestsByUid.get(uid) ?? []) this.used.set(name, this.usedAmount(name) - amount);
    this.requestsByUid.delete(uid);
    this.portsByUid.delete(uid);
  }

  /** Uids of the pods, in the order in which they came. */
  get uids(): string[] {
    return [...this.requestsByUid.keys()];
  }

  hasPortConflict(pod: Pod): boolean {
    const wanted = hostPorts(pod);
    if (wanted.length === 0) return false;
    return [...this.portsByUid.values()].some((ports) =>
      ports.some((port) => wanted.some((other) => collide(port, other))),
    );
  }

  private evaluate(pod: Pod): NonNullable<typeof this.evaluated> {
    return this.evaluated?.pod === pod ? this.evaluated : (this.evaluated = { pod, requests: podRequests(pod) });
  }
}

/** A node as admission sees it. */
export interface AdmissionPlace {
  readonly node: Node;
  readonly admitted: AdmittedPods;
  /** Kernel parameters, or beginnings of their names with `*`, that pods may set besides the safe ones. */
  readonly allowedUnsafeSysctls: readonly string[];
  /** Pressure conditions that hold, as the kubelet itself knows them. */
  reportedPressures(): readonly string[];
}

/** Decides on a pod that arrived at a node (spec nodes E11): pressure, sysctls, resources, then node-level predicates. */
export function admitPod(pod: Pod, place: AdmissionPlace, settings: KubeletSettings): AdmissionVerdict {
  const { node, admitted } = place;
  const pressure = pressureVerdict(pod, place.reportedPressures());
  if (!pressure.admitted) return pressure;
  const sysctl = forbiddenSysctl(pod, place.allowedUnsafeSysctls);
  if (sysctl !== undefined) return { admitted: false, reason: 'SysctlForbidden', message: sysctl };
  const resources = resourceVerdict(pod, node, admitted);
  const others = otherVerdict(pod, place, settings);
  if (resources.admitted) return others;
  const { shortage: _several, ...verdict } = resources;
  return others.admitted ? resources : verdict;
}

function otherVerdict(pod: Pod, { node, admitted }: AdmissionPlace, settings: KubeletSettings): AdmissionVerdict {
  if (settings.admissionChecksOs && !runsOn(pod, node)) {
    const message = "Failed to admit pod as the OS field doesn't match node OS";
    return { admitted: false, reason: 'PodOSNotSupported', message };
  }
  if (!matchesNode(pod, node)) return failed('NodeAffinity');
  if (admitted.hasPortConflict(pod)) return failed('NodePorts');
  if (settings.admissionChecksNoExecute && hasUntoleratedNoExecute(pod, node)) return failed('TaintToleration');
  return ADMITTED;
}

function runsOn({ spec }: Pod, node: Node): boolean {
  const wanted = (spec as { os?: { name?: string } }).os?.name;
  return wanted === undefined || wanted === (node.status.nodeInfo?.operatingSystem ?? wanted);
}

function failed(predicate: string): AdmissionVerdict {
  return { admitted: false, reason: predicate, message: `Predicate ${predicate} failed` };
}

function pressureVerdict(pod: Pod, pressures: readonly string[]): AdmissionVerdict {
  if (pressures.length === 0 || isCritical(pod)) return ADMITTED;
  if (pressures.length === 1 && pressures[0] === 'MemoryPressure') {
    const taint = { key: WellKnownTaint.MemoryPressure, effect: 'NoSchedule' };
    const toleratesPressure = pod.spec.tolerations?.some((toleration) => tolerates(toleration, taint));
    if (qosClass(pod) !== QosClass.BestEffort || toleratesPressure) return ADMITTED;
  }
  return { admitted: false, reason: EVICTED, message: `The node had condition: [${pressures.join(' ')}]. ` };
}

function resourceVerdict(pod: Pod, node: Node, admitted: AdmittedPods): AdmissionVerdict {
  const capacity = admitted.amountsIn(node.status?.allocatable ?? node.status?.capacity);
  const requests = admitted.requestsOf(pod);
  const resources = ['pods', ...[...requests.keys()].filter((name) => name !== 'pods')];
  const shortage = new Map<string, bigint>();
  let first: { readonly reason: string; readonly message: string } | undefined;
  for (const name of resources) {
    const requested = requests.get(name)!;
    const available = capacity.get(name);
    // A resource that the node does not know is not the kubelet's to refuse.
    if (available === undefined || requested === 0n) continue;
    const used = admitted.usedAmount(name);
    if (used + requested <= available) continue;
    shortage.set(name, used + requested - available);
    first ??= {
      reason: `OutOf${name}`,
      message: `Node didn't have enough resource: ${name}, requested: ${requested}, used: ${used}, capacity: ${available}`,
    };
  }
  return first ? { admitted: false, ...first, shortage } : ADMITTED;
}

function matchesNode(pod: Pod, node: Node): boolean {
  const labels = node.metadata.labels ?? {};
  for (const [key, value] of Object.entries(pod.spec.nodeSelector ?? {})) if (labels[key] !== value) return false;
  const required = pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return !required || matchesNodeSelector(required, node);
}

function hasUntoleratedNoExecute(pod: Pod, node: Node): boolean {
  const taints = (node.spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute');
  return taints.some((taint) => !pod.spec.tolerations?.some((toleration) => tolerates(toleration, taint)));
}

interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

const ANY_IP = '0.0.0.0';

function hostPorts(pod: Pod): HostPort[] {
  return pod.spec.containers.flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort, hostIP, protocol }) =>
      hostPort ? [{ ip: hostIP || ANY_IP, protocol: protocol ?? 'TCP', port: hostPort }] : [],
    ),
  );
}

function collide(a: HostPort, b: HostPort): boolean {
  return a.port === b.port && a.protocol === b.protocol && (a.ip === b.ip || a.ip === ANY_IP || b.ip === ANY_IP);
}
