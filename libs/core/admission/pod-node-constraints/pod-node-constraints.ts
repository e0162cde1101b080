import { forbidden, type KubeObject, type PodSpec } from '@orrery/api-types';
import type { AdmissionPlugin, AdmissionRequest } from '../admission';

/** `PodNodeConstraintsConfig` of the guide's sections 16.5.2 and 16.5.3. */
export interface PodNodeConstraintsSettings {
  /** Labels that only users who may bind pods may select. */
  readonly nodeSelectorLabelBlacklist: readonly string[];
}

/** Kinds whose pods are checked by their template. Pods of DaemonSets are on the nodes that these select. */
const WITH_TEMPLATE: ReadonlySet<string> = new Set([
  'Deployment',
  'ReplicaSet',
  'StatefulSet',
  'ReplicationController',
  'Job',
  'CronJob',
  'PodTemplate',
]);

/**
 * Lets only users who may create `pods/binding` choose the node of a pod: by `nodeName`, or by a blacklisted label in
 * `nodeSelector` (spec scheduler 7.5). It checks the user's input, so it comes before selectors of namespaces and
 * projects are merged in. Node affinity is not checked, as in the original.
 */
export function podNodeConstraints(settings: PodNodeConstraintsSettings): AdmissionPlugin {
  const blacklist = new Set(settings.nodeSelectorLabelBlacklist);
  return (request) => {
    const { object, operation, kind, subresource, user, lookup } = request;
    const spec = operation === 'CREATE' && subresource === undefined ? podSpecOf(request) : undefined;
    if (!spec) return object;
    const labels = Object.keys(spec.nodeSelector ?? {})
      .filter((label) => blacklist.has(label))
      .sort();
    const namesNode = Boolean(spec.nodeName);
    if (!namesNode && labels.length === 0) return object;
    if (isOwnMirrorPod(object, spec, user.name)) return object;
    const isPod = kind.kind === 'Pod';
    const isAllowed = lookup.isAllowed({
      verb: 'create',
      group: '',
      resource: 'pods',
      subresource: 'binding',
      namespace: object.metadata.namespace ?? '',
      name: isPod ? object.metadata.name : '',
    });
    if (isAllowed) return object;
    return forbidden(kind, object.metadata.name, refusal(namesNode, labels));
  };
}

function refusal(namesNode: boolean, labels: readonly string[]): string {
  const by = [...(namesNode ? ['nodeName'] : []), ...(labels.length > 0 ? [`label(s) [${labels.join(' ')}]`] : [])];
  return `node selection by ${by.join(' and ')} is prohibited by policy for your role`;
}

/** A kubelet shows its static pods to the API server; they are where they are. */
function isOwnMirrorPod({ metadata }: KubeObject, { nodeName }: PodSpec, user: string): boolean {
  return metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined && user === `system:node:${nodeName}`;
}

function podSpecOf({ kind, object }: AdmissionRequest): PodSpec | undefined {
  if (kind.kind === 'Pod') return object.spec as PodSpec | undefined;
  if (!WITH_TEMPLATE.has(kind.kind)) return undefined;
  const holder = (
    kind.kind === 'PodTemplate'
      ? object
      : kind.kind === 'CronJob'
        ? (object.spec as { jobTemplate?: { spec?: unknown } } | undefined)?.jobTemplate?.spec
        : object.spec
  ) as { template?: { spec?: PodSpec } } | undefined;
  return holder?.template?.spec;
}
