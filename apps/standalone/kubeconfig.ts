import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { stringify } from 'yaml';

/** How server and user know each other. */
export interface Credentials {
  readonly token?: string | undefined;
  /** The server's certificate, or that of its authority. */
  readonly ca?: Buffer | undefined;
}

/**
 * Writes a kubeconfig for the server at `url`; every cluster of the server is reached by its path. With a token
 * its user is known to the server; with a certificate the server is known to the user.
 */
export function writeKubeconfig(file: string, url: string, { token, ca }: Credentials = {}): void {
  mkdirSync(dirname(file), { recursive: true });
  const trust =
    ca === undefined ? { 'insecure-skip-tls-verify': true } : { 'certificate-authority-data': ca.toString('base64') };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'orrery', cluster: { server: url, ...trust } }],
    users: [{ name: 'admin', user: token === undefined ? {} : { token } }],
    contexts: [{ name: 'orrery', context: { cluster: 'orrery', user: 'admin', namespace: 'default' } }],
    'current-context': 'orrery',
  };
  writeFileSync(file, stringify(config), { mode: 0o600 });
}
