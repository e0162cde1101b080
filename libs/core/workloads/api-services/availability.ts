import type { ApiService, ApiServiceCondition } from '@orrery/api-types';

type Fields = Readonly<Record<string, unknown>>;

/** State of the service that an APIService names. */
export interface ServiceState {
  readonly service: Fields | undefined;
  readonly endpoints: Fields | undefined;
}

interface ServicePort {
  readonly name?: string;
  readonly port?: number;
}

interface Subset {
  readonly addresses?: readonly unknown[];
  readonly ports?: readonly ServicePort[];
}

type Verdict = Pick<ApiServiceCondition, 'status' | 'reason' | 'message'>;

/** Verdict for a server that answers. */
export const PASSED: Verdict = { status: 'True', reason: 'Passed', message: 'all checks passed' };

/**
 * Returns the reason for which the service of an APIService cannot be called
 * (`kube-aggregator/pkg/controllers/status/remote` upstream); undefined if it can be tried.
 */
export function serviceProblem(
  { namespace = '', name = '', port = 443 }: NonNullable<ApiService['spec']['service']>,
  { service, endpoints }: ServiceState,
): Verdict | undefined {
  const subject = `service/${name} in ${JSON.stringify(namespace)}`;
  const no = (reason: string, message: string): Verdict => ({ status: 'False', reason, message });
  if (!service) return no('ServiceNotFound', `${subject} is not present`);
  const { type = 'ClusterIP', ports = [] } = (service.spec ?? {}) as { type?: string; ports?: readonly ServicePort[] };
  if (type !== 'ClusterIP') return undefined;
  const found = ports.find((each) => each.port === port);
  if (!found) return no('ServicePortError', `${subject} is not listening on port ${port}`);
  if (!endpoints) return no('EndpointsNotFound', `cannot find endpoints for ${subject}`);
  const subsets = (endpoints['subsets'] ?? []) as readonly Subset[];
  const isServed = subsets.some(
    ({ addresses = [], ports: own = [] }) =>
      addresses.length > 0 && own.some((each) => (each.name ?? '') === (found.name ?? '')),
  );
  if (isServed) return undefined;
  const portName = JSON.stringify(found.name ?? '');
  return no('MissingEndpoints', `endpoints for ${subject} have no addresses with port name ${portName}`);
}

/** The verdict on a server that did not answer as it should. */
export function discoveryFailure(url: string, problem: string): Verdict {
  const message = `failing or missing response from ${url}: ${problem}`;
  return { status: 'False', reason: 'FailedDiscoveryCheck', message };
}

/** Returns the status with a verdict; undefined if it is up to date. `now` is an API time. */
export function withAvailability(
  status: ApiService['status'],
  verdict: Verdict,
  now: string,
): ApiService['status'] | undefined {
  const conditions = status?.conditions ?? [];
  const old = conditions.find(({ type }) => type === 'Available');
  if (old?.status === verdict.status && old.reason === verdict.reason && old.message === verdict.message)
    return undefined;
  const since = old?.status === verdict.status ? (old.lastTransitionTime ?? now) : now;
  const condition = { type: 'Available', lastTransitionTime: since, ...verdict };
  return { ...status, conditions: [...conditions.filter(({ type }) => type !== 'Available'), condition] };
}
