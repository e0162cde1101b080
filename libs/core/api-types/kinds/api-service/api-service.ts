import type { KubeObject } from '../../objects';

/** Location of the API server of a group version. */
interface ApiServiceReference {
  readonly namespace?: string;
  readonly name?: string;
  readonly port?: number;
}

export interface ApiServiceCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** An APIService: which server answers requests of a group version. */
export interface ApiService extends KubeObject {
  readonly spec: {
    readonly group?: string;
    readonly version?: string;
    /** Absent: the server of the cluster itself. */
    readonly service?: ApiServiceReference;
    readonly insecureSkipTLSVerify?: boolean;
    /** PEM in base64. */
    readonly caBundle?: string;
    readonly groupPriorityMinimum: number;
    readonly versionPriority: number;
  };
  readonly status?: { readonly conditions?: readonly ApiServiceCondition[] };
}

const AVAILABLE = 'Available';

/** The condition that says whether requests are answered; undefined while it was not looked at. */
export function availabilityOf({ status }: Pick<ApiService, 'status'>): ApiServiceCondition | undefined {
  return status?.conditions?.find(({ type }) => type === AVAILABLE);
}

/** The condition of a group version that the cluster's own server answers. `now` is an API time. */
export function localAvailability(now: string): ApiServiceCondition {
  return {
    type: AVAILABLE,
    status: 'True',
    lastTransitionTime: now,
    reason: 'Local',
    message: 'Local APIServices are always available',
  };
}
