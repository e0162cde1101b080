import { ApiError, forbidden, kindByGvk, notFound, type PodSpec } from '@orrery/api-types';
import {
  isPodWrite,
  NAMESPACE_NODE_SELECTOR,
  readNodeSelector,
  selectorMatches,
  selectorsConflict,
  withNodeSelector,
  type AdmissionPlugin,
  type PluginHalves,
  type ProjectNodeSelectorSettings,
} from '@orrery/admission';

/** Annotation of a project, as `oc adm new-project --node-selector` writes it. */
const PROJECT_NODE_SELECTOR = 'openshift.io/node-selector';

/**
 * OriginPodNodeEnvironment: merges the node selector of a project into its new pods (spec scheduler 7.4). Namespaces
 * that PodNodeSelector manages are left to it.
 */
export function projectNodeSelector(settings: ProjectNodeSelectorSettings): PluginHalves {
  const admit: AdmissionPlugin = (request) => {
    const { object, operation, kind, lookup } = request;
    if (operation !== 'CREATE' || !isPodWrite(request) || !object.spec) return object;
    const refuse = (detail: string): ApiError => forbidden(kind, object.metadata.name, detail);
    const annotations = lookup.namespace(object.metadata.namespace ?? '')?.metadata.annotations ?? {};
    if (Object.hasOwn(annotations, NAMESPACE_NODE_SELECTOR)) return object;
    const project = readNodeSelector(annotations[PROJECT_NODE_SELECTOR] ?? settings.defaultNodeSelector);
    if (project.wrong !== undefined) return refuse(`invalid selector: [${project.wrong}]`);
    const { nodeSelector = {}, nodeName } = object.spec as PodSpec;
    if (selectorsConflict(nodeSelector, project.ok)) {
      return refuse('pod node label selector conflicts with its project node label selector');
    }
    if (nodeName && Object.keys(project.ok).length > 0) {
      const node = lookup.node(nodeName);
      if (!node) {
        const { message } = notFound(kindByGvk('v1', 'Node')!, nodeName);
        return refuse(`cannot validate project node label selector: ${message}`);
      }
      if (!selectorMatches(project.ok, node.metadata.labels ?? {})) {
        return refuse('pod node name conflicts with project node label selector');
      }
    }
    return withNodeSelector(object, { ...nodeSelector, ...project.ok });
  };
  return {
    admit,
    check: (request) => {
      const merged = admit(request);
      if (merged instanceof ApiError) return merged;
      if (merged === request.object) return undefined;
      const detail = 'pod node label selector does not extend project node label selector';
      return forbidden(request.kind, request.object.metadata.name, detail);
    },
  };
}
