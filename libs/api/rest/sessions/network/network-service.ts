import type { KubeObject } from '@orrery/api-types';

/** A Service, as far as the network reads it. */
export interface NetworkService extends KubeObject {
  readonly spec?: {
    readonly type?: string;
    readonly clusterIP?: string;
    readonly clusterIPs?: readonly string[];
    readonly externalName?: string;
    readonly ports?: readonly ServicePort[];
    readonly sessionAffinity?: string;
    readonly sessionAffinityConfig?: { readonly clientIP?: { readonly timeoutSeconds?: number } };
  };
}

/** A port of a service. */
interface ServicePort {
  readonly name?: string;
  readonly port: number;
  readonly nodePort?: number;
  readonly protocol?: string;
}
