import {
  ActionType,
  errorStatus,
  EventResource,
  RuleScope,
  SKIP,
  SUCCESS,
  unschedulable,
  type CycleState,
  type EnqueueExtensions,
  type EventRegistration,
  type FilterPlugin,
  type NodeInfo,
  type PluginHandle,
  type PodInfo,
  type PreFilterAnswer,
  type PreFilterPlugin,
  type ScorePlugin,
  type Status,
} from '@orrery/scheduling';
import { AffinityPeers } from './affinity-peers';
import { carriesLabels, SelectedPods } from './selected-pods';
import type { ServiceAffinityArgs } from './args';
import { serviceSelectorsOf } from '../../selector-spread/services-of-pod';
import { addSpreadScores } from './spread-scores';

const REASON = "node(s) didn't match service affinity";

/**
 * Keeps the pods of a service on nodes that agree in certain labels (filter), and spreads them over the values of
 * other labels (score). The first pod of a service is free; those after it follow where it went. As v1.20.2
 * `pkg/scheduler/framework/plugins/serviceaffinity`.
 */
export class ServiceAffinity implements PreFilterPlugin, FilterPlugin, ScorePlugin, EnqueueExtensions {
  readonly filterScope = RuleScope.Cluster;
  readonly scoreScope = RuleScope.Cluster;
  private readonly pods: SelectedPods;
  private readonly mismatch: Status;

  constructor(
    private readonly args: ServiceAffinityArgs,
    private readonly handle: PluginHandle,
    readonly name: string,
  ) {
    this.pods = new SelectedPods(handle);
    this.mismatch = unschedulable(name, handle.behaviour.messages === '1.8' ? 'CheckServiceAffinity' : REASON);
  }

  preFilter(state: CycleState, { pod }: PodInfo): PreFilterAnswer {
    if (this.args.affinityLabels.length === 0) return { status: SKIP };
    if (serviceSelectorsOf(pod, this.handle.objects).length > 0) {
      const peers = this.pods.select(pod.metadata.namespace ?? '', pod.metadata.labels ?? {});
      state.write(this.name, new AffinityPeers(peers, this.handle.snapshot()));
    }
    return { status: SUCCESS };
  }

  addPod(state: CycleState, pod: PodInfo, added: PodInfo, node: NodeInfo): Status {
    const peers = state.read<AffinityPeers>(this.name);
    if (peers && isPeer(pod, added)) state.write(this.name, peers.with(added, node.name));
    return SUCCESS;
  }

  removePod(state: CycleState, pod: PodInfo, removed: PodInfo): Status {
    const peers = state.read<AffinityPeers>(this.name);
    if (peers && isPeer(pod, removed)) state.write(this.name, peers.without(removed));
    return SUCCESS;
  }

  filter(state: CycleState, { pod }: PodInfo, node: NodeInfo): Status {
    const { affinityLabels } = this.args;
    const own = pod.spec.nodeSelector ?? {};
    const labels = node.node?.metadata.labels ?? {};
    const isNamed = (key: string): boolean => Object.hasOwn(own, key);
    for (const key of affinityLabels) {
      if (isNamed(key) && !(Object.hasOwn(labels, key) && labels[key] === own[key])) return this.mismatch;
    }
    if (affinityLabels.every(isNamed)) return SUCCESS;
    const peer = state.read<AffinityPeers>(this.name)?.firstFor(node);
    if (!peer) return SUCCESS;
    const peerNode = this.handle.snapshot().get(peer.nodeName)?.node;
    if (!peerNode) return errorStatus(this.name, 'node not found');
    const wanted = peerNode.metadata.labels ?? {};
    for (const key of affinityLabels) {
      if (isNamed(key) || !Object.hasOwn(wanted, key)) continue;
      if (!Object.hasOwn(labels, key) || labels[key] !== wanted[key]) return this.mismatch;
    }
    return SUCCESS;
  }

  /** Pods of the pod's first service on the node, those on their way out not counted. */
  score(_state: CycleState, { pod }: PodInfo, { name }: NodeInfo): number {
    return this.podsOfFirstService(pod)?.get(name) ?? 0;
  }

  scoreAll(_state: CycleState, { pod }: PodInfo, nodes: readonly NodeInfo[], scores: Float64Array): void {
    const counts = this.podsOfFirstService(pod);
    if (!counts || counts.size === 0) return;
    for (let i = 0; i < nodes.length; i++) scores[i] = counts.get(nodes[i]!.name) ?? 0;
  }

  normalizeScore(_state: CycleState, _pod: PodInfo, scores: Float64Array, nodes: readonly NodeInfo[]): void {
    const labels = this.args.antiAffinityLabelsPreference;
    const { scale } = this.handle.behaviour.score;
    const sums = new Float64Array(scores.length);
    for (const label of labels) addSpreadScores({ label, share: labels.length, scale, nodes, podCounts: scores }, sums);
    for (let i = 0; i < sums.length; i++) scores[i] = Math.trunc(sums[i]!);
  }

  eventsToRegister(): readonly EventRegistration[] {
    return [
      { resource: EventResource.Pod, actions: ActionType.Add | ActionType.Delete | ActionType.UpdatePodLabel },
      { resource: EventResource.Service, actions: ActionType.Add | ActionType.Delete | ActionType.UpdateOther },
      { resource: EventResource.Node, actions: ActionType.Add | ActionType.UpdateNodeLabel },
    ];
  }

  private podsOfFirstService(pod: PodInfo['pod']): ReadonlyMap<string, number> | undefined {
    const [selector] = serviceSelectorsOf(pod, this.handle.objects);
    if (!selector || Object.keys(selector).length === 0) return undefined;
    return this.pods.select(pod.metadata.namespace ?? '', selector).livingByNode;
  }
}

function isPeer(pod: PodInfo, other: PodInfo): boolean {
  const { namespace, labels } = pod.pod.metadata;
  return namespace === other.pod.metadata.namespace && carriesLabels(other, Object.entries(labels ?? {}));
}
