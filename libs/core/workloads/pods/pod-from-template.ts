import { generateName, markShared, type KubeObject, type PodTemplateSpec } from '@orrery/api-types';
import type { Random } from '@orrery/time';
import { controllerReference } from '../ownership/controller-reference';

/** The body of a pod as its owner submits it; the API server adds the defaults. */
export interface NewPod {
  readonly apiVersion: 'v1';
  readonly kind: 'Pod';
  readonly metadata: object;
  readonly spec: unknown;
}

/**
 * A pod of `owner`, made after the `template` of a stored object. It shares the template's parts, so it must not be
 * changed in place.
 */
export function podFromTemplate(owner: KubeObject, template: PodTemplateSpec | undefined, name: string): NewPod {
  const { labels, annotations, finalizers } = template?.metadata ?? {};
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      generateName: `${owner.metadata.name}-`,
      namespace: owner.metadata.namespace,
      ...(labels ? { labels } : {}),
      ...(annotations ? { annotations } : {}),
      ...(finalizers ? { finalizers } : {}),
      ownerReferences: [controllerReference(owner)],
    },
    spec: template?.spec ? markShared(template.spec) : {},
  };
}

/** `<owner>-<5 random letters>`, the owner's name cut as the API server cuts a generated name's prefix. */
export function generatedPodName(ownerName: string, random: Random): string {
  return generateName(`${ownerName}-`, random);
}
