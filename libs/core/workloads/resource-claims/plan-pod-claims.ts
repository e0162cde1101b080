import {
  canBeReserved,
  foreignClaimText,
  isReservedFor,
  podClaimName,
  podClaimsOf,
  type ObjectMeta,
  type Pod,
  type PodResourceClaim,
  type ResourceClaim,
  type ResourceClaimSpec,
  type ResourceClaimTemplate,
} from '@orrery/api-types';
import { controllerReference } from '../ownership/controller-reference';
import { isPodDone } from './plan-claim';

/** Says which entry of `spec.resourceClaims` a claim was made for. */
export const POD_CLAIM_ANNOTATION = 'resource.kubernetes.io/pod-claim-name';

/** Maximum length of a prefix of generated names: a hyphen and five characters follow. */
const MAX_PREFIX = 57;

export interface PodClaimsInput {
  readonly pod: Pod;
  /** A claim of the pod's namespace. */
  readonly claim: (name: string) => ResourceClaim | undefined;
  /** The claims that the pod owns. */
  readonly owned: readonly ResourceClaim[];
  /** A template of the pod's namespace. */
  readonly template: (name: string) => ResourceClaimTemplate | undefined;
}

/** A claim as it is made: its name is generated. */
interface ClaimBody {
  readonly metadata: Pick<ObjectMeta, 'annotations' | 'labels' | 'ownerReferences'> & { readonly generateName: string };
  readonly spec: ResourceClaimSpec;
}

/** Plan for the claims of a pod. */
export interface PodClaimsPlan {
  /** Claims to be made, by the name that the pod has for them. */
  readonly create: readonly { readonly podClaim: string; readonly body: ClaimBody }[];
  /** Claims that are there, but not in the pod's status. */
  readonly list: readonly { readonly podClaim: string; readonly claimName: string }[];
  /** Claims that the pod, which has a node already, does not have reserved. */
  readonly reserve: readonly ResourceClaim[];
  /** The reason why a claim cannot be made; the rest of the plan is empty then. */
  readonly failure?: { readonly podClaim: string; readonly text: string };
}

const NOTHING: PodClaimsPlan = { create: [], list: [], reserve: [] };

/**
 * Decides about the claims of one pod (`syncPod` of `pkg/controller/resourceclaim`). A pod that is done only gives claims
 * back: it gets none made or reserved (kubernetes/kubernetes#141274), or each would be deleted and made in turn for ever.
 */
export function planPodClaims(input: PodClaimsInput): PodClaimsPlan {
  const { pod } = input;
  if (pod.metadata.deletionTimestamp !== undefined || isPodDone(pod)) return NOTHING;
  const create: PodClaimsPlan['create'][number][] = [];
  const list: PodClaimsPlan['list'][number][] = [];
  for (const podClaim of podClaimsOf(pod.spec)) {
    const { name, resourceClaimTemplateName: templateName } = podClaim;
    if (templateName === undefined || hasClaim(input, podClaim)) continue;
    // One that was made before its name could be written.
    const known = input.owned.find(({ metadata }) => metadata.annotations?.[POD_CLAIM_ANNOTATION] === name);
    const template = known ? undefined : input.template(templateName);
    if (known) list.push({ podClaim: name, claimName: known.metadata.name });
    else if (template) create.push({ podClaim: name, body: claimBody(pod, name, template) });
    else {
      const missing = `resourceclaimtemplate.resource.k8s.io "${templateName}" not found`;
      return { ...NOTHING, failure: { podClaim: name, text: `resource claim template "${templateName}": ${missing}` } };
    }
  }
  return { create, list, reserve: pod.spec.nodeName ? unreserved(input) : [] };
}

/** Returns whether nothing has to be made: the claim is there, or the pod can do without. */
function hasClaim({ pod, claim }: PodClaimsInput, podClaim: PodResourceClaim): boolean {
  const { name, error } = podClaimName(pod, podClaim);
  if (error !== undefined) return false;
  if (name === undefined) return true;
  const found = claim(name);
  return found !== undefined && foreignClaimText(pod, found) === undefined;
}

/** A pod that was given its node by another than the scheduler uses what is allocated. */
function unreserved({ pod, claim }: PodClaimsInput): ResourceClaim[] {
  return podClaimsOf(pod.spec).flatMap((podClaim) => {
    const { name, isMade } = podClaimName(pod, podClaim);
    const found = name === undefined ? undefined : claim(name);
    if (!found?.status?.allocation || isReservedFor(pod.metadata.uid, found) || !canBeReserved(found)) return [];
    return isMade && foreignClaimText(pod, found) !== undefined ? [] : [found];
  });
}

function claimBody(pod: Pod, podClaim: string, { spec }: ResourceClaimTemplate): ClaimBody {
  const { labels, annotations } = spec.metadata ?? {};
  const owner = { apiVersion: 'v1', kind: 'Pod', metadata: pod.metadata };
  return {
    metadata: {
      generateName: namePrefix(pod.metadata.name, podClaim),
      ...(labels ? { labels } : {}),
      annotations: { ...annotations, [POD_CLAIM_ANNOTATION]: podClaim },
      ownerReferences: [controllerReference(owner)],
    },
    spec: spec.spec,
  };
}

/** Returns the prefix of a name; both parts of a long one are cut, each in proportion to its length. */
function namePrefix(podName: string, podClaim: string): string {
  const whole = `${podName}-${podClaim}-`;
  if (whole.length <= MAX_PREFIX) return whole;
  const cut = (part: string): string => part.slice(0, Math.floor((part.length * MAX_PREFIX) / whole.length));
  return `${cut(podName)}-${cut(podClaim)}`;
}
