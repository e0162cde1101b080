import { formatTime } from '@orrery/time';
import type { TemplateFunction } from './go-template/render';
import { TemplateFault } from './go-template/template-nodes';

/** Time and place at which a stage is played. */
export interface StageMoment {
  readonly nowMs: number;
  readonly nodeName: string;
  readonly nodeIP: string | undefined;
  /** Time since when the node exists. */
  readonly startTime: string | undefined;
  /** The address that the pod has or would get; undefined when its node has none left. */
  readonly podIP?: string | undefined;
}

/** The functions of stage templates that follow from the moment and the place. */
export const MOMENT_FUNCTIONS = [
  'Now',
  'StartTime',
  'Version',
  'NodeConditions',
  'NodeIP',
  'NodeName',
  'NodePort',
  'PodIP',
  'NodeIPWith',
  'NodeIPsWith',
  'PodIPWith',
  'PodIPsWith',
] as const;

const KUBELET_PORT = 10_250;

/** As stage files know the conditions of a node that is well. */
export const HEALTHY_CONDITIONS = [
  ['Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'],
  ['MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  ['DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
  ['PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
  ['NetworkUnavailable', 'False', 'RouteCreated', 'RouteController created a route'],
].map(([type = '', status = '', reason = '', message = '']) => ({ type, status, reason, message }));

/** Returns the functions with their values at a moment. */
export function momentFunctions(moment: StageMoment): Record<(typeof MOMENT_FUNCTIONS)[number], TemplateFunction> {
  const { nowMs, nodeName, nodeIP, startTime = formatTime(nowMs) } = moment;
  const podIP: TemplateFunction = (_node, hostNetwork) => {
    if (hostNetwork === true) return nodeIP ?? '';
    if (moment.podIP === undefined) throw new TemplateFault(`the node ${nodeName} has no address left for the pod`);
    return moment.podIP;
  };
  return {
    Now: () => formatTime(nowMs),
    StartTime: () => startTime,
    Version: () => 'orrery',
    NodeConditions: () => HEALTHY_CONDITIONS,
    NodeIP: () => nodeIP ?? '',
    NodeName: () => nodeName,
    NodePort: () => KUBELET_PORT,
    PodIP: () => podIP(),
    NodeIPWith: () => nodeIP ?? '',
    NodeIPsWith: () => (nodeIP === undefined ? [] : [nodeIP]),
    PodIPWith: podIP,
    PodIPsWith: (...values) => [podIP(...values)],
  };
}
