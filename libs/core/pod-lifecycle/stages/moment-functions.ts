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

type Functions = Readonly<Record<(typeof MOMENT_FUNCTIONS)[number], TemplateFunction>>;

/** Returns the functions with their values at a moment. */
export function momentFunctions(moment: StageMoment): Functions {
  return new FunctionsAt(moment);
}

/** An object for every stage that is played: methods of a class cost less than a closure for each function. */
class FunctionsAt implements Functions {
  constructor(private readonly moment: StageMoment) {}

  Now(): string {
    return formatTime(this.moment.nowMs);
  }

  StartTime(): string {
    return this.moment.startTime ?? this.Now();
  }

  Version(): string {
    return 'orrery';
  }

  NodeConditions(): typeof HEALTHY_CONDITIONS {
    return HEALTHY_CONDITIONS;
  }

  NodeIP(): string {
    return this.moment.nodeIP ?? '';
  }

  NodeName(): string {
    return this.moment.nodeName;
  }

  NodePort(): number {
    return KUBELET_PORT;
  }

  PodIP(): string {
    return this.PodIPWith();
  }

  NodeIPWith(): string {
    return this.NodeIP();
  }

  NodeIPsWith(): string[] {
    return this.moment.nodeIP === undefined ? [] : [this.moment.nodeIP];
  }

  PodIPWith(_node?: unknown, hostNetwork?: unknown): string {
    if (hostNetwork === true) return this.NodeIP();
    const { podIP, nodeName } = this.moment;
    if (podIP === undefined) throw new TemplateFault(`the node ${nodeName} has no address left for the pod`);
    return podIP;
  }

  PodIPsWith(node?: unknown, hostNetwork?: unknown): string[] {
    return [this.PodIPWith(node, hostNetwork)];
  }
}
