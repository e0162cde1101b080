import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { stringify } from 'yaml';

/** Writes a kubeconfig for the server at `url`; every cluster of the server is reached by its path. */
export function writeKubeconfig(file: string, url: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'orrery', cluster: { server: url, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'admin', user: {} }],
    contexts: [{ name: 'orrery', context: { cluster: 'orrery', user: 'admin', namespace: 'default' } }],
    'current-context': 'orrery',
  };
  writeFileSync(file, stringify(config), { mode: 0o600 });
}
