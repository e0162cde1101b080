import { DEFAULT_RELEASE, type Pod } from '@orrery/api-types';
import { randomFor, type Clock } from '@orrery/time';
import type { Behaviour } from './behaviour/behaviour';
import { behaviourOf, type BehaviourOverrides, type BundleName } from './behaviour/bundles';
import { AssumedVolumes } from './cache/assumed-volumes';
import { ClusterCache } from './cache/cluster-cache';
import { ClusterObjects } from './cache/cluster-objects';
import { DeviceLedger } from './cache/device-ledger';
import { PodShapes } from './cache/pod-shape';
import { ResourceSlots } from './cache/resource-slots';
import type { Extender } from './cycle/extender';
import { FrameworkFilterRunner } from './cycle/run-filters';
import type { CycleParts } from './cycle/scheduling-cycle';
import { ScoreBuffers } from './cycle/score-buffers';
import { ShapeMemory } from './cycle/shape-memory';
import { createFramework, ProfileError, type Framework } from './framework/framework';
import type { PluginHandle, WaitingPod } from './framework/plugin-handle';
import { isSuccess } from './framework/status';
import type { PluginRegistry } from './framework/plugin-args';
import { DEFAULT_SCHEDULER_NAME, type Profile } from './profiles/profile';
import { DEFAULT_BACKOFF, type BackoffLimits } from './queue/backoff';
import { HintTable } from './queue/hint-table';
import { SchedulingQueue } from './queue/scheduling-queue';
import type { Gate } from './queue/gated-pods';
import { TopologyIndex } from './topology/topology-index';

/** Settings of one scheduler process for one cluster. */
export interface SchedulerOptions {
  readonly clock: Clock;
  /** The cluster's seed: every random choice derives from it. */
  readonly seed: string;
  /** Generation of behaviour; `modern` if absent. */
  readonly bundle?: BundleName;
  /** Single knobs that differ from the bundle. */
  readonly knobs?: BehaviourOverrides;
  /** One default profile named `default-scheduler` if absent. */
  readonly profiles?: readonly Profile[];
  /** Used by profiles that give none; 0: adaptive. */
  readonly percentageOfNodesToScore?: number;
  readonly backoff?: BackoffLimits;
  readonly extenders?: readonly Extender[];
  /** Keeps the raw scores of each cycle for the traces of `Scheduler.onAttempt`. */
  readonly keepsRawScores?: boolean;
  /** Plugins that profiles may name. */
  readonly registry: PluginRegistry;
}

/** Profile with the parts that its cycles need. */
export interface ProfileParts {
  readonly framework: Framework;
  readonly cycle: CycleParts;
  readonly hints: HintTable;
}

/** The pieces of a scheduler that its feed, its cycles and its bindings share. */
export interface SchedulerParts {
  readonly clock: Clock;
  readonly seed: string;
  readonly behaviour: Behaviour;
  readonly shapes: PodShapes;
  readonly cache: ClusterCache;
  readonly objects: ClusterObjects;
  readonly topology: TopologyIndex;
  readonly queue: SchedulingQueue;
  readonly extenders: readonly Extender[];
  /** By scheduler name. */
  readonly profiles: ReadonlyMap<string, ProfileParts>;
}

/** Builds the pieces. Throws ProfileError for profiles that cannot run. */
export function createSchedulerParts(
  options: SchedulerOptions,
  waitingPod: (uid: string) => WaitingPod | undefined,
): SchedulerParts {
  const bundle = options.bundle ?? DEFAULT_RELEASE;
  const behaviour = behaviourOf(bundle, options.knobs);
  const slots = new ResourceSlots();
  const shapes = new PodShapes(slots, behaviour);
  const cache = new ClusterCache(slots);
  const objects = new ClusterObjects();
  const topology = new TopologyIndex(objects, (observer) => cache.observe(observer));
  cache.observe(topology);
  const assumedVolumes = new AssumedVolumes();
  const devices = new DeviceLedger(objects);
  const profiles = new Map<string, ProfileParts>();
  const { clock, seed } = options;
  const partsOf = (schedulerName: string | undefined): ProfileParts =>
    profiles.get(schedulerName ?? DEFAULT_SCHEDULER_NAME)!;
  const queue = new SchedulingQueue({
    now: () => clock.now(),
    behaviour,
    backoff: options.backoff ?? DEFAULT_BACKOFF,
    compare: (a, b) => sort.compare(a, b),
    gateOf: ({ pod }) => gateOf(partsOf(pod.spec.schedulerName).framework, pod),
    promised: (nodeName, pods) => cache.setPromises(nodeName, pods),
    hintsOf: ({ pod }) => partsOf(pod.spec.schedulerName).hints,
  });
  const handleOf = (schedulerName: string, filters: FrameworkFilterRunner): PluginHandle => ({
    behaviour,
    schedulerName,
    slots,
    shapes,
    objects,
    assumedVolumes,
    devices,
    topology,
    nominations: queue.nominator,
    filters,
    extenders: options.extenders ?? [],
    now: () => clock.now(),
    snapshot: () => cache.snapshot(),
    observe: (observer) => cache.observe(observer),
    randomFor: (pod, attempt, purpose) => randomFor(seed, schedulerName, pod.key, attempt, purpose),
    waitingPod,
    activate: (uids) => queue.activate(uids),
  });
  const rotation = { start: 0 };
  for (const profile of options.profiles ?? [{ schedulerName: DEFAULT_SCHEDULER_NAME }]) {
    const { schedulerName } = profile;
    if (profiles.has(schedulerName)) throw new ProfileError(schedulerName, [`Duplicate value: "${schedulerName}"`]);
    profiles.set(schedulerName, profileParts(profile, { options, bundle, rotation, handleOf }));
  }
  const sort = commonQueueSort(profiles);
  return {
    clock,
    seed,
    behaviour,
    shapes,
    cache,
    objects,
    topology,
    queue,
    profiles,
    extenders: options.extenders ?? [],
  };
}

/** Parts that all profiles of a scheduler share. */
interface SharedParts {
  readonly options: SchedulerOptions;
  readonly bundle: NonNullable<SchedulerOptions['bundle']>;
  readonly rotation: CycleParts['rotation'];
  readonly handleOf: (schedulerName: string, filters: FrameworkFilterRunner) => PluginHandle;
}

/** Builds the framework, the cycle and the hints of one profile. */
function profileParts(
  profile: NonNullable<SchedulerOptions['profiles']>[number],
  { options, bundle, rotation, handleOf }: SharedParts,
): ProfileParts {
  const runner: FrameworkFilterRunner = new FrameworkFilterRunner(() => framework);
  const { registry } = options;
  const handle = handleOf(profile.schedulerName, runner);
  const framework: Framework = createFramework({ profile, bundle, registry, handle });
  const cycle: CycleParts = {
    framework,
    runner,
    memory: new ShapeMemory(),
    buffers: new ScoreBuffers(),
    extenders: options.extenders ?? [],
    percentageOfNodesToScore: options.percentageOfNodesToScore ?? 0,
    rotation,
    keepsRawScores: options.keepsRawScores ?? false,
  };
  return { framework, cycle, hints: new HintTable(framework.plugins.values()) };
}

/** Returns the gate that keeps a pod out of the active queue; undefined: none. */
function gateOf({ preEnqueue }: Framework, pod: Pod): Gate | undefined {
  const plugin = preEnqueue.find((one) => !isSuccess(one.preEnqueue(pod)));
  return plugin && { waitsFor: plugin.waitsFor?.(pod) ?? [] };
}

/** Returns the queue sort of all profiles: one queue serves them, so they must sort alike. */
function commonQueueSort(profiles: ReadonlyMap<string, ProfileParts>): Framework['queueSort'] {
  const [first, ...others] = [...profiles.values()].map(({ framework }) => framework);
  if (!first) throw new ProfileError('', ['profiles: Required value']);
  for (const other of others) {
    if (other.queueSort.name !== first.queueSort.name) {
      throw new ProfileError(other.profile.schedulerName, [
        'plugins.queueSort: Invalid value: has to match for all profiles',
      ]);
    }
  }
  return first.queueSort;
}
