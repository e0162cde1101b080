import { DEFAULT_STAGES } from './default-stages.generated';
import { readStageFile } from './read-stage-file';
import { KubeletStageTarget, type Stage, type StageFile } from './stage-file';
import { StageSet } from './stage-set';

/** The stages of a kubelet by their subjects. */
export type KubeletStages = Readonly<Record<KubeletStageTarget, StageSet>>;

let compiled: KubeletStages | undefined;

/** Returns the default stages; they have no state, so that all kubelets of a process share them. */
export function defaultKubeletStages(): KubeletStages {
  return (compiled ??= stagesOf(DEFAULT_STAGES.map(readStageFile)));
}

/**
 * Returns the default stages with those of files among them: a file replaces the stage of its name, in the place of that;
 * stages of other names come last. Files without `spec.kubelet` are left out.
 */
export function kubeletStagesWith(files: readonly StageFile[]): KubeletStages {
  const own = files
    .filter(({ spec }) => spec.kubelet !== undefined)
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
    .map(readStageFile);
  if (own.length === 0) return defaultKubeletStages();
  const byName = new Map(own.map((stage) => [stage.name, stage]));
  const defaults = DEFAULT_STAGES.map((file) => byName.get(file.metadata.name) ?? readStageFile(file));
  const known = new Set(defaults.map(({ name }) => name));
  return stagesOf([...defaults, ...own.filter(({ name }) => !known.has(name))]);
}

function stagesOf(stages: readonly Stage[]): KubeletStages {
  const about = (target: KubeletStageTarget): StageSet =>
    new StageSet(stages.filter(({ kubelet }) => kubelet === target));
  return { Pod: about(KubeletStageTarget.Pod), Container: about(KubeletStageTarget.Container) };
}
