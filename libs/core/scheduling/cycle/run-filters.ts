import type { NodeInfo } from '../cache/node-info';
import { assignedPodInfo, type PodInfo } from '../cache/pod-info';
import type { CycleState } from '../framework/cycle-state';
import type { Framework } from '../framework/framework';
import type { FilterPlugin, NodeFilter } from '../framework/plugin';
import type { FilterRunner } from '../framework/plugin-handle';
import {
  errorStatus,
  isRejected,
  isSuccess,
  prefixed,
  StatusCode,
  SUCCESS,
  unresolvable,
  unschedulable,
  type Status,
} from '../framework/status';

/** The filters that PreFilter left in this cycle, in order. */
export function activeFilters(framework: Framework, state: CycleState): readonly FilterPlugin[] {
  const { skippedFilters } = state;
  if (skippedFilters.size === 0) return framework.filter;
  const last = lastActive.get(framework);
  if (last?.skipped === skippedFilters) return last.filters;
  const filters = framework.filter.filter(({ name }) => !skippedFilters.has(name));
  lastActive.set(framework, { skipped: skippedFilters, filters });
  return filters;
}

/** Filters that remained in the last call: simulations of one cycle ask thousands of times, and their states share the skipped filters. */
const lastActive = new WeakMap<
  Framework,
  { readonly skipped: ReadonlySet<string>; readonly filters: readonly FilterPlugin[] }
>();

/** Runs filters on one node until one does not succeed. */
export function runFilters(filters: readonly FilterPlugin[], state: CycleState, pod: PodInfo, node: NodeInfo): Status {
  for (const plugin of filters) {
    const status = plugin.filter(state, pod, node);
    if (status !== SUCCESS && !isSuccess(status)) return withPlugin(status, plugin.name);
  }
  return SUCCESS;
}

/** The same for the nodes of one search. */
export function nodeFilterOf(filters: readonly FilterPlugin[], state: CycleState, pod: PodInfo): NodeFilter {
  const nodeFilters = filters.map(
    (plugin) => plugin.nodeFilter?.(state, pod) ?? ((node: NodeInfo) => plugin.filter(state, pod, node)),
  );
  return (node) => {
    for (let i = 0; i < nodeFilters.length; i++) {
      const status = nodeFilters[i]!(node);
      if (status !== SUCCESS && !isSuccess(status)) return withPlugin(status, filters[i]!.name);
    }
    return SUCCESS;
  };
}

/** Runs every filter, as Policy's alwaysCheckAllPredicates; unresolvable if any result is. */
export function runAllFilters(
  filters: readonly FilterPlugin[],
  state: CycleState,
  pod: PodInfo,
  node: NodeInfo,
): Status {
  const failed: Status[] = [];
  for (const plugin of filters) {
    const status = withPlugin(plugin.filter(state, pod, node), plugin.name);
    if (isSuccess(status)) continue;
    if (!isRejected(status)) return status;
    failed.push(status);
  }
  if (failed.length === 0) return SUCCESS;
  const reasons = failed.flatMap((status) => status.reasons);
  const hopeless = failed.find((status) => status.code === StatusCode.UnschedulableAndUnresolvable);
  return hopeless ? unresolvable(hopeless.plugin, ...reasons) : unschedulable(failed[0]!.plugin, ...reasons);
}

function withPlugin(status: Status, plugin: string): Status {
  if (isSuccess(status) || isRejected(status)) return status;
  if (status.code === StatusCode.Error) return prefixed(status, `running "${plugin}" filter plugin: `);
  return errorStatus(plugin, `plugin "${plugin}" answered ${status.code} to Filter`);
}

/** Filters for simulations, and the two passes for nominated pods. */
export class FrameworkFilterRunner implements FilterRunner {
  constructor(private readonly framework: () => Framework) {}

  filterWithNominatedPods(state: CycleState, pod: PodInfo, node: NodeInfo): Status {
    const framework = this.framework();
    const filters = activeFilters(framework, state);
    const run = framework.profile.alwaysCheckAllFilters ? runAllFilters : runFilters;
    const promised = this.promisedTo(node, pod);
    if (promised.length > 0) {
      const fuller = node.clone();
      const fullerState = state.clone();
      for (const other of promised) {
        const status = this.addPod(fullerState, pod, assignedPodInfo(other, node.name), fuller);
        if (!isSuccess(status)) return status;
      }
      const status = run(filters, fullerState, pod, fuller);
      if (!isSuccess(status)) return status;
    }
    return run(filters, state, pod, node);
  }

  addPod(state: CycleState, pod: PodInfo, added: PodInfo, node: NodeInfo): Status {
    node.addPod(added);
    for (const plugin of this.framework().preFilter) {
      if (!plugin.addPod || state.skippedFilters.has(plugin.name)) continue;
      const status = plugin.addPod(state, pod, added, node);
      if (!isSuccess(status))
        return errorStatus(
          plugin.name,
          `running AddPod on PreFilter plugin "${plugin.name}": ${status.reasons.join(', ')}`,
        );
    }
    return SUCCESS;
  }

  removePod(state: CycleState, pod: PodInfo, removed: PodInfo, node: NodeInfo): Status {
    node.removePod(removed.uid);
    for (const plugin of this.framework().preFilter) {
      if (!plugin.removePod || state.skippedFilters.has(plugin.name)) continue;
      const status = plugin.removePod(state, pod, removed, node);
      if (!isSuccess(status))
        return errorStatus(
          plugin.name,
          `running RemovePod on PreFilter plugin "${plugin.name}": ${status.reasons.join(', ')}`,
        );
    }
    return SUCCESS;
  }

  /** Pods nominated to the node that count for this pod: of the same or higher priority, itself not among them. */
  promisedTo({ promisedTo: nominated }: NodeInfo, pod: PodInfo): readonly PodInfo[] {
    if (nominated.length === 0) return nominated;
    return nominated.filter((other) => other.priority >= pod.priority && other.uid !== pod.uid);
  }
}
