import { PRODUCT_PLUGINS } from '../../products';
import { ADMINISTRATOR, resourceAccess, serviceAccountUser } from '@orrery/access';
import {
  createAdmission,
  type AccessQuestion,
  type Admission,
  type AdmissionLookup,
  type AdmissionRequest,
} from '@orrery/admission';
import { Kinds, type ApiError, type IngressClass, type KubeObject, type PriorityClass } from '@orrery/api-types';
import { refuseNodeConfiguration, refuseStart } from '../../node-configuration/node-configuration-admission';
import type { NodeResourceSettings } from '../../node-configuration/node-configurations';
import { refuseBehaviour } from '../../node-configuration/behaviour-admission';
import { asFakeNode } from '../../node-configuration/fake-nodes';
import { registered } from '../../node-configuration/registration';
import { admissionSettingsOf } from '../../settings/admission-settings';
import { bundleOf, type ClusterSettings } from '../../settings/cluster-settings';
import { refuseRights } from './authorization';
import type { AdmissionInput } from './admission-input';
import { completeRequest, refuseForeignKey } from './certificate-requests';
import { userOf, type WriteContext } from './write-context';

/** The chains of settings in use. Settings are never changed in place. */
const chains = new WeakMap<ClusterSettings, Admission>();

function chainOf(settings: ClusterSettings): Admission {
  let chain = chains.get(settings);
  if (!chain) chains.set(settings, (chain = createAdmission(admissionSettingsOf(settings), PRODUCT_PLUGINS)));
  return chain;
}

/** Asks the admission chain, with the cache as the state that the write will meet. */
export function admit(
  context: WriteContext,
  { subresource, oldObject, isDryRun, ...input }: AdmissionInput,
): KubeObject | ApiError {
  const { kind } = input;
  // Nodes, behaviours and roles are kinds of the release.
  const isGiven = input.operation !== 'DELETE' && !kind.isCustom;
  const refusedNode = isGiven ? refuseNodeConfiguration(kind, input.object, oldObject) : undefined;
  if (refusedNode) return refusedNode;
  const object =
    input.operation === 'CREATE' && isGiven
      ? completeRequest(context, {
          ...input,
          object: registered(context.settings(), kind, asFakeNode(kind, input.object)),
        })
      : completeRequest(context, { ...input, subresource, ...(oldObject ? { oldObject } : {}) });
  const cluster = { settings: context.settings() as NodeResourceSettings, objects: () => context.cache() };
  const refusal = isGiven
    ? (refuseForeignKey(input) ?? refuseBehaviour(kind, object) ?? refuseStart(kind, { object, oldObject }, cluster))
    : undefined;
  const excess = isGiven ? refuseRights(context, { kind, object, oldObject }) : undefined;
  if (refusal ?? excess) return (refusal ?? excess)!;
  return chainOf(context.settings()).admit(requestOf(context, { ...input, object, subresource, oldObject, isDryRun }));
}

/** Returns why what will be stored is refused, as users' policies and webhooks left it; undefined if it is not. */
export function refuseAdmitted(context: WriteContext, input: AdmissionInput): ApiError | undefined {
  const { kind, object, oldObject } = input;
  const excess = kind.isCustom ? undefined : refuseRights(context, { kind, object, oldObject });
  return excess ?? chainOf(context.settings()).check(requestOf(context, input));
}

function requestOf(
  context: WriteContext,
  { subresource, oldObject, isDryRun = false, ...input }: AdmissionInput,
): AdmissionRequest {
  return {
    // Components of the control plane write as the administrator, unless they have an account of their own.
    user: userOf(context),
    lookup: lookupIn(context),
    release: bundleOf(context.settings()),
    isDryRun,
    ...input,
    ...(subresource === undefined ? {} : { subresource }),
    ...(oldObject === undefined ? {} : { oldObject }),
  };
}

function lookupIn(context: WriteContext): AdmissionLookup {
  const cache = context.cache();
  const classes = 'priorityclasses.scheduling.k8s.io';
  return {
    namespace: (name) => cache.get(Kinds.Namespace, '', name),
    priorityClass: (name) => cache.get({ resource: classes, namespace: '', name }) as PriorityClass | undefined,
    priorityClasses: () => cache.list(classes) as PriorityClass[],
    runtimeClass: (name) => cache.get(Kinds.RuntimeClass, '', name),
    serviceAccount: (namespace, name) => cache.get({ resource: 'serviceaccounts', namespace, name }),
    storageClasses: () => cache.list(Kinds.StorageClass),
    ingressClasses: () => cache.list('ingressclasses.networking.k8s.io') as IngressClass[],
    services: () => cache.list('services'),
    serviceCidrs: () => cache.list(Kinds.ServiceCIDR),
    node: (name) => cache.get(Kinds.Node, '', name),
    limitRanges: (namespace) => cache.list('limitranges', namespace),
    isAllowed: (access) => context.actor?.decide(resourceAccess(access)).allowed ?? true,
    isAllowedForPod: (access, account) => isAllowedForPod(context, access, account),
    podSecurityPolicies: () => cache.list('podsecuritypolicies.policy'),
  };
}

function isAllowedForPod(
  { actor, account, actorOf }: WriteContext,
  question: AccessQuestion,
  serviceAccountName: string,
): boolean {
  // Of a client who may do everything, as without access control, the roles are unknown.
  if (actor && !actor.roles) return true;
  const access = resourceAccess(question);
  const writer = actor ?? actorOf(account ?? ADMINISTRATOR);
  const { namespace } = question;
  const isOfAccount =
    serviceAccountName !== '' && actorOf(serviceAccountUser(namespace, serviceAccountName)).decide(access).allowed;
  return isOfAccount || writer.decide(access).allowed;
}
