import { TOKEN_ISSUER } from '@orrery/access';
import { publicTokenKeys, TOKEN_ALGORITHM, type ClusterRuntime } from '@orrery/control-plane';
import type { FastifyRequest } from 'fastify';

const KEYS_PATH = '/openid/v1/jwks';
const CONFIGURATION_PATH = '/.well-known/openid-configuration';

/** Paths of the documents with which others verify the tokens of service accounts. */
export const ISSUER_PATHS = [CONFIGURATION_PATH, KEYS_PATH];

/** A document of the issuer, with its headers. */
export interface IssuerDocument {
  readonly body: object;
  readonly type: string;
}

/**
 * Service account issuer discovery, as `pkg/serviceaccount/openidmetadata.go` of kube-apiserver answers it; undefined
 * for other paths. `prefix` is the beginning of the cluster's paths.
 */
export async function issuerDocument(
  path: string,
  { runtime, request, prefix }: { runtime: ClusterRuntime; request: FastifyRequest; prefix: string },
): Promise<IssuerDocument | undefined> {
  if (path === KEYS_PATH) return { body: publicTokenKeys(runtime.record), type: 'application/jwk-set+json' };
  if (path !== CONFIGURATION_PATH) return undefined;
  const body = {
    issuer: TOKEN_ISSUER,
    jwks_uri: `${request.protocol}://${request.host}${prefix}${KEYS_PATH}`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [TOKEN_ALGORITHM],
  };
  return { body, type: 'application/json' };
}
