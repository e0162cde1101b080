import { ApiError, forbidden, type KubeObject, type PodSpec } from '@orrery/api-types';
import { isPodWrite, type AdmissionRequest, type PluginHalves } from '../admission';
import { readNodeSelector, selectorMatches, selectorsConflict } from './node-selector-text';

/** Annotation of a namespace: the node selector of all its pods. */
export const NAMESPACE_NODE_SELECTOR = 'scheduler.alpha.kubernetes.io/node-selector';

/** `podNodeSelectorPluginConfig` of the guide's section 16.5.4. Texts are `key=value,key=value`. */
export interface PodNodeSelectorSettings {
  /** Node selector of namespaces without the annotation. */
  readonly clusterDefaultNodeSelector: string;
  /** Labels that pods of a namespace may select, by namespace; no entry, or an empty one: all. */
  readonly whitelists: Readonly<Record<string, string>>;
}

/**
 * Merges the node selector of a new pod's namespace into the pod, and refuses a pod that contradicts it or selects what
 * the namespace may not (spec scheduler 7.3).
 */
export function podNodeSelector(settings: PodNodeSelectorSettings): PluginHalves {
  const evaluate = (request: AdmissionRequest): Readonly<Record<string, string>> | ApiError => {
    const { object, kind, lookup } = request;
    const refuse = (detail: string): ApiError => forbidden(kind, object.metadata.name, detail);
    const { namespace = '' } = object.metadata;
    const annotations = lookup.namespace(namespace)?.metadata.annotations;
    const text = annotations?.[NAMESPACE_NODE_SELECTOR] ?? settings.clusterDefaultNodeSelector;
    const wanted = readNodeSelector(text);
    if (wanted.wrong !== undefined) return refuse(`invalid selector: [${wanted.wrong}]`);
    const own = (object.spec as PodSpec).nodeSelector ?? {};
    if (selectorsConflict(own, wanted.ok)) {
      return refuse('pod node label selector conflicts with its namespace node label selector');
    }
    const merged = { ...own, ...wanted.ok };
    const whitelist = readNodeSelector(settings.whitelists[namespace] ?? '');
    if (whitelist.wrong !== undefined) return refuse(`invalid selector: [${whitelist.wrong}]`);
    if (Object.keys(whitelist.ok).length > 0 && !selectorMatches(merged, whitelist.ok)) {
      return refuse('pod node label selector labels conflict with its namespace whitelist');
    }
    return merged;
  };
  const concerns = (request: AdmissionRequest): boolean =>
    request.operation === 'CREATE' && isPodWrite(request) && request.object.spec !== undefined;
  return {
    admit: (request) => {
      if (!concerns(request)) return request.object;
      const selector = evaluate(request);
      return selector instanceof ApiError ? selector : withNodeSelector(request.object, selector);
    },
    check: (request) => {
      const selector = concerns(request) ? evaluate(request) : undefined;
      return selector instanceof ApiError ? selector : undefined;
    },
  };
}

/** The pod with this node selector; the same pod if it selects just that already. */
export function withNodeSelector(pod: KubeObject, nodeSelector: Readonly<Record<string, string>>): KubeObject {
  const spec = pod.spec as PodSpec;
  if (Object.keys(nodeSelector).length === Object.keys(spec.nodeSelector ?? {}).length) return pod;
  return { ...pod, spec: { ...spec, nodeSelector } };
}
