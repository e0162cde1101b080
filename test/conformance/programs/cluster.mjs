// A cluster for one program, and kubectl to look at what the program did.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startServer } from '../e2e/server.mjs';
import { kubectlPath } from '../e2e/suite.mjs';

const LIMIT_MS = 120_000;

/** Starts a cluster, hands it to `use`, and stops it. */
export async function withCluster({ root, work, port, bundle }, use) {
  const folder = mkdtempSync(join(work, 'programs-'));
  const kubeconfig = join(folder, 'kubeconfig');
  const server = await startServer({ root, port, bundle, kubeconfig, log: join(work, `server-${port}.log`) });
  const kubectl = (args, objects) =>
    execFileSync(kubectlPath(root), [`--kubeconfig=${kubeconfig}`, ...args], {
      input: objects && JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }),
      encoding: 'utf8',
    });
  const get = (...args) => JSON.parse(kubectl(['get', '-o', 'json', ...args]));
  try {
    return await use({ folder, kubeconfig, kubectl, get });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits until something holds. */
export async function until(what, holds) {
  const limitMs = Date.now() + LIMIT_MS;
  while (!(await holds())) {
    if (Date.now() > limitMs) throw new Error(`waited in vain: ${what}`);
    await delay(200);
  }
}

/** A pod as short as possible. */
export function pod(name, spec = {}, metadata = {}) {
  const { requests = {}, ...more } = spec;
  const containers = [{ name: 'c', image: 'nginx', resources: { requests } }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, ...metadata },
    spec: { terminationGracePeriodSeconds: 1, containers, ...more },
  };
}
