import type { PodInfo } from '../cache/pod-info';
import type { CycleState } from '../framework/cycle-state';
import type { Framework } from '../framework/framework';
import {
  isRejected,
  isSkip,
  isSuccess,
  prefixed,
  StatusCode,
  SUCCESS,
  unresolvable,
  type Status,
} from '../framework/status';

/** Outcome of all PreFilter plugins. */
export interface PreFilterOutcome {
  readonly status: Status;
  /** The only candidates; undefined: all nodes. */
  readonly nodeNames: ReadonlySet<string> | undefined;
  /** Plugins that restricted the candidates, sorted. */
  readonly restrictedBy: readonly string[];
}

/**
 * Runs PreFilter in order (spec scheduler 3.5): an unresolvable rejection stops at once, the last plain rejection
 * counts, node sets are intersected.
 */
export function runPreFilter(framework: Framework, state: CycleState, pod: PodInfo): PreFilterOutcome {
  const { cycle } = framework.handle.behaviour;
  let skipped: Set<string> | undefined;
  let rejection: Status | undefined;
  let nodeNames: ReadonlySet<string> | undefined;
  const restrictedBy: string[] = [];
  for (const plugin of framework.preFilter) {
    const answer = plugin.preFilter(state, pod);
    const { status } = answer;
    if (isSkip(status)) {
      if (cycle.preFilterSkips) (skipped ??= new Set()).add(plugin.name);
      continue;
    }
    if (isRejected(status)) {
      if (status.code === StatusCode.UnschedulableAndUnresolvable) return rejected(status);
      rejection = status;
      continue;
    }
    if (!isSuccess(status)) return rejected(prefixed(status, `running PreFilter plugin "${plugin.name}": `));
    if (answer.nodeNames && cycle.preFilterNodeSets) {
      restrictedBy.push(plugin.name);
      nodeNames = nodeNames ? intersection(nodeNames, answer.nodeNames) : answer.nodeNames;
      if (nodeNames.size === 0) return rejected(emptyIntersection(restrictedBy));
    }
  }
  if (skipped) state.skippedFilters = skipped;
  if (rejection) return rejected(rejection);
  return { status: SUCCESS, nodeNames, restrictedBy: restrictedBy.sort() };
}

function rejected(status: Status): PreFilterOutcome {
  return { status, nodeNames: undefined, restrictedBy: [] };
}

function emptyIntersection(plugins: readonly string[]): Status {
  const [first = ''] = plugins;
  return unresolvable(
    plugins.length === 1 ? first : '',
    plugins.length === 1
      ? `node(s) didn't satisfy plugin ${first}`
      : `node(s) didn't satisfy plugin(s) [${plugins.join(' ')}] simultaneously`,
  );
}

function intersection(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...a].filter((name) => b.has(name)));
}
