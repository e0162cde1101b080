import { isTerminalPhase, type Container, type Pod } from '@orrery/api-types';
import {
  areSettled,
  EvictionManager,
  firstAbove,
  meterLimits,
  nodeCapacity,
  NodeFact,
  NodeMeter,
  NodeUsage,
  oomScoreAdjustment,
  oomVictim,
  podsMemoryLimitBytes,
  usageAnnotation,
  valueAt,
  type Crossing,
  type Curve,
  type NodeStatistics,
  type OomCandidate,
  type PressureSettings,
  type ResourceConfiguration,
} from '@orrery/node-pressure';
import { quantityValue } from '@orrery/quantity';
import { isAnythingRunning, type HostedNode, type HostedPod } from '@orrery/pod-lifecycle';

/** How far ahead a crossing is looked for while usage deviates by chance. */
const HORIZON_MS = 600_000;

/** A container that the kernel kills. */
export interface OomKill {
  readonly uid: string;
  readonly container: string;
  /** Whether the whole node, not a limit, ran out: then the node says so. */
  readonly isSystem: boolean;
}

interface RunningContainer extends OomCandidate {
  readonly uid: string;
  readonly container: string;
}

/** A node on which something is used, measured anew whenever it changed. */
export class WatchedNode {
  readonly manager: EvictionManager;
  /** Phase of the runs, which come every ten seconds. */
  nextRunMs: number | undefined;
  lastRunMs: number;
  nextOomMs: number | undefined;
  nextCollectionMs: number | undefined;
  /** Evicted pods whose containers still run. */
  readonly dying = new Set<string>();
  /** The node's own configuration and image disk when the manager began; others need a new one. */
  private readonly setUpFor: string;
  private removedAtMs: number | undefined;
  private meter: NodeMeter | undefined;

  constructor(
    readonly hosted: HostedNode,
    private readonly podsOf: () => readonly HostedPod[],
    private readonly how: {
      readonly settings: PressureSettings;
      readonly configuration: ResourceConfiguration;
      readonly firstRunMs: number;
    },
  ) {
    const { settings, configuration, firstRunMs } = how;
    this.manager = new EvictionManager({
      thresholds: configuration.thresholds,
      maxPodGraceSeconds: configuration.maxPodGraceSeconds,
      pressureTransitionMs: configuration.pressureTransitionMs,
      hasDedicatedImagefs: this.current().capacity.imagefs !== undefined,
      settings,
    });
    this.setUpFor = setUpOf(hosted);
    this.nextRunMs = firstRunMs;
    this.lastRunMs = firstRunMs;
  }

  get settings(): PressureSettings {
    return this.how.settings;
  }

  /** Whether the node is configured as it was when the manager began. */
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

  /** How full the disk with the images is, in percent. */
  imageDiskPercent(nowMs: number): number {
    const { availableBytes, capacityBytes } = this.statistics(nowMs).imagefs!;
    return capacityBytes === 0 ? 0 : 100 - Math.floor((100 * availableBytes) / capacityBytes);
  }

  /** Images are removed until enough is free; says what went wrong (node specification E6). */
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

  /** Whether images will have to be removed, or may have to be. */
  needsImageCollection(nowMs: number): boolean {
    return !this.isQuiet(nowMs) || this.imageDiskPercent(nowMs) >= this.how.configuration.imageCollection.highPercent;
  }

  /** Whether nothing will happen here until something changes. */
  isQuiet(nowMs: number): boolean {
    const { conditions, met } = this.manager.state;
    return (
      conditions.length === 0 && met.length === 0 && this.dying.size === 0 && areSettled(this.current().curves(), nowMs)
    );
  }

  /** The first instant from which a limit on memory may be exceeded. */
  nextOom(fromMs: number): number | undefined {
    const span = { fromMs, horizonMs: fromMs + HORIZON_MS };
    const meter = this.current();
    const crossings: Crossing[] = [];
    const ofPods: Curve[] = [];
    for (const { running } of meter.usages) {
      for (const { spec, curves } of running) {
        const curve = curves['usage-memory'];
        if (!curve) continue;
        ofPods.push(curve);
        const limit = limitBytes(spec);
        if (limit !== undefined) crossings.push(firstAbove([curve], limit, span));
      }
    }
    const ofDaemons = meter.daemons[NodeUsage.Memory];
    if (ofPods.length > 0) {
      crossings.push(firstAbove(ofPods, this.podsLimitBytes, span));
      const all = ofDaemons ? [...ofPods, ofDaemons] : ofPods;
      crossings.push(firstAbove(all, this.memoryLimitBytes, span));
    }
    const instants = crossings.flatMap(({ aboveAtMs, lookAgainAtMs }) => aboveAtMs ?? lookAgainAtMs ?? []);
    return instants.length === 0 ? undefined : Math.min(...instants);
  }

  /** Whom the kernel kills now: whoever exceeds its own limit, then one of those who together use too much. */
  oomKill(nowMs: number): OomKill | undefined {
    const containers = this.runningContainers(nowMs);
    const { memoryBytes } = this.current().capacity;
    const selfish = containers.find(({ memoryBytes: used, limit }) => limit !== undefined && used > limit);
    if (selfish) return { uid: selfish.uid, container: selfish.container, isSystem: false };
    const ofPods = containers.reduce((sum, each) => sum + each.memoryBytes, 0);
    const total = ofPods + valueAt(this.current().daemons[NodeUsage.Memory], nowMs);
    const isSystem = total > this.memoryLimitBytes;
    if (!isSystem && ofPods <= this.podsLimitBytes) return undefined;
    const users = containers.filter(({ memoryBytes: used }) => used > 0);
    const victim = oomVictim(users, memoryBytes, this.settings.oomScoreFormula);
    return victim && { uid: victim.uid, container: victim.container, isSystem };
  }

  private runningContainers(nowMs: number): (RunningContainer & { readonly limit: number | undefined })[] {
    const meter = this.current();
    const node = { memoryCapacityBytes: meter.capacity.memoryBytes, settings: this.settings };
    return meter.usages.flatMap(({ pod, running }) =>
      running.map(({ spec, curves }) => ({
        uid: pod.metadata.uid,
        container: spec.name,
        name: `${orderOf(pod)}/${spec.name}`,
        memoryBytes: valueAt(curves['usage-memory'], nowMs),
        adjustment: oomScoreAdjustment(pod, spec, node),
        limit: limitBytes(spec),
      })),
    );
  }

  /** Beyond this the kernel kills: memory, and what can be swapped out. */
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
      limits: meterLimits(this.how.configuration, nodeCapacity(this.hosted.node)),
    }));
  }
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
