import { readFileSync } from 'node:fs';
import { KubeConfig } from '@kubernetes/client-node';
import type { Cluster } from '@orrery-dev/orrery';
import { clusterTest } from '@orrery-dev/orrery/vitest';
import { expect, vi } from 'vitest';
import { Operator } from '../src/operator';

const CRD = readFileSync(new URL('../manifests/website.yaml', import.meta.url), 'utf8');
const WEBSITE = { apiVersion: 'example.com/v1', kind: 'Website', name: 'shop' };
const DEPLOYMENT = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'shop' };

const website = (spec: object) => ({
  apiVersion: 'example.com/v1',
  kind: 'Website',
  metadata: { name: 'shop', namespace: 'default' },
  spec,
});

/** Starts the operator beside the test, on the clock of the cluster. */
async function startOperator(cluster: Cluster, identity = 'first'): Promise<Operator> {
  const config = new KubeConfig();
  config.loadFromString(cluster.kubeconfig());
  const operator = new Operator({ config, identity, clock: () => cluster.clock.now(), retryMs: 20 });
  await operator.start();
  return operator;
}

/** The operator lives in real time: what it has to do is waited for, before the clock advances. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 20 });
const phaseIs = (cluster: Cluster, phase: string) =>
  eventually(async () => expect(await cluster.get(WEBSITE)).toMatchObject({ status: { phase } }));

/** A website whose pods run. */
async function readyWebsite(cluster: Cluster): Promise<void> {
  await cluster.apply(website({ image: 'nginx:1.27' }));
  await eventually(async () => expect(await cluster.get(DEPLOYMENT)).toBeDefined());
  await cluster.until({ ...DEPLOYMENT, matches: { status: { readyReplicas: 2 } } });
  await phaseIs(cluster, 'Ready');
}

/** A test with the kind defined and an operator running. */
function operatorTest(name: string, test: (cluster: Cluster, operator: Operator) => Promise<void>): void {
  clusterTest(name, { nodes: 3, zones: 3 }, async (cluster) => {
    await cluster.apply(CRD);
    const operator = await startOperator(cluster);
    try {
      await test(cluster, operator);
    } finally {
      await operator.stop();
    }
  });
}

operatorTest('a website becomes a Deployment, with defaults', async (cluster) => {
  await readyWebsite(cluster);
  expect(await cluster.get(WEBSITE)).toMatchObject({ spec: { replicas: 2 }, status: { readyReplicas: 2 } });
});

operatorTest('an image without a version is refused', async (cluster) => {
  await expect(cluster.apply(website({ image: 'nginx' }))).rejects.toThrow(
    'admission webhook "websites.example.com" denied the request: spec.image: nginx must name a version',
  );
});

operatorTest('a website that is deleted takes its record with it', async (cluster) => {
  await readyWebsite(cluster);
  const record = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'kube-public', name: 'dns-default-shop' };
  expect(await cluster.get(record)).toBeDefined();
  await cluster.delete(WEBSITE);
  await eventually(async () => expect(await cluster.get(WEBSITE)).toBeUndefined());
  expect(await cluster.get(record)).toBeUndefined();
  await cluster.until({ kind: 'Pod', count: 0 });
});

operatorTest(
  'a lost node: degraded after its grace period, ready again after the five minutes of its pods',
  async (cluster) => {
    await readyWebsite(cluster);
    const [pod] = await cluster.list('v1', 'Pod');
    const node = (pod as unknown as { spec: { nodeName: string } }).spec.nodeName;
    await cluster.faults.stopHeartbeats({ nodes: [node] });

    const unreachable = { spec: { taints: [{ key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' }] } };
    const { now: lostAt } = await cluster.until({ kind: 'Node', name: node, matches: unreachable });
    await phaseIs(cluster, 'Degraded');

    const { now: evictedAt } = await cluster.until({ kind: 'Event', matches: { reason: 'TaintManagerEviction' } });
    expect(evictedAt.getTime() - lostAt.getTime()).toBe(300_000);
    await cluster.until({ ...DEPLOYMENT, matches: { status: { readyReplicas: 2 } } });
    await phaseIs(cluster, 'Ready');
    const pods = await cluster.list('v1', 'Pod');
    const running = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    expect(running.map((each) => (each as unknown as typeof pod & { spec: object }).spec)).not.toContainEqual(
      expect.objectContaining({ nodeName: node }),
    );
  },
);

operatorTest('when the leader dies, another takes over once its Lease has expired', async (cluster, first) => {
  const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', name: 'website-operator' };
  const holderIs = async (holderIdentity: string) =>
    expect(await cluster.get(lease)).toMatchObject({ spec: { holderIdentity } });
  await eventually(() => holderIs('first'));
  const second = await startOperator(cluster, 'second');
  try {
    await first.stop();
    await cluster.apply(website({ image: 'nginx:1.27' }));
    await cluster.advance('14s');
    await holderIs('first');
    expect(await cluster.get(DEPLOYMENT)).toBeUndefined();
    await cluster.advance('1s');
    await eventually(() => holderIs('second'));
    await eventually(async () => expect(await cluster.get(DEPLOYMENT)).toBeDefined());
  } finally {
    await second.stop();
  }
});
