// The server under test, started as a user starts it, with what the suite expects of every cluster.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { kubectlPath } from './suite.mjs';

const START_LIMIT_MS = 180_000;
const NODES = 4;
/** Default class of the cluster; without one the suite skips specs of claims. */
const STORAGE_CLASS = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'standard', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  provisioner: 'orrery.dev/provisioner',
};

/** The handlers that the suite takes for configured (`PreconfiguredRuntimeClassHandler`). */
const RUNTIME_HANDLERS = 'orrery.dev/runtime-handlers=docker,test-handler';

/** Master configuration with the admission plugin that is off by default. */
export const POD_SECURITY_POLICIES = {
  admissionConfig: {
    pluginConfig: {
      PodSecurityPolicy: { configuration: { kind: 'DefaultAdmissionConfig', apiVersion: 'v1', disable: false } },
    },
  },
};
/** Policy that only administrators may use; without a policy the suite assumes that the plugin is off. */
const ADMINISTRATORS_POLICY = {
  apiVersion: 'policy/v1beta1',
  kind: 'PodSecurityPolicy',
  metadata: { name: 'administrators' },
  spec: {
    runAsUser: { rule: 'RunAsAny' },
    seLinux: { rule: 'RunAsAny' },
    fsGroup: { rule: 'RunAsAny' },
    supplementalGroups: { rule: 'RunAsAny' },
  },
};

/** Starts a cluster with RBAC, as the suite's own cluster scripts do, and waits until it answers. */
export async function startServer({ root, port, bundle, kubeconfig, log, masterConfig }) {
  const file = openSync(log, 'w');
  const child = spawn(
    process.execPath,
    [
      join(root, 'tools/start.mjs'),
      ...['--ephemeral', '--port', String(port), '--nodes', String(NODES), '--bundle', bundle],
      ...['--authorization-mode', 'RBAC', '--kubeconfig', kubeconfig],
      ...(masterConfig ? ['--master-config', masterConfig] : []),
    ],
    { stdio: ['ignore', file, file] },
  );
  const exit = new Promise((resolve) => child.on('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await exit;
  };
  process.once('exit', () => child.kill('SIGTERM'));
  const kubectl = (args, input) =>
    execFileSync(kubectlPath(root), [`--kubeconfig=${kubeconfig}`, ...args], {
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  const limitMs = Date.now() + START_LIMIT_MS;
  // The file may be replaced once more while the server starts.
  const isReady = () => {
    try {
      return existsSync(kubeconfig) && kubectl(['get', '--raw', '/readyz']) === 'ok';
    } catch {
      return false;
    }
  };
  while (!isReady()) {
    if (child.exitCode !== null || Date.now() > limitMs) throw new Error(`the server did not start: see ${log}`);
    await delay(200);
  }
  kubectl(['apply', '-f', '-'], JSON.stringify(STORAGE_CLASS));
  if (masterConfig) kubectl(['apply', '-f', '-'], JSON.stringify(ADMINISTRATORS_POLICY));
  kubectl(['wait', '--for=condition=Ready', 'nodes', '--all', '--timeout=60s']);
  kubectl(['annotate', 'nodes', '--all', RUNTIME_HANDLERS]);
  return { stop };
}
