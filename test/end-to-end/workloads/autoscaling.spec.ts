import { addNodes, type ClusterRuntime } from '@orrery/control-plane';
import { Client, clientBinary } from '@orrery/test-services';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';

let server: TestGraphqlServer;
let cluster: ClusterRuntime;
let kubectl: Client | undefined;

beforeAll(async () => {
  server = await startTestGraphqlServer();
  cluster = (await server.plane.createCluster({ name: 'scaled', seed: 'scaled', clock: { mode: 'manual' } }))!;
  await addNodes(cluster, [{ name: 'node-1', zone: 'a' }]);
  await cluster.settle();
  const binary = clientBinary('kubectl');
  kubectl = binary === undefined ? undefined : new Client(binary, `${server.url}/clusters/scaled`);
});
afterAll(() => server.close());

const story = clientBinary('kubectl') === undefined ? test.skip : test;

function deployment(usage: string): string {
  return JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' }, annotations: { 'orrery.dev/usage-cpu': usage } },
        spec: { containers: [{ name: 'c', image: 'nginx', resources: { requests: { cpu: '100m' } } }] },
      },
    },
  });
}

async function pass(seconds: number): Promise<void> {
  await cluster.advance({ untilMs: cluster.clock.now() + seconds * 1000 });
}

story('kubectl autoscale makes an autoscaler that follows the use of the pods, up and down', async () => {
  const run = (...words: string[]): Promise<string> => kubectl!.run(words);
  await kubectl!.run(['apply', '-f', '-'], deployment('250m'));
  await run('autoscale', 'deployment', 'web', '--min=1', '--max=6', '--cpu=50%');
  expect(await run('get', 'hpa')).toMatch(/web +Deployment\/web +cpu: <unknown>\/50% +1 +6 +0/);
  await pass(16);
  expect(await run('get', 'hpa')).toMatch(/cpu: 250%\/50% +1 +6 +1 /);
  await pass(15);
  const described = await run('describe', 'hpa', 'web');
  expect(described).toMatch(/Deployment pods: +4 current \/ 6 desired/);
  expect(described).toMatch(/ScalingLimited +True +TooManyReplicas/);
  expect(described).toMatch(/SuccessfulRescale .* New size: 4; reason: cpu resource utilization .* above target/);
  await kubectl!.run(['apply', '-f', '-'], deployment('5m'));
  await pass(60);
  expect(await run('get', 'deployment', 'web', '-o', 'jsonpath={.spec.replicas}')).toBe('6');
  expect(await run('describe', 'hpa', 'web')).toMatch(/AbleToScale +True +ScaleDownStabilized/);
  await pass(330);
  expect(await run('get', 'deployment', 'web', '-o', 'jsonpath={.spec.replicas}')).toBe('1');
});

story('autoscaling/v1 speaks of cpu alone, and a target that does not exist is named', async () => {
  const v1 = {
    apiVersion: 'autoscaling/v1',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'old' },
    spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'none' }, maxReplicas: 3 },
  };
  await kubectl!.run(['create', '-f', '-'], JSON.stringify(v1));
  const path = '{.spec.targetCPUUtilizationPercentage} {.spec.minReplicas}';
  expect(await kubectl!.run(['get', 'horizontalpodautoscalers.v1.autoscaling', 'old', '-o', `jsonpath=${path}`])).toBe(
    '80 1',
  );
  await pass(16);
  const described = await kubectl!.run(['describe', 'hpa', 'old']);
  expect(described).toMatch(/AbleToScale +False +FailedGetScale .*deployments.apps "none" not found/);
});
