import type { Random } from '@orrery/time';
import { compileQuery } from './field-query';
import type { Stage } from './stage-file';

/** Field that most stages of containers test: a container is only compared with stages that may apply to its state. */
export const CONTAINER_STATE = '.container.state';
const STATE_OF = compileQuery(CONTAINER_STATE)!;

/** Stages of one subject, in the order in which chance weighs them: the one matcher of all stages. */
export class StageSet {
  private readonly byState = new Map<string, readonly Stage[]>();
  private readonly ofAnyState: readonly Stage[];

  constructor(readonly all: readonly Stage[]) {
    this.ofAnyState = all.filter(({ containerStates }) => !containerStates);
    for (const state of new Set(all.flatMap(({ containerStates }) => containerStates ?? []))) {
      const candidates = all.filter(({ containerStates }) => containerStates?.includes(state) ?? true);
      this.byState.set(state, candidates);
    }
  }

  /**
   * Returns the stage that applies to a subject; undefined if none does. Among several that match, a draw by weight decides;
   * `random` is called only then.
   */
  match(subject: object, random: () => Random): Stage | undefined {
    const candidates = this.candidates(subject);
    let first: Stage | undefined;
    for (const stage of candidates) {
      if (!stage.matches(subject)) continue;
      if (first) return chosen(candidates, subject, random);
      first = stage;
    }
    return first;
  }

  named(name: string): Stage | undefined {
    return this.all.find((stage) => stage.name === name);
  }

  /** Returns all stages that may match, and some that do not. */
  private candidates(subject: object): readonly Stage[] {
    if (this.byState.size === 0) return this.all;
    return this.byState.get(String(STATE_OF.first(subject))) ?? this.ofAnyState;
  }
}

/** Returns one of several matching stages by weight; where all weights are zero, or none can be read, all have the same. */
function chosen(candidates: readonly Stage[], subject: object, random: () => Random): Stage {
  const weighed = candidates
    .filter((stage) => stage.matches(subject))
    .map((stage) => ({ stage, weight: stage.weightOf(subject) }));
  const total = weighed.reduce((sum, { weight = 0 }) => sum + weight, 0);
  if (total === 0) {
    const readable = weighed.filter(({ weight }) => weight !== undefined);
    const equals = readable.length > 0 ? readable : weighed;
    return equals[random().below(equals.length)]!.stage;
  }
  let left = total * random().unit();
  return (weighed.find(({ weight = 0 }) => weight > 0 && (left -= weight) < 0) ?? weighed[0]!).stage;
}
