import { QosClass, qosClass } from '@orrery/api-types';
import {
  ActionType,
  EventResource,
  RuleScope,
  SUCCESS,
  unresolvable,
  type CycleState,
  type EnqueueExtensions,
  type EventRegistration,
  type FilterPlugin,
  type MessageGeneration,
  type NodeInfo,
  type PluginHandle,
  type PodInfo,
  type Status,
} from '@orrery/scheduling';

/** Kind of pressure: the condition that reports it, its messages, and the pods that it keeps away. */
interface Pressure {
  readonly name: string;
  readonly condition: string;
  readonly guideWord: string;
  readonly sentence: string;
  readonly isForBestEffortOnly: boolean;
}

const MEMORY: Pressure = {
  name: 'CheckNodeMemoryPressure',
  condition: 'MemoryPressure',
  guideWord: 'NodeUnderMemoryPressure',
  sentence: 'node(s) had memory pressure',
  isForBestEffortOnly: true,
};
const DISK: Pressure = {
  name: 'CheckNodeDiskPressure',
  condition: 'DiskPressure',
  guideWord: 'NodeUnderDiskPressure',
  sentence: 'node(s) had disk pressure',
  isForBestEffortOnly: false,
};
const PID: Pressure = {
  name: 'CheckNodePIDPressure',
  condition: 'PIDPressure',
  guideWord: 'NodeUnderPIDPressure',
  sentence: 'node(s) had pid pressure',
  isForBestEffortOnly: false,
};

/**
 * Nodes under a pressure take no pods; memory pressure keeps away BestEffort pods only. Used before conditions were
 * represented by taints. As the predicates of these names in v1.11 `pkg/scheduler/algorithm/predicates`.
 */
abstract class CheckNodePressure implements FilterPlugin, EnqueueExtensions {
  readonly name: string;
  readonly filterScope: RuleScope;
  private readonly underPressure: Status;

  constructor(
    private readonly pressure: Pressure,
    messages: MessageGeneration,
  ) {
    this.name = pressure.name;
    // A pod's class follows from its limits too, which are no part of its shape.
    this.filterScope = pressure.isForBestEffortOnly ? RuleScope.Cluster : RuleScope.Node;
    this.underPressure = unresolvable(this.name, messages === '1.8' ? pressure.guideWord : pressure.sentence);
  }

  filter(_state: CycleState, { pod }: PodInfo, { node }: NodeInfo): Status {
    const { condition, isForBestEffortOnly } = this.pressure;
    const isReported = node?.status?.conditions?.some(({ type, status }) => type === condition && status === 'True');
    if (!isReported || (isForBestEffortOnly && qosClass(pod) !== QosClass.BestEffort)) return SUCCESS;
    return this.underPressure;
  }

  eventsToRegister(): readonly EventRegistration[] {
    return [{ resource: EventResource.Node, actions: ActionType.Add | ActionType.UpdateNodeCondition }];
  }
}

export class CheckNodeMemoryPressure extends CheckNodePressure {
  constructor({ behaviour }: PluginHandle) {
    super(MEMORY, behaviour.messages);
  }
}
export class CheckNodeDiskPressure extends CheckNodePressure {
  constructor({ behaviour }: PluginHandle) {
    super(DISK, behaviour.messages);
  }
}
export class CheckNodePIDPressure extends CheckNodePressure {
  constructor({ behaviour }: PluginHandle) {
    super(PID, behaviour.messages);
  }
}
