import { compileLabelSelector, type KubeObject, type LabelMatcher, type LabelSelector } from '@orrery/api-types';
import type { ClusterObjects, PodInfo } from '@orrery/scheduling';

interface BudgetObject extends KubeObject {
  readonly spec?: { readonly selector?: LabelSelector };
  readonly status?: {
    readonly disruptionsAllowed?: number;
    readonly disruptedPods?: Readonly<Record<string, string>>;
  };
}

interface Budget {
  readonly namespace: string;
  readonly matches: LabelMatcher;
  readonly disruptedPods: ReadonlySet<string>;
  readonly disruptionsAllowed: number;
}

/** Pods with and without a budget that their removal would break, each in the given order. */
export interface BudgetSplit {
  readonly violating: readonly PodInfo[];
  readonly others: readonly PodInfo[];
}

/** The cluster's disruption budgets, read once for each of their versions. */
export class DisruptionBudgets {
  private version = -1;
  private byNamespace = new Map<string, Budget[]>();

  constructor(private readonly objects: ClusterObjects) {}

  /** Grows with every change of any budget. */
  currentVersion(): number {
    return this.objects.version('PodDisruptionBudget');
  }

  /**
   * Splits pods to remove, most important first: these consume the budgets first (spec scheduler 6.5.4). Pods without
   * labels, and pods whose removal a budget already counts, violate none.
   */
  split(pods: readonly PodInfo[]): BudgetSplit {
    this.refresh();
    if (this.byNamespace.size === 0) return { violating: [], others: pods };
    const left = new Map<Budget, number>();
    const violating: PodInfo[] = [];
    const others: PodInfo[] = [];
    for (const pod of pods) (this.consume(pod, left) ? violating : others).push(pod);
    return { violating, others };
  }

  private consume({ pod }: PodInfo, left: Map<Budget, number>): boolean {
    const { labels = {}, name, namespace = '' } = pod.metadata;
    if (Object.keys(labels).length === 0) return false;
    let breaks = false;
    for (const budget of this.byNamespace.get(namespace) ?? []) {
      if (!budget.matches(labels) || budget.disruptedPods.has(name)) continue;
      const remaining = (left.get(budget) ?? budget.disruptionsAllowed) - 1;
      left.set(budget, remaining);
      if (remaining < 0) breaks = true;
    }
    return breaks;
  }

  private refresh(): void {
    const version = this.currentVersion();
    if (version === this.version) return;
    this.version = version;
    this.byNamespace = new Map();
    for (const { metadata, spec, status } of this.objects.list<BudgetObject>('PodDisruptionBudget')) {
      if (isEmpty(spec?.selector)) continue;
      const { namespace = '' } = metadata;
      const budget: Budget = {
        namespace,
        matches: compileLabelSelector(spec!.selector),
        disruptedPods: new Set(Object.keys(status?.disruptedPods ?? {})),
        disruptionsAllowed: status?.disruptionsAllowed ?? 0,
      };
      const known = this.byNamespace.get(namespace);
      if (known) known.push(budget);
      else this.byNamespace.set(namespace, [budget]);
    }
  }
}

/** A budget whose selector is missing or empty protects no pod from preemption. */
function isEmpty(selector: LabelSelector | undefined): boolean {
  return Object.keys(selector?.matchLabels ?? {}).length === 0 && (selector?.matchExpressions ?? []).length === 0;
}
