import type { NodeInfo } from '../cache/node-info';
import { assignedPodInfo, type PodInfo } from '../cache/pod-info';
import type { CycleState } from '../framework/cycle-state';
import type { FilterPlugin } from '../framework/plugin';
import { errorStatus, isRejected, isSkip, isSuccess, SUCCESS, unresolvable, type Status } from '../framework/status';
import type { ProfileParts } from '../scheduler-parts';

/** The verdict of one filter on one node, independent of the others. */
export interface FilterFinding {
  readonly plugin: string;
  readonly status: Status;
  /** True if PreFilter found that the plugin does not apply to this pod. */
  readonly isSkipped: boolean;
  /** The amounts behind a rejection, if the plugin provides them. */
  readonly detail: Readonly<Record<string, unknown>> | undefined;
}

/** Results of PreFilter plugins, including those after a refusal of the pod. */
interface PreFilterFindings {
  readonly refusals: ReadonlyMap<string, Status>;
  readonly nodeSets: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Runs every filter on a node; a cycle stops at the first rejection (`NodeExplanation.status`).
 * `state` is filled for scoring as well.
 */
export function filterInspector(
  profile: ProfileParts,
  pod: PodInfo,
  state: CycleState,
): (node: NodeInfo) => readonly FilterFinding[] {
  const { framework, cycle } = profile;
  const before = preFilterFindings(profile, pod, state);
  const filterNames = new Set(framework.filter.map(({ name }) => name));
  const withoutFilter = [...before.refusals]
    .filter(([plugin]) => !filterNames.has(plugin))
    .map(([plugin, status]): FilterFinding => ({ plugin, status, isSkipped: false, detail: undefined }));
  return (node) => {
    const promised = framework.handle.nominations.isEmpty ? [] : cycle.runner.promisedTo(node, pod);
    const fuller = promised.length > 0 ? fullerNode(profile, { pod, state, node, promised }) : undefined;
    const findings = framework.filter.map((plugin): FilterFinding => {
      const { name } = plugin;
      const isSkipped = state.skippedFilters.has(name);
      if (isSkipped) return { plugin: name, status: SUCCESS, isSkipped, detail: undefined };
      const evaluatedOn = fuller && !isSuccess(evaluate(plugin, before, { pod, ...fuller })) ? fuller : { state, node };
      const status = evaluate(plugin, before, { pod, ...evaluatedOn });
      const detail = isRejected(status) ? plugin.explain?.(pod, evaluatedOn.node) : undefined;
      return { plugin: name, status, isSkipped, detail };
    });
    return [...withoutFilter, ...findings];
  };
}

function preFilterFindings({ framework }: ProfileParts, pod: PodInfo, state: CycleState): PreFilterFindings {
  const { cycle } = framework.handle.behaviour;
  const refusals = new Map<string, Status>();
  const nodeSets = new Map<string, ReadonlySet<string>>();
  const skipped = new Set<string>();
  for (const plugin of framework.preFilter) {
    const { status, nodeNames } = plugin.preFilter(state, pod);
    if (isSkip(status)) {
      if (cycle.preFilterSkips) skipped.add(plugin.name);
    } else if (!isSuccess(status)) {
      refusals.set(plugin.name, status);
    } else if (nodeNames && cycle.preFilterNodeSets) nodeSets.set(plugin.name, nodeNames);
  }
  state.skippedFilters = skipped;
  return { refusals, nodeSets };
}

interface Place {
  readonly pod: PodInfo;
  readonly state: CycleState;
  readonly node: NodeInfo;
}

/** The node as it will be with the pods promised to it, of the same or higher priority. */
function fullerNode(
  { cycle }: ProfileParts,
  { pod, state, node, promised }: Place & { readonly promised: readonly PodInfo[] },
): Omit<Place, 'pod'> {
  const fuller = { state: state.clone(), node: node.clone() };
  for (const other of promised) {
    cycle.runner.addPod(fuller.state, pod, assignedPodInfo(other, node.name), fuller.node);
  }
  return fuller;
}

function evaluate(plugin: FilterPlugin, before: PreFilterFindings, { pod, state, node }: Place): Status {
  const { name } = plugin;
  const refused = before.refusals.get(name);
  if (refused) return refused;
  const status = plugin.filter(state, pod, node);
  if (isSuccess(status)) {
    const nodeNames = before.nodeSets.get(name);
    return nodeNames && !nodeNames.has(node.name)
      ? unresolvable(name, `node(s) didn't satisfy plugin ${name}`)
      : SUCCESS;
  }
  return isRejected(status) ? status : errorStatus(name, ...status.reasons);
}
