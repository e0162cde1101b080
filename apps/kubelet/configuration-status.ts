import type { KubeObject, Node } from '@orrery/api-types';
import {
  isRollingOut,
  KUBELET_CONFIGS,
  MACHINE_CONFIG_POOLS,
  type ComponentContext,
  type Modification,
  machineStateOf,
  type NodeConfigurations,
  type RenderedPool,
  type IdentityPort,
  type ObjectsPort,
  type ClockPort,
  type LogPort,
} from '@orrery/control-plane';
import { readKubeletConfiguration } from '@orrery/node-pressure';
import { Operation, type Change } from '@orrery/store';
import { formatTime } from '@orrery/time';
import { StatusRounds } from './status-rounds';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & LogPort;

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime?: string;
}

/**
 * Writes the status of KubeletConfigs, whether kubelets can start with them, and of MachineConfigPools, with their numbers of
 * nodes. One shard of a cluster does it for all.
 */
export class ConfigurationStatus {
  private readonly rounds: StatusRounds;

  constructor(
    private readonly context: ComponentContext<Ports>,
    private readonly configurations: NodeConfigurations,
  ) {
    this.rounds = new StatusRounds(context, 'configurations', () => this.updates());
  }

  /** Checks the pools that changed; does nothing while no pool is in use. */
  follow(changes: readonly Change[]): void {
    if (changes.some(concerns)) this.refresh();
  }

  refresh(): void {
    if (this.context.shard !== 0) return;
    this.rounds.run();
  }

  private updates(): Modification[] {
    const { cache } = this.context.cluster;
    if (!this.configurations.arePoolsInUse()) return [];
    const configs = [...cache.list(KUBELET_CONFIGS)];
    const pools = [...cache.list(MACHINE_CONFIG_POOLS)];
    const rendered = new Map(this.configurations.renderedPools().map((pool) => [pool.name, pool]));
    const { isInstant } = this.configurations.rollOut;
    return [
      ...configs.map((config) =>
        this.change(KUBELET_CONFIGS, config, verdictOn(config, this.configurations.hasPool(config))),
      ),
      ...pools.map((pool) =>
        this.change(MACHINE_CONFIG_POOLS, pool, countsOf(rendered.get(pool.metadata.name)!, isInstant)),
      ),
    ].filter((change) => change !== undefined);
  }

  /** The status of an object as it should be; undefined if it is so already. */
  private change(
    resource: string,
    { metadata, status }: KubeObject,
    { conditions, ...counts }: { readonly conditions: readonly Condition[] },
  ): Modification | undefined {
    const now = formatTime(this.context.cluster.clock.now());
    const shown = (status ?? {}) as { conditions?: readonly Condition[] };
    const stamped = conditions.map((condition) => {
      const old = shown.conditions?.find(({ type }) => type === condition.type);
      const lastTransitionTime = (old?.status === condition.status ? old.lastTransitionTime : undefined) ?? now;
      return { ...condition, lastTransitionTime };
    });
    const next = { ...counts, observedGeneration: metadata.generation ?? 1, conditions: stamped };
    if (JSON.stringify(sorted(shown)) === JSON.stringify(sorted(next))) return undefined;
    return {
      key: { resource, namespace: '', name: metadata.name },
      change: (object) => (object.metadata.uid === metadata.uid ? { ...object, status: next } : undefined),
    };
  }
}

/** Nodes matter when they come, go, move to another pool or change their readiness. */
function concerns({ key, operation, object, previous }: Change): boolean {
  if (key.resource === KUBELET_CONFIGS || key.resource === MACHINE_CONFIG_POOLS) return true;
  if (key.resource !== 'nodes') return false;
  const [before, after] = [previous, object] as [Node | undefined, Node];
  if (!before || operation === Operation.Delete || isReady(before) !== isReady(after)) return true;
  if (before.spec?.unschedulable !== after.spec?.unschedulable) return true;
  return isRollingOut(before) || isRollingOut(after) || before.metadata.labels !== after.metadata.labels;
}

/** As the machine config operator says it. */
const NO_POOL = 'could not find any MachineConfigPool set for KubeletConfig';

function verdictOn({ spec }: KubeObject, hasPool: boolean): { conditions: Condition[] } {
  const document = (spec as { kubeletConfig?: unknown } | undefined)?.kubeletConfig ?? {};
  const verdict = readKubeletConfiguration(document);
  const errors = [...(verdict.ok ? [] : verdict.errors), ...(hasPool ? [] : [NO_POOL])];
  if (errors.length === 0)
    return { conditions: [{ type: 'Success', status: 'True', reason: 'Success', message: 'Success' }] };
  const message = `Error: ${errors.join('; ')}`;
  return { conditions: [{ type: 'Failure', status: 'True', reason: 'Failure', message }] };
}

/** Returns the status conditions of a pool, with the counts of its updated and unavailable nodes. */
function countsOf(pool: RenderedPool, isInstant: boolean): { readonly conditions: readonly Condition[] } {
  const { nodes, desired, isPaused } = pool;
  const updated = nodes.filter((node) => {
    const { current, isWorking } = machineStateOf(node, pool);
    return isInstant || pool.isNew(node) || (current === desired && !isWorking);
  });
  const unavailable = nodes.filter((node) => !isReady(node) || node.spec?.unschedulable === true).length;
  const isUpdated = updated.length === nodes.length;
  const updating = isPaused ? `Pool is paused; will not update to ${desired}` : `All nodes are updating to ${desired}`;
  const condition = (type: string, status: 'True' | 'False', message = ''): Condition => ({
    type,
    status,
    reason: '',
    message,
  });
  const counts = {
    machineCount: nodes.length,
    readyMachineCount: updated.filter((node) => isReady(node) && node.spec?.unschedulable !== true).length,
    updatedMachineCount: updated.length,
    unavailableMachineCount: unavailable,
    degradedMachineCount: 0,
    configuration: { name: desired },
  };
  const conditions = [
    isUpdated ? condition('Updated', 'True', `All nodes are updated with ${desired}`) : condition('Updated', 'False'),
    condition('Updating', isUpdated || isPaused ? 'False' : 'True', isUpdated ? '' : updating),
    condition('Degraded', 'False'),
  ];
  return { ...counts, conditions };
}

function isReady({ status }: Node): boolean {
  return status?.conditions?.some(({ type, status: word }) => type === 'Ready' && word === 'True') ?? false;
}

/** Fields in a fixed order, so that texts can be compared. */
function sorted(value: object): unknown {
  return JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  ) as unknown;
}
