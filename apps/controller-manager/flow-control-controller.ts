import { flowControlObjects, type FlowSchema, isAfter, Kinds, type KubeObject } from '@orrery/api-types';
import {
  bundleOf,
  modificationOf,
  requireKind,
  type ClockPort,
  type ComponentContext,
  type IdentityPort,
  type LogPort,
  type Modification,
  type ObjectsPort,
  type SettingsPort,
} from '@orrery/control-plane';
import { resourceName, type Change } from '@orrery/store';
import { formatTime } from '@orrery/time';
import {
  AUTOUPDATE,
  danglingCondition,
  planFlowControl,
  planFlowControlOnce,
  type FlowControlPlan,
} from '@orrery/workloads';
import type { Controller } from './controller';
import { Rounds } from './rounds';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & LogPort & SettingsPort;

const GROUP = 'flowcontrol.apiserver.k8s.io';
const KEPT = (['PriorityLevelConfiguration', 'FlowSchema'] as const).map((name) => {
  const kind = requireKind(`${GROUP}/v1`, name);
  return { name, kind, resource: resourceName(kind) };
});
const RESOURCES: readonly string[] = KEPT.map(({ resource }) => resource);
const EXEMPT = 'exempt';
/** Owners of the fields that the API server writes in its own objects, and in those of others. */
const PRODUCER = 'api-priority-and-fairness-config-producer-v1';
const CONSUMER = 'api-priority-and-fairness-config-consumer-v1';

/**
 * Keeps the flow schemas and priority levels that every cluster has, and sets in each schema the condition about its
 * level (`apf_controller.go` of kube-apiserver).
 */
export class FlowControlController implements Controller {
  private isDirty = false;
  private readonly rounds: Rounds;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.rounds = new Rounds(context, {
      controller: 'flow-control',
      hasWork: () => this.isDirty,
      round: () => this.round(),
    });
  }

  start(): void {
    this.isDirty = this.objects !== undefined;
    this.rounds.run();
  }

  stop(): void {
    this.isDirty = false;
  }

  /** Follows changes. There are about twenty of the objects, and they hardly ever change: all are processed together. */
  follow(changes: readonly Change[]): void {
    if (!this.objects || !changes.some(({ key }) => RESOURCES.includes(key.resource))) return;
    this.isDirty = true;
    this.rounds.run();
  }

  /** Objects of the release; undefined before 1.20. */
  private get objects(): ReturnType<typeof flowControlObjects> {
    return flowControlObjects(bundleOf(this.context.cluster.settings));
  }

  /** True for later releases, which mark the objects that they may change. */
  private get isMarking(): boolean {
    return isAfter(bundleOf(this.context.cluster.settings), '1.20');
  }

  private plans(): readonly ((typeof KEPT)[number] & { readonly plan: FlowControlPlan })[] {
    const { objects } = this;
    if (!objects) return [];
    const isNew = this.find(RESOURCES[0]!, EXEMPT) === undefined;
    return KEPT.map((kept) => {
      const find = (name: string): KubeObject | undefined => this.find(kept.resource, name);
      const of = objects[kept.name];
      return { ...kept, plan: this.isMarking ? planFlowControl(of, find) : planFlowControlOnce(of, isNew, find) };
    });
  }

  private async round(): Promise<void> {
    this.isDirty = false;
    const { cluster, fence } = this.context;
    const plans = this.plans();
    const marks = this.isMarking ? { annotations: { [AUTOUPDATE]: 'true' } } : {};
    const creations = plans.flatMap(({ kind, plan }) =>
      plan.create.map(({ name, spec }) => ({
        kind,
        namespace: '',
        input: { metadata: { name, ...marks }, spec },
        isAlike: true,
      })),
    );
    const restored = plans.flatMap(({ resource, plan }) =>
      plan.restore.map(({ name, spec }): Modification => {
        const key = { resource, namespace: '', name };
        const metadataOf = this.isMarking ? withAutoupdate : ({ metadata }: KubeObject) => metadata;
        return { key, change: (object): KubeObject => ({ ...object, metadata: metadataOf(object), spec }) };
      }),
    );
    // New objects lead to another round, which gives them their condition.
    if (creations.length > 0) await cluster.store.createMany(creations, { fieldManager: PRODUCER }, fence);
    if (restored.length > 0) await cluster.store.modify(restored, fence, PRODUCER);
    const conditions = this.conditions();
    if (conditions.length > 0) await cluster.store.modify(conditions, fence, CONSUMER);
  }

  private conditions(): Modification[] {
    const { cluster } = this.context;
    const now = formatTime(cluster.clock.now());
    const hasLevel = (name: string): boolean => this.find(RESOURCES[0]!, name) !== undefined;
    return cluster.cache.list(Kinds.FlowSchema).flatMap((schema) => {
      if (!danglingCondition(schema, hasLevel, now)) return [];
      const modification = modificationOf(Kinds.FlowSchema, schema.metadata, (current): FlowSchema | undefined => {
        const condition = danglingCondition(current, hasLevel, now);
        if (!condition) return undefined;
        const others = (current.status?.conditions ?? []).filter(({ type }) => type !== condition.type);
        return { ...current, status: { ...current.status, conditions: [...others, condition] } };
      });
      return { ...modification, applies: 'status' };
    });
  }

  private find(resource: string, name: string): KubeObject | undefined {
    return this.context.cluster.cache.get({ resource, namespace: '', name });
  }
}

function withAutoupdate({ metadata }: KubeObject): KubeObject['metadata'] {
  return { ...metadata, annotations: { ...metadata.annotations, [AUTOUPDATE]: 'true' } };
}
