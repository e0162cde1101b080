import { createAdmission, type Admission, type AdmissionLookup, type AdmissionRequest } from '@orrery/admission';
import type { ApiError, KubeObject, Namespace, PriorityClass, StorageClass } from '@orrery/api-types';
import { refusePodBehaviour } from '../nodes/pod-behaviour-admission';
import { admissionSettingsOf } from '../settings/admission-settings';
import type { ClusterSettings } from '../settings/cluster-settings';
import type { Door } from './intents';

/** What is admitted, in the door's terms. */
export type AdmissionInput = Pick<AdmissionRequest, 'operation' | 'kind' | 'object'> & {
  readonly oldObject?: KubeObject;
  readonly subresource?: string | undefined;
};

/** Everyone is the administrator until access control is switched on. */
const ADMINISTRATOR = { name: 'system:admin', groups: ['system:masters', 'system:authenticated'] };

/** The chains of settings in use. Settings are never changed in place. */
const chains = new WeakMap<ClusterSettings, Admission>();

function chainOf(settings: ClusterSettings): Admission {
  let chain = chains.get(settings);
  if (!chain) chains.set(settings, (chain = createAdmission(admissionSettingsOf(settings))));
  return chain;
}

/** Asks the admission chain, with the cache as the state that the write will meet. */
export function admit(door: Door, { subresource, oldObject, ...input }: AdmissionInput): KubeObject | ApiError {
  const refusal = input.operation === 'DELETE' ? undefined : refusePodBehaviour(input.kind, input.object);
  if (refusal) return refusal;
  return chainOf(door.settings())({
    ...input,
    ...(subresource === undefined ? {} : { subresource }),
    ...(oldObject === undefined ? {} : { oldObject }),
    user: ADMINISTRATOR,
    lookup: lookupIn(door),
  });
}

function lookupIn(door: Door): AdmissionLookup {
  const cache = door.cache();
  const classes = 'priorityclasses.scheduling.k8s.io';
  return {
    namespace: (name) => cache.get({ resource: 'namespaces', namespace: '', name }) as unknown as Namespace | undefined,
    priorityClass: (name) =>
      cache.get({ resource: classes, namespace: '', name }) as unknown as PriorityClass | undefined,
    priorityClasses: () => cache.list(classes) as unknown as PriorityClass[],
    serviceAccount: (namespace, name) => cache.get({ resource: 'serviceaccounts', namespace, name }),
    storageClasses: () => cache.list('storageclasses.storage.k8s.io') as unknown as StorageClass[],
    services: () => cache.list('services'),
    node: (name) => cache.get({ resource: 'nodes', namespace: '', name }),
    limitRanges: (namespace) => cache.list('limitranges', namespace),
    isAllowed: () => true,
  };
}
