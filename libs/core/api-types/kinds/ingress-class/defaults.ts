import type { KubeObject } from '../../objects';

type Fields = Record<string, unknown>;

/** Parameters of a class are objects of the whole cluster unless they say otherwise. */
export function defaultIngressClass(object: KubeObject): void {
  const { parameters } = (object.spec ??= {}) as { parameters?: Fields };
  if (parameters) parameters['scope'] ??= 'Cluster';
}
