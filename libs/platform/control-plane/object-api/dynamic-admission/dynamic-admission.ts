import type { RequestAttributes } from '@orrery/admission';
import type { LateWrites } from '../writes/late-writes';
import type { ClusterKinds } from '../kinds/cluster-kinds';
import type { AdmissionConfigurations } from './admission-configurations';

/** Ports that admission by users' policies and webhooks needs of a cluster. */
export interface DynamicAdmission {
  readonly configurations: AdmissionConfigurations;
  readonly kinds: ClusterKinds;
  /** Writes of components that wait for webhooks. */
  readonly late: LateWrites;
  /** Expression values of stored objects, by object. */
  readonly values: WeakMap<object, unknown>;
  /** Called with what an audit log would have of a request. */
  readonly audit: (request: object, annotations: Readonly<Record<string, string>>) => void;
}

/** The request that audit annotations belong to, for a log. */
export function auditedRequest({
  operation,
  requested,
  subresource,
  namespace,
  name,
  user,
}: RequestAttributes): object {
  return { operation, resource: requested.resource, subresource, namespace, name, user: user.name };
}
