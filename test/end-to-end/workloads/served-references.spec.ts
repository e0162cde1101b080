import { RawClient, type RawReply } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';

/** References between objects, which clients and the garbage collector follow by the versions that the release serves. */

let server: TestApiServer;
beforeAll(async () => {
  server = await startTestApiServer();
});
afterAll(() => server.close());

interface Item {
  readonly metadata: { readonly ownerReferences?: readonly { readonly apiVersion: string; readonly kind: string }[] };
  readonly involvedObject?: { readonly apiVersion: string; readonly kind: string };
}

const template = { spec: { restartPolicy: 'OnFailure', containers: [{ name: 'c', image: 'busybox' }] } };
const metadata = { name: 'simple' };

class Scene {
  private constructor(
    private readonly cluster: TestCluster,
    private readonly client: RawClient,
  ) {}

  static async of(bundle: 'modern' | 'k8s-1.20' | 'okd-legacy'): Promise<Scene> {
    const startAt = '2026-03-01T12:00:00Z';
    const clock = { mode: 'manual' as const, startAt };
    const cluster = await server.cluster({ name: `references-${bundle}`, nodes: 1, clock, settings: { bundle } });
    return new Scene(cluster, new RawClient(cluster.url));
  }

  async post(version: string, resource: string, spec: object): Promise<void> {
    const path = `/apis/${version}/namespaces/default/${resource}`;
    expect(await this.client.send(path, { method: 'POST', body: { metadata, spec } })).toMatchObject({ code: 201 });
  }

  delete(version: string, resource: string): Promise<RawReply> {
    const options = { propagationPolicy: 'Background' };
    return this.client.send(`/apis/${version}/namespaces/default/${resource}/simple`, {
      method: 'DELETE',
      body: options,
    });
  }

  async list(prefix: string, resource: string): Promise<readonly Item[]> {
    return (await this.client.send(`${prefix}/namespaces/default/${resource}`)).json['items'] as Item[];
  }

  async pass(minutes: number): Promise<void> {
    const { runtime } = this.cluster;
    await runtime.advance({ untilMs: runtime.clock.now() + minutes * 60_000 });
    await runtime.settle();
  }
}

test.each([
  ['modern', 'batch/v1', 'policy/v1', 'autoscaling/v2'],
  ['k8s-1.20', 'batch/v1beta1', 'policy/v1beta1', 'autoscaling/v2beta2'],
  ['okd-legacy', 'batch/v1beta1', 'policy/v1beta1', 'autoscaling/v2beta1'],
] as const)(
  '%s names owners and objects of events in versions that it serves',
  async (bundle, jobs, budgets, scaler) => {
    const scene = await Scene.of(bundle);
    await scene.post(jobs, 'cronjobs', { schedule: '* * * * *', jobTemplate: { spec: { template } } });
    await scene.post(budgets, 'poddisruptionbudgets', { minAvailable: 1, selector: { matchLabels: { app: 'none' } } });
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'none' };
    await scene.post(scaler, 'horizontalpodautoscalers', { maxReplicas: 2, scaleTargetRef });
    await scene.pass(2);

    const owners = (await scene.list('/apis/batch/v1', 'jobs')).flatMap(
      ({ metadata: { ownerReferences } }) => ownerReferences,
    );
    expect(owners).toContainEqual(expect.objectContaining({ apiVersion: jobs, kind: 'CronJob', name: 'simple' }));
    const events = await scene.list('/api/v1', 'events');
    const about = new Set(events.map(({ involvedObject }) => `${involvedObject?.apiVersion} ${involvedObject?.kind}`));
    for (const each of [`${jobs} CronJob`, `${budgets} PodDisruptionBudget`, `${scaler} HorizontalPodAutoscaler`]) {
      expect([...about]).toContain(each);
    }

    await scene.delete(jobs, 'cronjobs');
    await scene.pass(1);
    expect(await scene.list('/apis/batch/v1', 'jobs')).toEqual([]);
    expect(await scene.list('/api/v1', 'pods')).toEqual([]);
  },
);
