/** Differences between generations of the descheduler; every rule reads its knob at the one place where it applies. */
export interface DeschedulingBehaviour {
  /** Pods with the critical-pod annotation are never evicted. */
  readonly criticalAnnotation: 'on' | 'off';
  /**
   * RemoveDuplicates leaves one pod a node, or spreads evenly over the nodes that could run the pods, or over all ready
   * nodes whether or not they could.
   */
  readonly duplicates: 'OnePerNode' | 'Uniform' | 'UniformOverReady';
  /** Anti-affinity evicts the pod that a rule is aimed at first, or always the pod that has the rule. */
  readonly antiAffinityVictim: 'TargetFirst' | 'Holder';
  /** Reach of anti-affinity: pods of the same topology domain, or of the same node for every topology key. */
  readonly antiAffinityReach: 'topology' | 'node';
  /** A pod fits elsewhere by all rules of node fit, or if a schedulable node matches its selector and affinity. */
  readonly nodeAffinityFit: 'nodeFit' | 'selectors';
  /** Condition on the number of under-utilised nodes for LowNodeUtilization to act: above `numberOfNodes`, or equal to it. */
  readonly numberOfNodes: 'above' | 'reached';
  /** Ranking of the source nodes of the utilisation strategies: by percentages, or by milli-CPU + bytes + pods. */
  readonly sortNodesBy: 'percentages' | 'raw';
  /** Meaning of a limit of 0. */
  readonly limitZero: 'unlimited' | 'none';
  /** Order in which pods of a class leave an overfull topology domain. */
  readonly topologyVictim: 'highestPriorityFirst' | 'lowestPriorityFirst';
  /** Strategies of `descheduler/v1alpha1` run in classic order, or those that spread pods last. */
  readonly strategyOrder: 'classic' | 'extensionPoints';
  /** A profile that cannot be built makes the policy invalid, or is left out. */
  readonly onInvalidProfile: 'refuse' | 'skip';
  /** Finished pods count as active in RemovePodsViolatingNodeTaints. */
  readonly taintsOfFinishedPods: 'ignored' | 'considered';
  /** True if strategies that consider finished pods get them. */
  readonly finishedPods: 'seen' | 'unseen';
  /** Pods that are on their way out may be evicted once more. */
  readonly terminatingPods: 'protected' | 'evictable';
  /**
   * Nodes are classified by percentages of the thresholded resources, or by amounts, where CPU, memory and pods always
   * count. `amountsByCapacity` multiplies the capacity first, which rounds differently.
   */
  readonly nodeClasses: 'percentages' | 'amounts' | 'amountsByCapacity';
  /** Pods that ask to be spared come behind their equals, or the annotation does not bear on the order. */
  readonly preferringPods: 'last' | 'amongEquals';
  /**
   * Pods of the same priority, class and annotation go in the order in which they are listed, or as the real descheduler's sort
   * leaves them: it turns short lists of equals round.
   */
  readonly equalPods: 'listed' | 'turned';
  /** Order of PodLifeTime: the oldest pods of all nodes first, or node by node. */
  readonly oldestPods: 'ofAllNodes' | 'nodeByNode';
  /** The pods of a node with too many restarts are tried by their number, or as they are listed. */
  readonly restartsOrder: 'mostFirst' | 'listing';
  /** True if PodLifeTime of `descheduler/v1alpha1` respects `nodeFit`. */
  readonly lifeTimeNodeFit: 'respected' | 'ignored';
  /** Nodes that node fit of `descheduler/v1alpha1` considers: those that `nodeSelector` selects, or all ready ones. */
  readonly fitNodes: 'selected' | 'all';
}

/** Common part of the guide and today's rules. */
const SAME_IN_BOTH = {
  antiAffinityReach: 'topology',
  nodeAffinityFit: 'nodeFit',
  numberOfNodes: 'above',
  topologyVictim: 'highestPriorityFirst',
  onInvalidProfile: 'refuse',
  taintsOfFinishedPods: 'ignored',
  finishedPods: 'seen',
  terminatingPods: 'protected',
  nodeClasses: 'percentages',
  preferringPods: 'last',
  equalPods: 'listed',
  oldestPods: 'ofAllNodes',
  restartsOrder: 'mostFirst',
  lifeTimeNodeFit: 'respected',
  fitNodes: 'selected',
} as const satisfies Partial<DeschedulingBehaviour>;

/** The rules of the 3.11 guide, for policies of `descheduler/v1alpha1`. */
export const CLASSIC_BEHAVIOUR: DeschedulingBehaviour = Object.freeze({
  ...SAME_IN_BOTH,
  criticalAnnotation: 'on',
  duplicates: 'OnePerNode',
  antiAffinityVictim: 'TargetFirst',
  sortNodesBy: 'percentages',
  limitZero: 'unlimited',
  strategyOrder: 'classic',
});

/** Today's rules, for policies of `descheduler/v1alpha2`. */
export const CURRENT_BEHAVIOUR: DeschedulingBehaviour = Object.freeze({
  ...SAME_IN_BOTH,
  criticalAnnotation: 'off',
  duplicates: 'Uniform',
  antiAffinityVictim: 'Holder',
  sortNodesBy: 'raw',
  limitZero: 'none',
  strategyOrder: 'extensionPoints',
});

const VALUES: { readonly [Knob in keyof DeschedulingBehaviour]: readonly DeschedulingBehaviour[Knob][] } = {
  criticalAnnotation: ['on', 'off'],
  duplicates: ['OnePerNode', 'Uniform', 'UniformOverReady'],
  antiAffinityVictim: ['TargetFirst', 'Holder'],
  antiAffinityReach: ['topology', 'node'],
  nodeAffinityFit: ['nodeFit', 'selectors'],
  numberOfNodes: ['above', 'reached'],
  sortNodesBy: ['percentages', 'raw'],
  limitZero: ['unlimited', 'none'],
  topologyVictim: ['highestPriorityFirst', 'lowestPriorityFirst'],
  strategyOrder: ['classic', 'extensionPoints'],
  onInvalidProfile: ['refuse', 'skip'],
  taintsOfFinishedPods: ['ignored', 'considered'],
  finishedPods: ['seen', 'unseen'],
  terminatingPods: ['protected', 'evictable'],
  nodeClasses: ['percentages', 'amounts', 'amountsByCapacity'],
  preferringPods: ['last', 'amongEquals'],
  equalPods: ['listed', 'turned'],
  oldestPods: ['ofAllNodes', 'nodeByNode'],
  restartsOrder: ['mostFirst', 'listing'],
  lifeTimeNodeFit: ['respected', 'ignored'],
  fitNodes: ['selected', 'all'],
};

/** The outcome of {@link parseBehaviourOverride}. */
export type OverrideVerdict =
  | { readonly ok: true; readonly override: Partial<DeschedulingBehaviour> }
  | { readonly ok: false; readonly reason: string };

/** Reads `knob=value`, as `--compat` takes it. */
export function parseBehaviourOverride(text: string): OverrideVerdict {
  const [knob = '', value = ''] = text.split('=', 2);
  if (!Object.hasOwn(VALUES, knob)) {
    return { ok: false, reason: `unknown knob "${knob}": it must be one of ${Object.keys(VALUES).join(', ')}` };
  }
  const allowed: readonly string[] = VALUES[knob as keyof DeschedulingBehaviour];
  if (!allowed.includes(value)) return { ok: false, reason: `${knob} must be one of ${allowed.join(', ')}` };
  return { ok: true, override: { [knob]: value } };
}
