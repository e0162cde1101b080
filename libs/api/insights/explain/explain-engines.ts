import type { Pod } from '@orrery/api-types';
import {
  configuredSchedulers,
  consultedExtenders,
  followSchedulingState,
  loadSchedulingState,
  servedNames,
  type ClusterRuntime,
  type ClusterSettings,
  type ConfiguredScheduler,
} from '@orrery/control-plane';
import {
  explainScheduling,
  explainWithExtenders,
  Scheduler,
  type SchedulingExplanation,
  type SchedulingQuestion,
} from '@orrery/scheduling';

/** Time, in real time, for which engines are kept after the last question. */
const IDLE_MS = 10 * 60_000;
/** The same for engines of a moment of the past, of which there may be many. */
const IDLE_PAST_MS = 10_000;

/** An engine with the scheduler it explains. */
export class ExplainEngine {
  /** Request the extenders are being asked about. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    readonly engine: Scheduler,
    readonly configured: ConfiguredScheduler,
  ) {}

  /**
   * Explains the scheduling of a pod. Where there are extenders, they are asked one question after the other. Undefined
   * if no profile serves the pod.
   */
  explain(question: SchedulingQuestion): Promise<SchedulingExplanation | undefined> {
    const { parts } = this.engine;
    if (parts.extenders.length === 0) return Promise.resolve(explainScheduling(parts, question));
    const explained = this.last.then(() => explainWithExtenders(parts, question));
    this.last = explained.catch(() => undefined);
    return explained;
  }
}

/**
 * Scheduling engines of one cluster that decide nothing and have all the knowledge of a deciding one: made on first use
 * and then updated by the changes, so that the next question costs only its answer.
 */
class ExplainEngines {
  private readonly engines = new Map<string, ExplainEngine>();
  private readonly stopFollowing: (() => void)[];
  private readonly asking = new AbortController();
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly runtime: ClusterRuntime,
    private readonly dropped: () => void,
    /** Those of the cluster, unless others are tried. */
    private readonly planned?: ClusterSettings,
  ) {
    this.stopFollowing = [
      runtime.cache.subscribe((changes) => {
        for (const { engine } of this.engines.values()) {
          followSchedulingState(engine, changes, ({ previous }, after) =>
            engine.podChanged(previous as Pod | undefined, after as Pod | undefined),
          );
        }
      }),
      runtime.onCacheReplaced(() => this.drop()),
      // The engines of another configuration are others.
      runtime.onSettingsChanged(() => Promise.resolve(this.drop())),
    ];
  }

  /** The engine of the scheduler that serves this `schedulerName`; undefined if none does. */
  serving(schedulerName: string): ExplainEngine | undefined {
    this.touch();
    const known = this.engines.get(schedulerName);
    if (known) return known;
    const { plugins } = this.runtime;
    const settings = this.planned ?? this.runtime.settings;
    const configured = (configuredSchedulers(settings, plugins).ok ?? []).find((each) =>
      servedNames(each).includes(schedulerName),
    );
    if (!configured) return undefined;
    const { clock, seed, cache } = this.runtime;
    const extenders = consultedExtenders(configured.settings, this.asking.signal);
    const engine = new Scheduler({ clock, seed, ...configured.settings.options, extenders });
    loadSchedulingState(engine, cache);
    const made = new ExplainEngine(engine, configured);
    for (const name of servedNames(configured)) this.engines.set(name, made);
    return made;
  }

  private touch(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.drop(), this.runtime.moment ? IDLE_PAST_MS : IDLE_MS);
    this.idle.unref();
  }

  drop(): void {
    clearTimeout(this.idle);
    this.asking.abort();
    for (const stop of this.stopFollowing) stop();
    this.engines.clear();
    this.dropped();
  }
}

/** Engines; of a past moment by its state, which its views share. */
const enginesOf = new WeakMap<object, ExplainEngines>();

/** The engine that explains placements of pods of this `schedulerName`; undefined if no scheduler serves them. */
export function explainEngine(runtime: ClusterRuntime, schedulerName: string): ExplainEngine | undefined {
  const key = runtime.moment ? runtime.cache : runtime.record;
  let engines = enginesOf.get(key);
  if (!engines) {
    engines = new ExplainEngines(runtime, () => enginesOf.delete(key));
    enginesOf.set(key, engines);
  }
  return engines.serving(schedulerName);
}

/** Engines as the cluster would have them with other settings, to be dropped when the question is answered. */
export function plannedEngines(
  runtime: ClusterRuntime,
  settings: ClusterSettings,
): { serving(schedulerName: string): ExplainEngine | undefined; drop(): void } {
  return new ExplainEngines(runtime, () => undefined, settings);
}
