import { isTerminalPhase, type Container, type Pod } from '@orrery/api-types';
import {
  EvictionManager,
  firstAbove,
  meterLimits,
  nodeCapacity,
  NodeFact,
  NodeMeter,
  nextOomKill,
  oomScoreAdjustment,
  podsMemoryLimitBytes,
  usageAnnotation,
  valueAt,
  type Crossing,
  type Curve,
  type DaemonName,
  type EvictionMemory,
  type NodeStatistics,
  type OomContainer,
  type OomKill,
  type PressureSettings,
  type ResourceConfiguration,
} from '@orrery/node-pressure';
import { quantityValue } from '@orrery/quantity';
import { isAnythingRunning, type HostedNode, type HostedPod } from '@orrery/pod-lifecycle';

/** Longest look-ahead for a crossing while usage deviates by chance, in milliseconds. */
const HORIZON_MS = 600_000;

/** State of a watched node, as plain data. */
export interface WatchedNodeState {
  readonly memory: EvictionMemory;
  readonly lastRunMs: number;
  readonly nextRunMs?: number;
  readonly nextOomMs?: number;
  readonly nextCollectionMs?: number;
  readonly dying: readonly string[];
  readonly removedAtMs?: number;
  readonly restarts: readonly (readonly [DaemonName, number])[];
}

/** A node with usage, measured again whenever it changes. */
export class WatchedNode {
  readonly manager: EvictionManager;
  /** Phase of the runs, which come every ten seconds. */
  nextRunMs: number | undefined;
  lastRunMs: number;
  nextOomMs: number | undefined;
  nextCollectionMs: number | undefined;
  /** Evicted pods whose containers still run. */
  readonly dying: Set<string>;
  /** The node's own configuration and image disk when the manager began; others need a new one. */
  private readonly setUpFor: string;
  private removedAtMs: number | undefined;
  /** Of daemons that were killed while this node was watched; its object may not have it yet. */
  private readonly restarts: Map<DaemonName, number>;
  private meter: NodeMeter | undefined;

  constructor(
    readonly hosted: HostedNode,
    private readonly podsOf: () => readonly HostedPod[],
    private readonly how: {
      readonly settings: PressureSettings;
      readonly configuration: ResourceConfiguration;
      readonly firstRunMs: number;
    },
    state?: WatchedNodeState,
  ) {
    const { settings, configuration, firstRunMs } = how;
    const ofManager = {
      thresholds: configuration.thresholds,
      maxPodGraceSeconds: configuration.maxPodGraceSeconds,
      pressureTransitionMs: configuration.pressureTransitionMs,
      hasDedicatedImagefs: this.current().capacity.imagefs !== undefined,
      settings,
    };
    this.manager = new EvictionManager(ofManager, state?.memory);
    this.setUpFor = setUpOf(hosted);
    this.lastRunMs = state ? state.lastRunMs : firstRunMs;
    this.nextRunMs = state ? state.nextRunMs : firstRunMs;
    this.nextOomMs = state?.nextOomMs;
    this.nextCollectionMs = state?.nextCollectionMs;
    this.dying = new Set(state?.dying);
    this.removedAtMs = state?.removedAtMs;
    this.restarts = new Map(state?.restarts);
  }

  /** Returns the state from which the constructor restores this node. */
  toState(): WatchedNodeState {
    const { manager, lastRunMs, nextRunMs, nextOomMs, nextCollectionMs, dying, removedAtMs, restarts } = this;
    return {
      memory: manager.state,
      lastRunMs,
      ...(nextRunMs !== undefined && { nextRunMs }),
      ...(nextOomMs !== undefined && Number.isFinite(nextOomMs) && { nextOomMs }),
      ...(nextCollectionMs !== undefined && { nextCollectionMs }),
      dying: [...dying],
      ...(removedAtMs !== undefined && { removedAtMs }),
      restarts: [...restarts],
    };
  }

  get settings(): PressureSettings {
    return this.how.settings;
  }

  /** True if the node is configured as it was when the manager began. */
  get isSetUpAsBefore(): boolean {
    return this.setUpFor === setUpOf(this.hosted);
  }

  /** The node or one of its pods changed. */
  forget(): void {
    this.meter = undefined;
  }

  /** Pods that are neither over nor deleted with all containers stopped, by name. */
  get activePods(): Pod[] {
    return this.podsOf()
      .filter(
        ({ pod, status }) =>
          !isTerminalPhase(status.phase) &&
          (pod.metadata.deletionTimestamp === undefined || isAnythingRunning(status)) &&
          status.startTime !== undefined,
      )
      .map(({ pod }) => pod)
      .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  }

  statistics(nowMs: number): NodeStatistics {
    const { imageBytes } = this.hosted;
    const { removedAtMs } = this;
    return this.current().statistics(nowMs, { imageBytes, ...(removedAtMs === undefined ? {} : { removedAtMs }) });
  }

  /** Removes dead containers. */
  removeContainers(nowMs: number): void {
    this.removedAtMs = nowMs;
  }

  /** Removes images that no pod here uses. */
  removeImages(nowMs: number): void {
    this.hosted.removeImages(this.usedImages(), nowMs - this.how.configuration.imageMinimumAgeMs);
  }

  private usedImages(): (image: string) => boolean {
    const used = new Set(
      this.podsOf()
        .filter(({ status }) => !isTerminalPhase(status.phase) || isAnythingRunning(status))
        .flatMap(({ pod }) => [...pod.spec.containers, ...(pod.spec.initContainers ?? [])].map(({ image }) => image)),
    );
    return (image) => used.has(image);
  }

  /** Returns the usage of the disk with the images, in percent. */
  imageDiskPercent(nowMs: number): number {
    const { availableBytes, capacityBytes } = this.statistics(nowMs).imagefs!;
    return capacityBytes === 0 ? 0 : 100 - Math.floor((100 * availableBytes) / capacityBytes);
  }

  /** Removes images until enough space is free; returns the error if too little could be freed (spec nodes E6). */
  collectImages(nowMs: number): string | undefined {
    const { imageCollection, imageMinimumAgeMs } = this.how.configuration;
    if (this.imageDiskPercent(nowMs) < imageCollection.highPercent) return undefined;
    const { availableBytes, capacityBytes } = this.statistics(nowMs).imagefs!;
    const wanted = Math.floor((capacityBytes * (100 - imageCollection.lowPercent)) / 100) - availableBytes;
    const freed = this.hosted.freeImages(wanted, this.usedImages(), nowMs - imageMinimumAgeMs);
    this.forget();
    if (freed >= wanted) return undefined;
    return `failed to garbage collect required amount of images. Wanted to free ${wanted} bytes, but freed ${freed} bytes`;
  }

  /** Returns whether images will have to be removed, or may have to be. */
  needsImageCollection(nowMs: number): boolean {
    return !this.isQuiet(nowMs) || this.imageDiskPercent(nowMs) >= this.how.configuration.imageCollection.highPercent;
  }

  /** Returns whether nothing will happen here until something changes. */
  isQuiet(nowMs: number): boolean {
    const { conditions, met } = this.manager.state;
    return conditions.length === 0 && met.length === 0 && this.dying.size === 0 && this.current().isSettled(nowMs);
  }

  /** The first instant from which a limit on memory may be exceeded. */
  nextOom(fromMs: number): number | undefined {
    const span = { fromMs, horizonMs: fromMs + HORIZON_MS };
    const { usages, daemonsByName } = this.current();
    const bounded: Bounded[] = [];
    const ofPods: Curve[] = [];
    for (const { running } of usages) {
      for (const { spec, curves } of running) {
        const curve = curves['usage-memory'];
        if (!curve) continue;
        ofPods.push(curve);
        bounded.push({ curves: [curve], bound: limitBytes(spec) });
      }
    }
    const memoryOf = (name: DaemonName): Curve[] => [daemonsByName.get(name)?.['usage-memory'] ?? []].flat();
    const all = [...ofPods, ...[...daemonsByName.keys()].flatMap(memoryOf)];
    for (const { daemons, memoryBytes } of this.how.configuration.daemonCaps) {
      bounded.push({ curves: daemons.flatMap(memoryOf), bound: memoryBytes });
    }
    bounded.push({ curves: ofPods, bound: this.podsLimitBytes }, { curves: all, bound: this.memoryLimitBytes });
    const next = firstOf(bounded, span);
    if (next === undefined || next > fromMs || this.oomKill(fromMs)) return next;
    // No process may be killed, or the excess is below a byte per curve: nothing happens before it grows or a curve changes.
    const grown = bounded.map(({ curves, bound }) => ({ curves, bound: bound && bound + curves.length }));
    const bend = Math.min(...all.map((curve) => curve.pieceAt(fromMs).untilMs));
    const later = firstOf(grown, span) ?? fromMs;
    const again = later > fromMs ? Math.min(later, bend) : bend;
    return again === Infinity ? undefined : Math.max(fromMs + 1, Math.ceil(again));
  }

  /** Whom the kernel kills now. */
  oomKill(nowMs: number): OomKill | undefined {
    const { configuration, settings } = this.how;
    const { capacity, daemonsByName } = this.current();
    return nextOomKill({
      containers: this.runningContainers(nowMs),
      daemonBytes: new Map([...daemonsByName].map(([name, curves]) => [name, valueAt(curves['usage-memory'], nowMs)])),
      kubeletAdjustment: configuration.kubeletOomAdjustment,
      podsLimitBytes: this.podsLimitBytes,
      nodeLimitBytes: this.memoryLimitBytes,
      memoryCapacityBytes: capacity.memoryBytes,
      caps: configuration.daemonCaps,
      formula: settings.oomScoreFormula,
    });
  }

  /** A daemon was killed and runs again at an instant. */
  daemonRestarts(daemon: DaemonName, atMs: number): void {
    this.restarts.set(daemon, atMs);
  }

  private runningContainers(nowMs: number): OomContainer[] {
    const meter = this.current();
    const node = { memoryCapacityBytes: meter.capacity.memoryBytes, settings: this.settings };
    return meter.usages.flatMap(({ pod, running }) =>
      running.map(({ spec, curves }) => ({
        uid: pod.metadata.uid,
        container: spec.name,
        name: `${orderOf(pod)}/${spec.name}`,
        memoryBytes: valueAt(curves['usage-memory'], nowMs),
        adjustment: oomScoreAdjustment(pod, spec, node),
        limitBytes: limitBytes(spec),
      })),
    );
  }

  /** Limit beyond which the kernel kills: memory, and the part that can be swapped out. */
  private get memoryLimitBytes(): number {
    const { memoryBytes, swapBytes } = this.current().capacity;
    return memoryBytes + (this.how.configuration.toleratesSwap ? swapBytes : 0);
  }

  private get podsLimitBytes(): number {
    const { configuration } = this.how;
    const capacity = this.hosted.node.status.capacity ?? {};
    return configuration.enforcesPods
      ? podsMemoryLimitBytes(capacity, configuration)
      : this.current().capacity.memoryBytes;
  }

  private current(): NodeMeter {
    return (this.meter ??= new NodeMeter({
      node: this.hosted.node,
      pods: this.podsOf().map(({ pod, status, memory }) => ({
        pod,
        status,
        exactStart: (container) => memory.containers.get(container)?.startedAtMs,
      })),
      imageBytes: this.hosted.imageBytes,
      podsMemoryLimitBytes: podsMemoryLimitBytes(this.hosted.node.status.capacity ?? {}, this.how.configuration),
      volumesFreedOn: this.how.settings.volumesFreedOn,
      daemonRestarts: this.restarts,
      limits: meterLimits(this.how.configuration, nodeCapacity(this.hosted.node)),
    }));
  }
}

/** Curves that together are to stay within a bound. */
interface Bounded {
  readonly curves: readonly Curve[];
  readonly bound: number | undefined;
}

/** The first instant at which one of the bounds may be exceeded. */
function firstOf(bounded: readonly Bounded[], span: Parameters<typeof firstAbove>[2]): number | undefined {
  const crossings = bounded.map(({ curves, bound }): Crossing =>
    curves.length === 0 || bound === undefined ? {} : firstAbove(curves, bound, span),
  );
  const instants = crossings.flatMap(({ aboveAtMs, lookAgainAtMs }) => aboveAtMs ?? lookAgainAtMs ?? []);
  return instants.length === 0 ? undefined : Math.min(...instants);
}

function setUpOf({ node }: HostedNode): string {
  const { annotations = {}, labels } = node.metadata;
  const facts = [NodeFact.KubeletConfiguration, NodeFact.Imagefs].map((fact) => annotations[usageAnnotation(fact)]);
  return JSON.stringify([...facts, labels]);
}

function limitBytes({ resources }: Container): number | undefined {
  const text = resources?.limits?.['memory'];
  return text === undefined ? undefined : Number(quantityValue(text));
}

function orderOf({ metadata }: Pod): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}
