/** The ConfigMap by which extension API servers authenticate (`clusterauthenticationtrust` upstream). */
export const CLIENT_TRUST = { namespace: 'kube-system', name: 'extension-apiserver-authentication' } as const;

/** The common name of the certificate with which requests are passed on to extension API servers. */
export const FRONT_PROXY_NAME = 'front-proxy-client';

/** Headers in which forwarded requests name the user. */
export const RequestHeader = {
  User: 'X-Remote-User',
  Group: 'X-Remote-Group',
  ExtraPrefix: 'X-Remote-Extra-',
} as const;

/** Returns the content of {@link CLIENT_TRUST}: authorities in PEM, lists as JSON. */
export function clientTrust(authorities: {
  readonly clientAuthority: string;
  readonly frontProxyAuthority: string;
}): Readonly<Record<string, string>> {
  return {
    'client-ca-file': authorities.clientAuthority,
    'requestheader-allowed-names': JSON.stringify([FRONT_PROXY_NAME]),
    'requestheader-client-ca-file': authorities.frontProxyAuthority,
    'requestheader-extra-headers-prefix': JSON.stringify([RequestHeader.ExtraPrefix]),
    'requestheader-group-headers': JSON.stringify([RequestHeader.Group]),
    'requestheader-username-headers': JSON.stringify([RequestHeader.User]),
  };
}
