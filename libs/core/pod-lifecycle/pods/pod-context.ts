import type { Container, Pod } from '@orrery/api-types';
import { NodeFaultKind, type NodeFaults } from '../faults/node-faults';
import type { HostedNode } from '../nodes/hosted-node';
import { handlerProblem, runtimeHandlersOf } from '../nodes/runtime-handlers';
import type { KubeletSettings } from '../shard/kubelet-settings';
import type { RunContextOf } from '../containers/required-objects';
import { decideResize, type ResizeDecision, type ResizedPod } from '../resizing/pod-resize';
import type { AwaitedObjects } from './awaited-objects';

/** Resources and decisions of a kubelet for a pod at this moment. */
export interface PodContext {
  /** Time since when the node exists; undefined where it is unknown. */
  readonly nodeStartTime: string | undefined;
  readonly hostIP: string | undefined;
  /** Address the pod would get; undefined when the node has none left. */
  readonly nextPodIP: string | undefined;
  readonly podCIDR: string;
  /** The reason why the node's network plugin cannot work; undefined while it can. */
  readonly networkProblem: string | undefined;
  /** Returns why the pod's volumes cannot be mounted; undefined if they can. */
  volumeProblem(pod: Pod): string | undefined;
  /** Returns why the node's runtime makes no sandbox for the pod; undefined if it makes one. */
  sandboxProblem(pod: Pod): string | undefined;
  /** Returns why a container's variables cannot be set; undefined if they can. */
  variableProblem(pod: Pod, container: Container): string | undefined;
  /** Finds the state that containers get from their pods; undefined if it is unknown. */
  readonly runContext: RunContextOf | undefined;
  /** Looks at the pod again when an object changes that its volumes show. */
  followVolumes(pod: Pod): void;
  /** Returns the kubelet's decision on the resources that the pod requests; undefined if the request has not changed. */
  resizeDecision(pod: ResizedPod): ResizeDecision | undefined;
  hasImage(image: string): boolean;
  /** Returns how long a pull from the node's registry takes; undefined leaves it to the settings. */
  pullMs(imageBytes: number | undefined): number | undefined;
  /** Returns the end of a pull that is requested from the node now. */
  pullEndsAtMs(image: string, durationMs: number, nowMs: number): number | undefined;
}

/** Environment of the pods of a node. */
export class NodeContext implements PodContext {
  private readonly hasNetwork: boolean;

  constructor(
    private readonly hosted: HostedNode,
    private readonly settings: KubeletSettings,
    faults: NodeFaults,
    private readonly objects: AwaitedObjects,
  ) {
    this.hasNetwork = !faults.of(hosted.node.metadata.name).has(NodeFaultKind.NetworkNotReady);
  }

  get nodeStartTime(): string | undefined {
    return this.hosted.node.metadata.creationTimestamp;
  }

  get hostIP(): string | undefined {
    return this.hosted.hostIP;
  }

  get nextPodIP(): string | undefined {
    return this.hasNetwork ? this.hosted.addresses?.peek() : undefined;
  }

  get podCIDR(): string {
    return this.hosted.addresses?.podCIDR ?? '';
  }

  get networkProblem(): string | undefined {
    return this.hasNetwork ? undefined : this.settings.networkNotReadyMessage;
  }

  volumeProblem(pod: Pod): string | undefined {
    return this.objects.volumeProblem(pod) ?? this.hosted.paths.mount(pod);
  }

  sandboxProblem(pod: Pod): string | undefined {
    const handler = this.objects.runtimeHandler(pod);
    return handler === '' ? undefined : handlerProblem(handler, runtimeHandlersOf(this.hosted.node));
  }

  variableProblem(pod: Pod, container: Container): string | undefined {
    return this.objects.variableProblem(pod, container);
  }

  get runContext(): RunContextOf | undefined {
    return this.objects.runContext;
  }

  followVolumes(pod: Pod): void {
    this.objects.followVolumes(pod);
  }

  resizeDecision(pod: ResizedPod): ResizeDecision | undefined {
    if (!pod.memory.allocated) return undefined;
    const { admitted, node } = this.hosted;
    const allocatable = admitted.amountsIn(node.status?.allocatable ?? node.status?.capacity);
    return decideResize(pod, { allocatable, admitted });
  }

  hasImage(image: string): boolean {
    return this.hosted.hasImage(image);
  }

  pullMs(imageBytes = this.settings.imageSizeBytes): number | undefined {
    const { registry } = this.hosted;
    if (!registry) return undefined;
    const { latencyMs, bytesPerSecond } = registry;
    return Math.round(latencyMs + (bytesPerSecond === undefined ? 0 : (1000 * imageBytes) / bytesPerSecond));
  }

  pullEndsAtMs(image: string, durationMs: number, nowMs: number): number | undefined {
    return this.hosted.pulls.endOf(image, durationMs, nowMs);
  }
}
