import { jsonText } from '@orrery/api-types';
import type { KubeletSettings } from '../shard/kubelet-settings';
import { defaultPodStages } from './default-pod-stages';
import { StageMatcher } from './stage-matcher';

/** The default stages, compiled, by the settings of kubelets as text: most clusters have the same ones. */
const compiled = new Map<string, StageMatcher>();
/** Of more settings than these, stages are compiled again when they are needed. */
const MAX_COMPILED = 100;

/** Returns the matcher of the default stages for kubelets with these settings; it has no state, so that all shards share it. */
export function defaultStageMatcher(settings: KubeletSettings): StageMatcher {
  const text = jsonText(settings);
  let matcher = compiled.get(text);
  if (!matcher) {
    if (compiled.size >= MAX_COMPILED) compiled.clear();
    compiled.set(text, (matcher = new StageMatcher(defaultPodStages(settings))));
  }
  return matcher;
}
