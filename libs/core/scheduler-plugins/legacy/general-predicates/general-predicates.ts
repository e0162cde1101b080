import {
  isSuccess,
  RuleScope,
  StatusCode,
  SUCCESS,
  unresolvable,
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
  type Status,
} from '@orrery/scheduling';
import { NodeAffinity } from '../../node-affinity/node-affinity';
import { NodeName } from '../../node-name/node-name';
import { NodePorts } from '../../node-ports/node-ports';
import type { NodeResourcesFitArgs } from '../../node-resources-fit/args';
import { NodeResourcesFit } from '../../node-resources-fit/node-resources-fit';

/**
 * Four rules that are evaluated together for every node: resources, host name, ports, selector. All of them run, and
 * all their reasons are reported (spec scheduler 4.16, 5.8). Arguments: those of NodeResourcesFit.
 */
export class GeneralPredicates implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {
  readonly name = 'GeneralPredicates';
  readonly filterScope = RuleScope.Node;
  private readonly affinity: NodeAffinity;
  private readonly rules: readonly (FilterPlugin & EnqueueExtensions)[];

  constructor(args: NodeResourcesFitArgs, handle: PluginHandle) {
    this.affinity = new NodeAffinity({}, handle);
    this.rules = [new NodeResourcesFit(args, handle), new NodeName(handle), new NodePorts(handle), this.affinity];
  }

  /** Narrows the candidates by the affinity only; the other rules pass every node where they do not apply. */
  preFilter(state: CycleState, pod: PodInfo): PreFilterAnswer {
    const { status, nodeNames } = this.affinity.preFilter(state, pod);
    if (status.code === StatusCode.UnschedulableAndUnresolvable) {
      return { status: unresolvable(this.name, ...status.reasons) };
    }
    return nodeNames ? { status: SUCCESS, nodeNames } : { status: SUCCESS };
  }

  filter(state: CycleState, pod: PodInfo, node: NodeInfo): Status {
    let failed: Status[] | undefined;
    for (const rule of this.rules) {
      const status = rule.filter(state, pod, node);
      if (!isSuccess(status)) (failed ??= []).push(status);
    }
    if (!failed) return SUCCESS;
    const reasons = failed.flatMap((status) => status.reasons);
    const isHopeless = failed.some(({ code }) => code === StatusCode.UnschedulableAndUnresolvable);
    return isHopeless ? unresolvable(this.name, ...reasons) : unschedulable(this.name, ...reasons);
  }

  eventsToRegister(): readonly EventRegistration[] {
    return this.rules.flatMap((rule) => rule.eventsToRegister());
  }
}
