import type { Chance } from '../chance';
import { BUILT_IN_STAGES, isMarked } from './built-in-stages';
import { readStageFile } from './read-stage-file';
import type { Stage, StageDrivenKind, StageSubject, StageFile } from './stage-file';
import { StageSet } from './stage-set';

/** State that is kept of an object between its stages. */
export interface StageMemory {
  /** Number of stages applied so far: each draws its own random number. */
  played: number;
  /** The stage that it is in for, and since when. */
  since?: { readonly stage: string; readonly atMs: number };
  /** The last stage of a file that was played. */
  last?: string;
  /** A stage that changed nothing comes again only when the object has changed. */
  isIdle?: true;
  /** A stage that could not be played is tried again then. */
  retryAtMs?: number;
  /** Stages in a row at one instant. */
  atOnce?: { readonly atMs: number; readonly count: number };
}

/** A stage that will take place. */
export interface StageTransition {
  readonly stage: Stage;
  readonly atMs: number;
  /** A stage of a file: while it is pending, the object has no other stage. */
  readonly isAlone: boolean;
}

/** The annotation that names the stage of a file that an object played last. */
export const LAST_STAGE_ANNOTATION = 'orrery.dev/stage';
/** Stages in a row at one instant; more means that they run in circles. */
const STAGES_AT_ONCE = 100;
const CIRCLE_PAUSE_MS = 1000;
const RETRY_MS = 10_000;

export function newStageMemory(): StageMemory {
  return { played: 0 };
}

/** The stages of files that drive objects, and the few that are always there: which of them an object is in for, and when. */
export class DrivingStages {
  private readonly files = new Map<StageDrivenKind, ReadonlySet<Stage>>();
  private readonly stages = new Map<StageDrivenKind, StageSet>();

  constructor(private readonly chance: Chance) {
    this.replace([]);
  }

  /** Takes the place of all files before; each must have passed `stageFileErrors`. Those of kubelets drive no object. */
  replace(files: readonly StageFile[]): void {
    const stages = files
      .filter(({ spec }) => spec.kubelet === undefined)
      .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
      .map(readStageFile);
    for (const kind of ['Pod', 'Node'] as const) {
      const own = stages.filter((stage) => stage.kind === kind);
      this.files.set(kind, new Set(own));
      const names = new Set(own.map(({ name }) => name));
      const builtIn = BUILT_IN_STAGES.filter((stage) => stage.kind === kind && !names.has(stage.name));
      this.stages.set(kind, new StageSet([...own, ...builtIn]));
    }
  }

  /** Returns whether any stage could be meant for an object; most are spared the closer look. */
  concerns(kind: StageDrivenKind, metadata: StageSubject['metadata']): boolean {
    return this.files.get(kind)!.size > 0 || isMarked(metadata);
  }

  /** The stage that applies to an object; undefined if none matches, or it waits for an update. Maintains the memory. */
  next(kind: StageDrivenKind, subject: StageSubject, memory: StageMemory, nowMs: number): StageTransition | undefined {
    if (memory.isIdle) return undefined;
    const { uid } = subject.metadata;
    const stage = this.stages.get(kind)!.match(subject, () => this.chance('led-stage', uid, memory.played));
    if (!stage) {
      delete memory.since;
      return undefined;
    }
    if (memory.since?.stage !== stage.name) memory.since = { stage: stage.name, atMs: nowMs };
    const sinceMs = memory.since.atMs;
    const random = () => this.chance('led-delay', uid, stage.name, memory.played);
    const atMs = Math.max(stage.instantOf(subject, { sinceMs, random }), memory.retryAtMs ?? 0);
    const isCircling = memory.atOnce?.atMs === nowMs && memory.atOnce.count >= STAGES_AT_ONCE;
    return {
      stage,
      atMs: isCircling ? Math.max(atMs, nowMs + CIRCLE_PAUSE_MS) : atMs,
      isAlone: this.files.get(kind)!.has(stage),
    };
  }

  /** The stage of a name; undefined if there is none. */
  named(kind: StageDrivenKind, name: string): Stage | undefined {
    return this.stages.get(kind)!.named(name);
  }

  /** A stage was played, or (`fault`) could not be. */
  played({ stage, isAlone }: StageTransition, memory: StageMemory, outcome: StageEffect): void {
    const { nowMs, isChanged, isFault, isStatusNew = isChanged } = outcome;
    const before = memory.atOnce?.atMs === nowMs ? memory.atOnce.count : 0;
    memory.atOnce = { atMs: nowMs, count: before + 1 };
    if (isFault) {
      memory.retryAtMs = nowMs + RETRY_MS;
      return;
    }
    memory.played++;
    delete memory.since;
    delete memory.retryAtMs;
    if (!isChanged) memory.isIdle = true;
    if (isAlone && isStatusNew) memory.last = stage.name;
  }
}

/** Result of a played stage. */
export interface StageEffect {
  readonly nowMs: number;
  readonly isChanged: boolean;
  /** True if the change is one of the status; as `isChanged` if left out. */
  readonly isStatusNew?: boolean;
  readonly isFault: boolean;
}
