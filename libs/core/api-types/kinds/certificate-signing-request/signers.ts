import type { CertificateRequest } from '@orrery/certificates';
import { SignerName } from './signer-name';

const NODES = 'system:nodes';
const NODE_PREFIX = 'system:node:';
/** Usages of a kubelet's certificates; the key encipherment is for RSA keys and may be left out. */
const KUBELET_CLIENT_USAGES = ['digital signature', 'key encipherment', 'client auth'];
const KUBELET_SERVING_USAGES = ['digital signature', 'key encipherment', 'server auth'];

/** Request to a signer. */
export interface SigningRequest {
  readonly signerName: string;
  readonly usages: readonly string[];
  readonly request: CertificateRequest;
}

/**
 * Returns why a signer of the cluster does not sign a request (`pkg/controller/certificates/signer` and `pkg/apis/certificates`
 * upstream); undefined if it does, or if the signer is not one of the cluster's.
 */
export function signerProblem(asked: SigningRequest): string | undefined {
  switch (asked.signerName) {
    case SignerName.ApiServerClient:
      return clientProblem(asked);
    case SignerName.KubeletClient:
      return kubeletClientProblem(asked);
    case SignerName.KubeletServing:
      return kubeletServingProblem(asked);
    default:
      return undefined;
  }
}

/** Returns whether the cluster signs for a signer itself. */
export function isOwnSigner(signerName: string): boolean {
  return (Object.values(SignerName) as readonly string[]).includes(signerName);
}

function clientProblem({ usages }: SigningRequest): string | undefined {
  const foreign = usages.find((usage) => !KUBELET_CLIENT_USAGES.includes(usage));
  if (foreign !== undefined) return `invalid usage for client certificate: ${foreign}`;
  return usages.includes('client auth') ? undefined : 'missing required usage for client certificate: client auth';
}

/** Returns why a request is not one for the client certificate of a kubelet. */
export function kubeletClientProblem({ request, usages }: Omit<SigningRequest, 'signerName'>): string | undefined {
  if (!isOfNodes(request)) return 'subject organization is not system:nodes';
  if (request.dnsNames.length > 0) return 'DNS subjectAltNames are not allowed';
  if (request.emailAddresses.length > 0) return 'Email subjectAltNames are not allowed';
  if (request.ipAddresses.length > 0) return 'IP subjectAltNames are not allowed';
  if (request.uris.length > 0) return 'URI subjectAltNames are not allowed';
  if (!request.subject.commonName.startsWith(NODE_PREFIX)) return NO_NODE;
  return usagesProblem(usages, KUBELET_CLIENT_USAGES);
}

/** Returns why a request is not one for the serving certificate of a kubelet. */
export function kubeletServingProblem({ request, usages }: Omit<SigningRequest, 'signerName'>): string | undefined {
  if (!isOfNodes(request)) return 'subject organization is not system:nodes';
  if (request.dnsNames.length + request.ipAddresses.length === 0) return 'DNS or IP subjectAltName is required';
  if (request.emailAddresses.length > 0) return 'Email subjectAltNames are not allowed';
  if (request.uris.length > 0) return 'URI subjectAltNames are not allowed';
  const problem = usagesProblem(usages, KUBELET_SERVING_USAGES);
  if (problem !== undefined) return problem;
  return request.subject.commonName.startsWith(NODE_PREFIX) ? undefined : NO_NODE;
}

const NO_NODE = 'subject common name does not begin with system:node:';

function isOfNodes({ subject: { organizations } }: CertificateRequest): boolean {
  return organizations.length === 1 && organizations[0] === NODES;
}

function usagesProblem(usages: readonly string[], required: readonly string[]): string | undefined {
  const given = new Set(usages);
  const needed = required.filter((usage) => usage !== 'key encipherment');
  const isRight = needed.every((usage) => given.has(usage)) && [...given].every((usage) => required.includes(usage));
  return isRight ? undefined : `usages did not match [${[...required].sort().join(' ')}]`;
}
