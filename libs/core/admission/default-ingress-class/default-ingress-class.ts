import { forbidden, type IngressClass, type KubeObject } from '@orrery/api-types';
import type { AdmissionPlugin } from '../admission';

/** Treatment of several default classes. */
export interface IngressClassSettings {
  /** The newest counts, as since Kubernetes 1.26, or an Ingress without a class is refused. */
  readonly severalDefaults: 'newest' | 'refused';
}

const IS_DEFAULT = 'ingressclass.kubernetes.io/is-default-class';
const CLASS_BY_ANNOTATION = 'kubernetes.io/ingress.class';

/**
 * A new Ingress that names no class, not by annotation either, is of the default one, if there is one (upstream:
 * `plugin/pkg/admission/network/defaultingressclass`).
 */
export function defaultIngressClass({ severalDefaults }: IngressClassSettings): AdmissionPlugin {
  return ({ object, kind, operation, subresource, lookup }) => {
    if (kind.kind !== 'Ingress' || operation !== 'CREATE' || subresource !== undefined) return object;
    const { metadata, spec } = object as KubeObject & { readonly spec?: { readonly ingressClassName?: string } };
    if (spec?.ingressClassName !== undefined || metadata.annotations?.[CLASS_BY_ANNOTATION] !== undefined)
      return object;
    const defaults = [...lookup.ingressClasses()].filter(isDefault);
    if (defaults.length > 1 && severalDefaults === 'refused') {
      const detail = `Internal error occurred: ${defaults.length} default IngressClasses were found, only 1 allowed`;
      return forbidden({ group: kind.group, resource: kind.resource }, metadata.name, detail);
    }
    const [chosen] = defaults.sort(compare);
    return chosen ? { ...object, spec: { ...spec, ingressClassName: chosen.metadata.name } } : object;
  };
}

function isDefault({ metadata }: IngressClass): boolean {
  return metadata.annotations?.[IS_DEFAULT] === 'true';
}

/** The newest first; of equally old ones that with the lower name. */
function compare({ metadata: a }: IngressClass, { metadata: b }: IngressClass): number {
  if (a.creationTimestamp !== b.creationTimestamp) return a.creationTimestamp > b.creationTimestamp ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}
