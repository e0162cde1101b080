import type { CycleState, FilterPlugin, NodeInfo, PluginModule, PodInfo, ScorePlugin, Status } from './orrery';

/** Arguments, as they stand in the scheduler's configuration. */
interface PreferredRackArgs {
  /** Label of a node that names its rack. */
  readonly label: string;
}

/** Annotation of a pod that names the rack it prefers. */
const RACK_ANNOTATION = 'example.com/rack';

/** Nodes without a rack are refused; a node in the rack that the pod prefers gets the highest score. */
export const plugins: PluginModule = ({ PluginArgsError, RuleScope, SUCCESS, unresolvable }) => {
  class PreferredRack implements FilterPlugin, ScorePlugin {
    readonly name = 'PreferredRack';
    /** The filter looks at nothing but the node: what it said of a node holds until the node changes. */
    readonly filterScope = RuleScope.Node;
    /** The score looks at an annotation, by which pods of one shape may differ, so it is not remembered. */
    readonly scoreScope = RuleScope.Cluster;

    constructor(
      private readonly args: PreferredRackArgs,
      private readonly highestScore: number,
    ) {}

    filter(_state: CycleState, _pod: PodInfo, node: NodeInfo): Status {
      return this.rackOf(node) === undefined ? unresolvable(this.name, 'node(s) stood in no rack') : SUCCESS;
    }

    score(_state: CycleState, { pod }: PodInfo, node: NodeInfo): number {
      return this.rackOf(node) === pod.metadata.annotations?.[RACK_ANNOTATION] ? this.highestScore : 0;
    }

    private rackOf({ node }: NodeInfo): string | undefined {
      return node?.metadata.labels?.[this.args.label];
    }
  }

  return {
    PreferredRack: (args, { behaviour }) => {
      const { label } = (args ?? {}) as Partial<PreferredRackArgs>;
      if (typeof label !== 'string' || label === '') throw new PluginArgsError(['label: Required value']);
      return new PreferredRack({ label }, behaviour.score.scale);
    },
  };
};
