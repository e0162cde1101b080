import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, clientBinary, oldKubectl } from '@orrery/test-services';
import { BINDING, guideJob, ROLE } from '../../../libs/testing/kit/descheduling/guide-manifests';
import { until } from '@orrery/test-services';
import { create } from '../../../libs/testing/kit/stories/descheduler-story';
import { GUIDE_SAMPLE_POLICY } from '../../../libs/testing/kit/descheduling/policies';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

const ORRERY = join(__dirname, '../../../apps/cli/bin/orrery.mjs');

let server: TestGraphqlServer;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-guide-'));
  writeFileSync(join(folder, 'policy.yaml'), GUIDE_SAMPLE_POLICY);
  server = await startTestGraphqlServer();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

const DEPLOYMENT = JSON.stringify({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    replicas: 12,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'c', image: 'nginx', resources: { requests: { cpu: '300m', memory: '1Gi' } } }] },
    },
  },
});

function orrery(cluster: TestGraphqlCluster, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [ORRERY, ...args, '--server', cluster.url]);
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.on('error', reject);
    child.on('close', () => resolve(out));
  });
}

const versions = [
  { name: 'kubectl 1.35', asksWhy: true, binary: clientBinary('kubectl') },
  { name: 'kubectl 1.20.2', asksWhy: false, binary: oldKubectl() },
];

describe.each(versions)('chapter 16.3 of the guide with $name', ({ binary, asksWhy }) => {
  const story = binary === undefined ? test.skip : test;

  story('a job with its role, account, binding and policy evens out the nodes', async () => {
    const clock = { mode: 'SCALED', rate: 60 };
    const cluster = await server.cluster({ clock, nodes: 5 });
    const client = new Client(binary!, cluster.url);
    const kubectl = (...args: string[]): Promise<string> => client.run(args);
    // All pods come to be on one node.
    for (const node of ['node-2', 'node-3', 'node-4', 'node-5']) await kubectl('cordon', node);
    await client.run(['create', '-f', '-'], DEPLOYMENT);
    await kubectl('rollout', 'status', 'deployment/web', '--timeout=240s');
    for (const node of ['node-2', 'node-3', 'node-4', 'node-5']) await kubectl('uncordon', node);
    const onFirst = async (): Promise<number> =>
      (await kubectl('get', 'pods', '-o', 'wide', '--no-headers')).split('\n').filter((line) => / node-1 /.test(line))
        .length;
    expect(await onFirst()).toBe(12);

    expect(await client.run(['create', '-f', '-'], JSON.stringify(ROLE))).toBe(
      'clusterrole.rbac.authorization.k8s.io/descheduler-cluster-role created\n',
    );
    expect(await kubectl('create', 'sa', 'descheduler-sa', '-n', 'kube-system')).toBe(
      'serviceaccount/descheduler-sa created\n',
    );
    const { roleRef, metadata } = BINDING;
    const account = '--serviceaccount=kube-system:descheduler-sa';
    expect(await kubectl('create', 'clusterrolebinding', metadata.name, `--clusterrole=${roleRef.name}`, account)).toBe(
      `clusterrolebinding.rbac.authorization.k8s.io/${metadata.name} created\n`,
    );
    const policy = `--from-file=${join(folder, 'policy.yaml')}`;
    expect(await kubectl('create', 'configmap', 'descheduler-policy-configmap', '-n', 'kube-system', policy)).toBe(
      'configmap/descheduler-policy-configmap created\n',
    );

    /** Runs a job to its end; returns its output. */
    const run = async (job: string): Promise<string> => {
      expect(await client.run(['create', '-f', '-'], JSON.stringify(guideJob(job)))).toBe(`job.batch/${job} created\n`);
      await kubectl('wait', '--for=condition=complete', `job/${job}`, '-n', 'kube-system', '--timeout=240s');
      return kubectl('logs', `job/${job}`, '-n', 'kube-system');
    };
    const printed = await run('descheduler-job');
    expect(printed).toContain('underutilized=[node-2 node-3 node-4 node-5] overutilized=[node-1]');
    expect(printed).toMatch(/Number of evicted pods: 6, refused: 0\n$/);
    const pods = await kubectl('get', 'pods', '-n', 'kube-system', '--no-headers');
    expect(pods).toMatch(/^descheduler-job-\S+ +0\/1 +Completed +0 /);
    await kubectl('rollout', 'status', 'deployment/web', '--timeout=240s');
    await kubectl('wait', 'pods', '-l', 'app=web', '--for=condition=Ready', '--timeout=240s');
    expect(await onFirst()).toBe(6);
    // A second run finds nothing to improve.
    expect(await run('descheduler-again')).toMatch(/Number of evicted pods: 0, refused: 0\n$/);

    const events = await kubectl('get', 'events', '--field-selector', 'reason=LowNodeUtilization', '--no-headers');
    expect(events.trim().split('\n')).toHaveLength(6);
    expect(events).toMatch(/Normal +LowNodeUtilization +pod\/web-\S+ +pod eviction from node-1 node by /);

    client.dispose();
    if (asksWhy) await askWhy(cluster, /Evicted pod pod=default\/(\S+)/.exec(printed)![1]!);
  });
});

/** Checks that the reason of an eviction can be queried as long as the cycle is kept, and so can that of a spared pod. */
async function askWhy(cluster: TestGraphqlCluster, gone: string): Promise<void> {
  expect(await orrery(cluster, 'explain', 'pod', gone, '--history')).toMatch(
    /node-1 +LowNodeUtilization +evicted +node is over-utilized/,
  );
  await create(cluster, [SPARED]);
  await until('it is placed', async () => {
    const { pod } = await cluster.query<{ pod: { spec: { nodeName: string | null } } }>(
      '{ pod(name: "bare", namespace: "default") { spec { nodeName } } }',
    );
    return pod.spec.nodeName !== null;
  });
  const lifetime = join(folder, 'lifetime.yaml');
  writeFileSync(lifetime, JSON.stringify(LIFETIME));
  const trial = ['deschedule', '--dry-run', '--policy', lifetime, '--pod', 'bare'];
  await until('it is old enough', async () =>
    /protected +default\/bare .*pod does not\s+have any ownerRefs/s.test(await orrery(cluster, ...trial)),
  );
  expect(await orrery(cluster, 'explain', 'pod', 'bare')).toMatch(/PodLifeTime +protected \(dry\s+run\)/);
}

const SPARED = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'bare' },
  spec: { containers: [{ name: 'c', image: 'nginx' }] },
};
const LIFETIME = {
  apiVersion: 'descheduler/v1alpha1',
  kind: 'DeschedulerPolicy',
  strategies: { PodLifeTime: { enabled: true, params: { podLifeTime: { maxPodLifeTimeSeconds: 1 } } } },
};
