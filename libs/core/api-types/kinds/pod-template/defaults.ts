import { defaultTemplateSpec } from '../../defaults/pod-spec';
import type { PodSpec, KubeObject } from '../../objects';

/** Fills what a client may leave out of a PodTemplate. Changes the object in place. */
export function defaultPodTemplate(object: KubeObject): void {
  const template = object['template'] as { spec?: PodSpec } | undefined;
  if (template?.spec) defaultTemplateSpec(template.spec);
}
