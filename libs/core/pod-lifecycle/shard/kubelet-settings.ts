import { byRelease, DEFAULT_RELEASE, type ReleaseName } from '@orrery/api-types';
/** Settings of simulated kubelets that differ between clusters or Kubernetes releases. Durations in cluster milliseconds. */
export interface KubeletSettings {
  readonly leaseDurationSeconds: number;
  /** Period of lease renewals. */
  readonly leaseRenewPeriodMs: number;
  /** A renewal may come later by up to this share of the period; 0 keeps all nodes in step. */
  readonly leaseRenewJitter: number;
  /** Period at which node status is recomputed. */
  readonly nodeStatusUpdateMs: number;
  /** Interval after which an unchanged status is written again. */
  readonly nodeStatusReportMs: number;
  /** False leaves out the write that shows containers being created: one write less a pod. */
  readonly writesCreatingStatus: boolean;
  /** The release that kubelets of nodes without one report, as the API server of the bundle does. */
  readonly kubeletVersion: string;
  /** Time to make a pod's sandbox and network. */
  readonly sandboxMs: number;
  /** Time to pull an image that the node does not have. */
  readonly imagePullMs: number;
  /** The number of images that a node pulls at once. */
  readonly parallelImagePulls: number;
  /** Time to create and start a container. */
  readonly containerStartMs: number;
  /** Time from SIGTERM to the end of a container. */
  readonly containerStopMs: number;
  /** Delay until a pod that the kubelet refused is shown as Failed: its replacement comes later by that much. */
  readonly podRefusalMs: number;
  /** Run time of plain init containers. */
  readonly initRunMs: number;
  /** Run time of the containers of pods that a Job owns. */
  readonly jobRunMs: number;
  readonly backOffInitialMs: number;
  readonly backOffMaxMs: number;
  /** Size reported for an image whose size is not known. */
  readonly imageSizeBytes: number;
  /** Images every node has from the start. */
  readonly presentImages: readonly string[];
  /** Most images reported in a node's status; -1 is all. */
  readonly nodeStatusMaxImages: number;
  /** True if the condition PodReadyToStartContainers is kept. */
  readonly podReadyToStartContainers: boolean;
  /** True if a deleted pod becomes Succeeded or Failed before its object goes. */
  readonly terminalPhaseBeforeDelete: boolean;
  /** True if statuses and conditions say which generation of the pod the kubelet has seen (since 1.34). */
  readonly reportsGenerations: boolean;
  /** True if statuses show what containers were given, from their start on (since 1.33: the gate InPlacePodVerticalScaling). */
  readonly reportsResources: boolean;
  /** True if the kubelet refuses pods that do not tolerate the node's NoExecute taints. */
  readonly admissionChecksNoExecute: boolean;
  /** True if it refuses pods of another operating system. */
  readonly admissionChecksOs: boolean;
  /** True if it refuses pods while the machine shuts down. */
  readonly rejectsPodsWhileShuttingDown: boolean;
  /** True if the status of a pod that made room for a critical one is replaced, or what it showed is kept. */
  readonly preemptedStatus: 'replace' | 'merge';
  readonly rejectedPodMessagePrefix: string;
  /** True if the message about volumes that cannot be mounted lists those that could not be processed (since 1.27). */
  readonly listsUnprocessedVolumes: boolean;
  /** True if the event about a postStart hook that failed shows what it printed (before 1.23). */
  readonly showsHookOutput: boolean;
  /**
   * The text before the body of a redirect to another host in an event ProbeWarning; undefined where the event does not exist
   * (before 1.14).
   */
  readonly redirectWarning: string | undefined;
  /** Message of the node while its network plugin is not ready. */
  readonly networkNotReadyMessage: string;
  /** Longest duration of an orderly shutdown of the machine; 0 turns orderly shutdown off. */
  readonly shutdownGracePeriodMs: number;
  /** The part of it that is kept for critical pods. */
  readonly shutdownGracePeriodCriticalPodsMs: number;
  /** Reason and message of pods that a shutdown ended. */
  readonly shutdownReason: string;
  readonly shutdownMessage: string;
  /** True if such pods get the condition DisruptionTarget. */
  readonly shutdownDisruptionTarget: boolean;
}

/** Generations of behaviour of this area. */
export type KubeletBundle = ReleaseName;

const kubernetes120: KubeletSettings = {
  kubeletVersion: 'v1.20.2',
  leaseDurationSeconds: 40,
  leaseRenewPeriodMs: 10_000,
  leaseRenewJitter: 0,
  nodeStatusUpdateMs: 10_000,
  nodeStatusReportMs: 300_000,
  writesCreatingStatus: true,
  sandboxMs: 200,
  imagePullMs: 500,
  parallelImagePulls: 1,
  containerStartMs: 100,
  containerStopMs: 100,
  podRefusalMs: 100,
  initRunMs: 0,
  jobRunMs: 5_000,
  backOffInitialMs: 10_000,
  backOffMaxMs: 300_000,
  imageSizeBytes: 50_000_000,
  presentImages: [],
  nodeStatusMaxImages: 50,
  podReadyToStartContainers: false,
  terminalPhaseBeforeDelete: false,
  reportsGenerations: false,
  reportsResources: false,
  admissionChecksNoExecute: false,
  admissionChecksOs: false,
  rejectsPodsWhileShuttingDown: false,
  preemptedStatus: 'replace',
  rejectedPodMessagePrefix: 'Pod ',
  listsUnprocessedVolumes: false,
  showsHookOutput: true,
  redirectWarning: '',
  networkNotReadyMessage:
    'runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:docker: network plugin is not ready: cni config uninitialized',
  shutdownGracePeriodMs: 30_000,
  shutdownGracePeriodCriticalPodsMs: 10_000,
  shutdownReason: 'Shutdown',
  shutdownMessage: 'Node is shutting, evicting pods',
  shutdownDisruptionTarget: false,
};

const kubernetes134: KubeletSettings = {
  ...kubernetes120,
  kubeletVersion: 'v1.34.0',
  podReadyToStartContainers: true,
  terminalPhaseBeforeDelete: true,
  reportsGenerations: true,
  reportsResources: true,
  admissionChecksNoExecute: true,
  admissionChecksOs: true,
  rejectsPodsWhileShuttingDown: true,
  preemptedStatus: 'merge',
  rejectedPodMessagePrefix: 'Pod was rejected: ',
  listsUnprocessedVolumes: true,
  showsHookOutput: false,
  redirectWarning: 'Probe terminated redirects, Response body: ',
  networkNotReadyMessage:
    'container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized',
  shutdownReason: 'Terminated',
  shutdownMessage: 'Pod was terminated in response to imminent node shutdown.',
  shutdownDisruptionTarget: true,
};

/** One frozen record a generation (spec nodes 0.2). */
export const KUBELET_BUNDLES = byRelease<KubeletSettings>({
  '1.11': Object.freeze({ ...kubernetes120, kubeletVersion: 'v1.11.0+d4cacc0', redirectWarning: undefined }),
  '1.20': Object.freeze({ ...kubernetes120 }),
  '1.34': Object.freeze({ ...kubernetes134 }),
  '1.36': Object.freeze({ ...kubernetes134, kubeletVersion: 'v1.36.3' }),
});

/** The knobs of a bundle (`modern` unless said otherwise) with single ones overridden. */
export function kubeletSettings(
  bundle: KubeletBundle = DEFAULT_RELEASE,
  overrides: Partial<KubeletSettings> = {},
): KubeletSettings {
  return Object.freeze({ ...KUBELET_BUNDLES[bundle], ...overrides });
}
