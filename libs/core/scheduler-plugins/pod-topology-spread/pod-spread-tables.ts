import { labelKey, type CountRequest, type PluginHandle, type PodInfo } from '@orrery/scheduling';
import { DefaultSelectors } from '../selector-spread/default-selector';
import type { SpreadTable } from './hard-spread';
import { participatingNodes } from './participating-nodes';
import { HOSTNAME } from './soft-spread';
import { defaultConstraints, ownConstraints, type SpreadAction, type SpreadConstraint } from './spread-constraint';
import type { TopologySpreadSettings } from './args';

const NO_TABLES: readonly SpreadTable[] = [];
/** Kinds of pods whose tables are remembered. */
const MAX_REMEMBERED = 2048;

/** Finds the constraints of pods and the tables to evaluate them by; pods that have both in common share them. */
export class PodSpreadTables {
  private readonly selectors: DefaultSelectors;
  private readonly remembered = new Map<string, readonly SpreadTable[]>();

  constructor(
    private readonly handle: PluginHandle,
    private readonly args: TopologySpreadSettings,
  ) {
    this.selectors = new DefaultSelectors(handle.objects, handle.behaviour.spreadSelector.owners);
  }

  /** The constraints of a pod of one kind: its own if it has any of either kind, else the default ones. */
  constraintsOf({ pod }: PodInfo, action: SpreadAction): readonly SpreadConstraint[] {
    const knobs = this.handle.behaviour;
    if (hasOwnConstraints(pod.spec)) return ownConstraints(pod, action, knobs);
    const raw = this.args.defaultConstraints.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === action);
    const selector = raw.length === 0 ? [] : this.selectors.selectorOf(pod);
    return selector.length === 0 ? [] : defaultConstraints(raw, pod, { selector, knobs });
  }

  /** Returns whether the pod is spread by the system's constraints. */
  usesSystemDefaults({ pod }: PodInfo): boolean {
    return this.args.areSystemDefaults && !hasOwnConstraints(pod.spec);
  }

  hardTables(pod: PodInfo): readonly SpreadTable[] {
    return this.tables(pod, 'DoNotSchedule');
  }

  softTables(pod: PodInfo): readonly SpreadTable[] {
    return this.tables(pod, 'ScheduleAnyway');
  }

  /**
   * Returns true if nodes need all topology keys. Under the system's constraints nodes without a label are scored as
   * well, in later generations.
   */
  needsAllKeys(pod: PodInfo): boolean {
    const { systemDefaultsOnUnlabelledNode } = this.handle.behaviour.spread;
    return systemDefaultsOnUnlabelledNode === 'ignored' || !this.usesSystemDefaults(pod);
  }

  private tables(info: PodInfo, action: SpreadAction): readonly SpreadTable[] {
    const { pod, shape } = info;
    const own = pod.spec.topologySpreadConstraints;
    if (own && own.length > 0) {
      const key = `${action} ${shape.id} ${labelKey(pod)}${JSON.stringify(own)}`;
      return this.recall(key, info, action);
    }
    if (!this.args.defaultConstraints.some(({ whenUnsatisfiable }) => whenUnsatisfiable === action)) return NO_TABLES;
    const selector = this.selectors.selectorOf(pod);
    if (selector.length === 0) return NO_TABLES;
    return this.recall(`${action} ${shape.id} ${labelKey(pod)}default${JSON.stringify(selector)}`, info, action);
  }

  private recall(key: string, info: PodInfo, action: SpreadAction): readonly SpreadTable[] {
    const known = this.remembered.get(key);
    const { topology } = this.handle;
    if (known?.every(({ counts, column }) => column.isLive && (!counts || topology.isCurrent(counts)))) return known;
    const tables = this.make(info, action);
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
    this.remembered.set(key, tables);
    return tables;
  }

  private make(info: PodInfo, action: SpreadAction): readonly SpreadTable[] {
    const { topology, behaviour } = this.handle;
    const { pod } = info;
    const constraints = this.constraintsOf(info, action);
    const isHard = action === 'DoNotSchedule';
    const keys = isHard || this.needsAllKeys(info) ? constraints.map(({ topologyKey }) => topologyKey) : [];
    return constraints.map((constraint) => {
      const { selection, topologyKey } = constraint;
      const column = topology.column(topologyKey);
      if (!selection) return { constraint, column, counts: undefined };
      const request: CountRequest = { selection, topologyKey };
      if (!isHard && topologyKey === HOSTNAME) return { constraint, column, counts: topology.counts(request) };
      const nodes = participatingNodes(topology, { pod, constraint, keys });
      const countsAll = isHard && behaviour.spread.participation === 'registeredDomains';
      const counts = topology.counts({
        ...request,
        countedNodes: countsAll ? undefined : nodes,
        registeredBy: isHard ? (nodes ?? 'all') : undefined,
      });
      return { constraint, column, counts };
    });
  }
}

function hasOwnConstraints({ topologySpreadConstraints }: PodInfo['pod']['spec']): boolean {
  return (topologySpreadConstraints?.length ?? 0) > 0;
}
