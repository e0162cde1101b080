import type { Chance } from '../chance';
import { BUILT_IN_STAGES, isMarked } from './built-in-stages';
import { readStageFile } from './read-stage-file';
import type { DrivingStage, StageDrivenKind, StageSubject, StageFile } from './stage-file';

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
  readonly stage: DrivingStage;
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

/** The stages of files, and the few that are always there: which of them an object is in for, and when. */
export class DrivingStages {
  private readonly files = new Map<StageDrivenKind, DrivingStage[]>();
  private readonly builtIn = new Map<StageDrivenKind, readonly DrivingStage[]>();

  constructor(private readonly chance: Chance) {
    this.replace([]);
  }

  /** Takes the place of all files before; each must have passed `stageFileErrors`. */
  replace(files: readonly StageFile[]): void {
    const stages = [...files]
      .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
      .map((file) => readStageFile(file));
    for (const kind of ['Pod', 'Node'] as const) {
      const own = stages.filter((stage) => stage.kind === kind);
      this.files.set(kind, own);
      const names = new Set(own.map(({ name }) => name));
      this.builtIn.set(
        kind,
        BUILT_IN_STAGES.filter((stage) => stage.kind === kind && !names.has(stage.name)),
      );
    }
  }

  /** Returns whether any stage could be meant for an object; most are spared the closer look. */
  concerns(kind: StageDrivenKind, metadata: StageSubject['metadata']): boolean {
    return this.files.get(kind)!.length > 0 || isMarked(metadata);
  }

  /** The stage that applies to an object; undefined if none matches, or it waits for an update. Maintains the memory. */
  next(kind: StageDrivenKind, subject: StageSubject, memory: StageMemory, nowMs: number): StageTransition | undefined {
    if (memory.isIdle) return undefined;
    const { uid } = subject.metadata;
    const files = this.files.get(kind)!.filter((stage) => stage.matches(subject));
    const others = this.builtIn.get(kind)!.filter((stage) => isMarked(subject.metadata) && stage.matches(subject));
    const stage = this.choose([...files, ...others], subject, memory);
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
      isAlone: files.includes(stage),
    };
  }

  /** The stage of a name; undefined if there is none. */
  named(kind: StageDrivenKind, name: string): DrivingStage | undefined {
    return [...this.files.get(kind)!, ...this.builtIn.get(kind)!].find((stage) => stage.name === name);
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

  /** Chance decides by weight; where all weights are zero, or none can be read, all have the same. */
  private choose(
    stages: readonly DrivingStage[],
    subject: StageSubject,
    { played }: StageMemory,
  ): DrivingStage | undefined {
    if (stages.length <= 1) return stages[0];
    const random = () => this.chance('led-stage', subject.metadata.uid, played);
    const weighed = stages.map((stage) => ({ stage, weight: stage.weightOf(subject) }));
    const total = weighed.reduce((sum, { weight = 0 }) => sum + weight, 0);
    if (total === 0) {
      const readable = weighed.filter(({ weight }) => weight !== undefined);
      const equals = readable.length > 0 ? readable : weighed;
      return equals[random().below(equals.length)]!.stage;
    }
    let left = total * random().unit();
    return weighed.find(({ weight = 0 }) => weight > 0 && (left -= weight) < 0)?.stage ?? stages[0];
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
