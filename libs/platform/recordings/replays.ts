import { randomUUID } from 'node:crypto';
import { badRequest, storableTextProblem } from '@orrery/api-types';
import type { ControlPlane } from '@orrery/control-plane';
import type { InputPerformer } from './perform-input';
import { closeRecording, type Recording } from './recording-file';
import { replay, type ReplayProgress, type ReplayReport } from './replay';

/** Replay in progress. */
export interface RunningReplay extends ReplayProgress {
  /** The cluster in which it is repeated. */
  readonly name: string;
  /** The cluster that was recorded. */
  readonly recorded: string;
}

/** Options of a replay that clients may give. */
export interface ReplayChoice {
  /** The name of the cluster in which it is repeated, which stays then. */
  readonly keep?: string | undefined;
  readonly seed?: string | undefined;
}

const ofPlanes = new WeakMap<ControlPlane, Replays>();

/** The repetitions of a process. */
export function replaysOf(plane: ControlPlane): Replays {
  let replays = ofPlanes.get(plane);
  if (!replays) ofPlanes.set(plane, (replays = new Replays(plane)));
  return replays;
}

/** Running replays of a process. */
class Replays {
  private readonly going = new Map<string, RunningReplay>();

  constructor(private readonly plane: ControlPlane) {}

  /** Running replays, by the names of their clusters. */
  get running(): readonly RunningReplay[] {
    return [...this.going.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Repeats a recording, and closes it; undefined if the name of its cluster is taken. */
  async run(
    recording: Recording,
    choice: ReplayChoice,
    performers: ReadonlyMap<string, InputPerformer>,
    report: (progress: ReplayProgress) => void = () => undefined,
  ): Promise<ReplayReport | undefined> {
    try {
      return await this.repeat(recording, choice, performers, report);
    } finally {
      await closeRecording(recording);
    }
  }

  private async repeat(
    recording: Recording,
    { keep, seed }: ReplayChoice,
    performers: ReadonlyMap<string, InputPerformer>,
    report: (progress: ReplayProgress) => void,
  ): Promise<ReplayReport | undefined> {
    const problem = storableTextProblem(seed ?? '');
    if (problem !== undefined) throw badRequest(`seed: ${problem}`);
    const name = keep ?? `replay-${randomUUID().slice(0, 8)}`;
    if (this.going.has(name)) return undefined;
    const recorded = recording.header.cluster;
    const progress = (come: ReplayProgress): void => {
      this.going.set(name, { name, recorded, ...come });
      report(come);
    };
    progress({ inputs: 0, ofInputs: recording.entries.inputs.count, atMs: recording.base.startMs, revision: 0 });
    try {
      return await replay(this.plane, recording, { name, isKept: keep !== undefined, seed, performers, progress });
    } finally {
      this.going.delete(name);
    }
  }
}
