import { compileDelay, compileWeight } from './compile-delay';
import { compileNext } from './compile-next';
import { compileSelector, requirementsOf } from './compile-selector';
import type { Stage, StageDrivenKind, StageFile, StageFileSelector } from './stage-file';
import { CONTAINER_STATE } from './stage-set';

/** Compiles a stage; `stageFileErrors` must have found nothing wrong with it. */
export function readStageFile({ metadata, spec }: StageFile): Stage {
  const { name } = metadata;
  const { actions = [], remember } = spec.next ?? {};
  return {
    name,
    kind: spec.resourceRef.kind as StageDrivenKind,
    kubelet: spec.kubelet,
    isFollowedAtOnce: spec.immediateNextStage ?? false,
    containerStates: containerStates(spec.selector),
    actions: flags(actions),
    remember: remember && flags(remember),
    matches: compileSelector(spec.selector),
    weightOf: compileWeight(name, spec),
    instantOf: compileDelay(name, spec),
    play: compileNext(spec),
  };
}

function containerStates({ matchExpressions = [] }: StageFileSelector): readonly string[] | undefined {
  const isOfState = ({ key, operator }: { key: string; operator: string }) =>
    key === CONTAINER_STATE && operator === 'In';
  return requirementsOf(matchExpressions).find(isOfState)?.values;
}

function flags(words: readonly string[]): Readonly<Record<string, true>> {
  return Object.fromEntries(words.map((word) => [word, true]));
}
