import {
  byRelease,
  type HorizontalPodAutoscaler,
  isScalable,
  type KindInfo,
  Kinds,
  type KubeObject,
  scaleNotFound,
  scaleOf,
  selectorOfScale,
  servedForm,
  withReplicas,
} from '@orrery/api-types';
import {
  modificationOf,
  type ClockPort,
  type ComponentContext,
  type EventsPort,
  type IdentityPort,
  type KindsPort,
  type LogPort,
  type Modification,
  type ObjectsPort,
  type SettingsPort,
} from '@orrery/control-plane';
import { nameOf, Operation, resourceName, type Change, type ObjectKey } from '@orrery/store';
import { TimerPhase, type Timer } from '@orrery/time';
import {
  planAutoscaler,
  rememberScaling,
  SelectedPods,
  type AutoscalerMemory,
  type AutoscalerNote,
  type MetricSource,
  type ScaleTarget,
} from '@orrery/workloads';
import type { Controller } from '../controller';
import { Rounds } from '../rounds';
import { podSamples } from './pod-samples';

/** Ports used by this class. */
type Ports = IdentityPort & KindsPort & ObjectsPort & ClockPort & EventsPort & LogPort & SettingsPort;

const AUTOSCALERS = Kinds.HorizontalPodAutoscaler.resource;
/** Name of the component in events. */
const COMPONENT = 'horizontal-pod-autoscaler';
/** Interval from a pass, or from its creation, to an autoscaler's next pass (`--horizontal-pod-autoscaler-sync-period`). */
const SYNC_PERIOD_MS = 15_000;

/** The version of autoscalers that events name: the one that the controller of the release works with (`horizontal.go`). */
const EVENT_VERSIONS = byRelease({
  '1.34': 'autoscaling/v2',
  '1.20': 'autoscaling/v2beta2',
  '1.11': 'autoscaling/v2beta1',
});

/** Autoscaler that this process runs. */
interface Followed {
  readonly uid: string;
  readonly timer: Timer;
  /** Due time of its next pass. */
  readonly dueMs: number;
  /** Undefined before its first pass. */
  readonly memory: AutoscalerMemory | undefined;
  /** The selector of its target in its last pass. */
  readonly selector: string;
}

/** State of an autoscaler besides its object. */
interface CapturedAutoscaler {
  readonly key: string;
  readonly uid: string;
  readonly dueMs: number;
  /** Absent before its first pass. */
  readonly memory?: AutoscalerMemory;
}

/** Pass to be written. */
interface Pass {
  readonly key: string;
  readonly autoscaler: HorizontalPodAutoscaler;
  readonly notes: readonly AutoscalerNote[];
  readonly memory: AutoscalerMemory;
}

/** Sets the number of pods of the targets of HorizontalPodAutoscalers, every fifteen seconds of cluster time. */
export class AutoscalingController implements Controller {
  private readonly followed = new Map<string, Followed>();
  /** The pods of each target, by the key of the autoscaler. */
  private readonly pods: SelectedPods;
  private due = new Set<string>();
  private readonly rounds: Rounds;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.pods = new SelectedPods((namespace) => context.cluster.cache.list(Kinds.Pod, namespace));
    this.rounds = new Rounds(context, {
      controller: 'horizontal-pod-autoscaler',
      hasWork: () => this.due.size > 0,
      round: () => this.round(),
    });
  }

  start(captured: readonly CapturedAutoscaler[] = []): void {
    for (const { key, uid, dueMs, memory } of captured) {
      this.followed.set(key, { uid, ...this.passAt(key, dueMs), memory, selector: '' });
    }
    for (const autoscaler of this.context.cluster.cache.list(Kinds.HorizontalPodAutoscaler)) this.seen(autoscaler);
  }

  /** Returns the state in the order of the due times: those of one instant have their passes in this order. */
  capture(): CapturedAutoscaler[] {
    return [...this.followed]
      .sort(([, a], [, b]) => a.dueMs - b.dueMs)
      .map(([key, { uid, dueMs, memory }]) => ({ key, uid, dueMs, ...(memory ? { memory } : {}) }));
  }

  stop(): void {
    for (const { timer } of this.followed.values()) timer.cancel();
    this.followed.clear();
  }

  follow(changes: readonly Change[]): void {
    for (const { key, operation, object, previous } of changes) {
      const next = operation === Operation.Delete ? undefined : object;
      if (key.resource === 'pods') this.pods.podChanged(previous, next);
      else if (key.resource !== AUTOSCALERS) continue;
      else if (next) this.seen(next as HorizontalPodAutoscaler);
      else this.forget(nameOf(key.namespace, key.name), key.namespace);
    }
  }

  private seen({ metadata: { namespace = '', name, uid } }: HorizontalPodAutoscaler): void {
    const key = nameOf(namespace, name);
    if (this.followed.get(key)?.uid === uid) return;
    this.forget(key, namespace);
    this.followed.set(key, { uid, ...this.nextPass(key), memory: undefined, selector: '' });
  }

  private forget(key: string, namespace: string): void {
    this.followed.get(key)?.timer.cancel();
    this.followed.delete(key);
    this.due.delete(key);
    this.pods.set(key, namespace, undefined);
  }

  private nextPass(key: string): Pick<Followed, 'timer' | 'dueMs'> {
    return this.passAt(key, this.context.cluster.clock.now() + SYNC_PERIOD_MS);
  }

  private passAt(key: string, dueMs: number): Pick<Followed, 'timer' | 'dueMs'> {
    const timer = this.context.cluster.clock.setTimer(
      dueMs,
      TimerPhase.Controllers,
      'horizontal-pod-autoscaler',
      () => {
        this.due.add(key);
        this.rounds.run();
      },
    );
    return { timer, dueMs };
  }

  /** All autoscalers that are due, in one write. */
  private async round(): Promise<void> {
    const batch = [...this.due];
    this.due = new Set();
    const { cluster, fence } = this.context;
    const samples = podSamples(cluster);
    const modifications: Modification[] = [];
    const passes = batch.flatMap((key): Pass[] => {
      const known = this.followed.get(key);
      const slash = key.indexOf('/');
      const place = { resource: AUTOSCALERS, namespace: key.slice(0, slash), name: key.slice(slash + 1) };
      const autoscaler = cluster.cache.get(place) as HorizontalPodAutoscaler | undefined;
      if (!known || !autoscaler) return [];
      this.followed.set(key, { ...known, ...this.nextPass(key) });
      return [this.pass(key, autoscaler, { samples, modifications })];
    });
    if (modifications.length > 0) await cluster.store.modify(modifications, fence);
    for (const { key, autoscaler, notes, memory } of passes) {
      const known = this.followed.get(key);
      if (known?.uid === autoscaler.metadata.uid) this.followed.set(key, { ...known, memory });
      this.report(autoscaler, notes);
    }
  }

  private pass(
    key: string,
    autoscaler: HorizontalPodAutoscaler,
    { samples, modifications }: { readonly samples: MetricSource; readonly modifications: Modification[] },
  ): Pass {
    const { clock } = this.context.cluster;
    const nowMs = clock.now();
    const found = this.targetOf(key, autoscaler);
    const memory = this.followed.get(key)?.memory;
    const plan = planAutoscaler({ autoscaler, target: found.target, samples, nowMs, memory });
    const text = JSON.stringify(plan.status);
    if (text !== JSON.stringify(autoscaler.status)) {
      const change = (current: HorizontalPodAutoscaler): HorizontalPodAutoscaler => ({
        ...current,
        status: plan.status,
      });
      modifications.push(modificationOf(Kinds.HorizontalPodAutoscaler, autoscaler.metadata, change));
    }
    const { at, kind } = found;
    if (!plan.rescale || !at || !kind || 'failure' in found.target) return { key, autoscaler, ...plan };
    const { replicas } = plan.rescale;
    modifications.push({ key: at, change: (current) => withReplicas(kind, current, replicas) });
    const change = { atMs: nowMs, count: replicas - found.target.replicas };
    return { key, autoscaler, ...plan, memory: rememberScaling(plan.memory, change, autoscaler.spec.behavior) };
  }

  /** The target with its pods, or why it has no scale. */
  private targetOf(
    key: string,
    { metadata: { namespace = '' }, spec: { scaleTargetRef } }: HorizontalPodAutoscaler,
  ): {
    readonly at?: ObjectKey;
    readonly kind?: KindInfo;
    readonly target: ScaleTarget | { readonly failure: string };
  } {
    const { apiVersion = 'v1', kind, name } = scaleTargetRef;
    const known = this.context.cluster.kinds.byGvk(apiVersion, kind);
    if (!known) return { target: { failure: `no matches for kind "${kind}" in group "${groupOf(apiVersion)}"` } };
    if (!isScalable(known)) return { target: { failure: 'the server could not find the requested resource' } };
    const at = { resource: resourceName(known), namespace, name };
    const object = this.context.cluster.cache.get(at);
    if (!object) {
      const { message } = scaleNotFound(known, name, this.context.cluster.kinds.release);
      return { target: { failure: message } };
    }
    return { at, kind: known, target: this.scaleOf(key, known, object) };
  }

  private scaleOf(key: string, kind: KindInfo, object: KubeObject): ScaleTarget {
    const { spec, status } = scaleOf(servedForm(kind, object), kind.scalePaths) as {
      spec?: { replicas?: number };
      status?: { selector?: string };
    };
    const selector = status?.selector ?? '';
    const known = this.followed.get(key);
    if (known && known.selector !== selector) {
      this.pods.set(key, object.metadata.namespace ?? '', selectorOfScale(selector));
      this.followed.set(key, { ...known, selector });
    }
    return { replicas: spec?.replicas ?? 0, selector, pods: this.pods.of(key) ?? [] };
  }

  private report({ kind, metadata }: HorizontalPodAutoscaler, notes: readonly AutoscalerNote[]): void {
    if (notes.length === 0) return;
    const { cluster, fence } = this.context;
    const { namespace = '', name, uid, resourceVersion } = metadata;
    const apiVersion = EVENT_VERSIONS[cluster.kinds.release];
    const involvedObject = { apiVersion, kind, namespace, name, uid, resourceVersion };
    cluster.events.record(
      notes.map((note) => ({ ...note, component: COMPONENT, involvedObject })),
      fence,
    );
  }
}

function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}
