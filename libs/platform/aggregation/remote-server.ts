import type { RequestOptions } from 'node:https';
import type { ApiService } from '@orrery/api-types';
import { BundleAgent, webhookAddress, WebhookError, type ServiceLookup } from '@orrery/webhooks';

/** The reason why the server of a group version cannot be asked. */
export class RemoteError extends Error {}

/** Address of the API server of a group version, and the means to verify it. */
export interface RemoteServer {
  readonly url: URL;
  readonly options: Pick<RequestOptions, 'servername' | 'ca' | 'rejectUnauthorized' | 'agent'>;
}

/** Returns whether requests of a group version go to another server. */
export function isRemote({ spec }: Pick<ApiService, 'spec'>): boolean {
  return spec.service !== undefined;
}

/**
 * The server that an APIService names. No containers run here, so its service leads to what its `externalName` or its
 * Endpoints name, as those of webhooks do. Throws {@link RemoteError} for a service that leads nowhere.
 */
export function remoteServer({ spec }: Pick<ApiService, 'spec'>, lookUp: ServiceLookup): RemoteServer {
  const { service = {}, caBundle, insecureSkipTLSVerify } = spec;
  const { namespace = '', name = '', port = 443 } = service;
  try {
    const { url, serverName } = webhookAddress({ service: { namespace, name, port } }, lookUp);
    return {
      url,
      options: {
        ...(serverName === undefined ? {} : { servername: serverName }),
        // An agent of its own for each request, as without one: nothing is kept open.
        agent: caBundle && !insecureSkipTLSVerify ? new BundleAgent() : false,
        ...(caBundle ? { ca: Buffer.from(caBundle, 'base64') } : {}),
        ...(insecureSkipTLSVerify ? { rejectUnauthorized: false } : {}),
      },
    };
  } catch (error) {
    throw error instanceof WebhookError ? new RemoteError(error.message) : error;
  }
}
