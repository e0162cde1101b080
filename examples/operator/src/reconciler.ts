import {
  ApiException,
  AppsV1Api,
  CoreV1Api,
  CustomObjectsApi,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  type Informer,
  type KubeConfig,
  type KubernetesListObject,
  type V1Deployment,
} from '@kubernetes/client-node';
import type { Clock } from './clock';
import { deploymentOf, FINALIZER, GROUP, SITE_LABEL, statusOf, type Website } from './website';

const MERGE = setHeaderOptions('Content-Type', PatchStrategy.MergePatch);
const APPLY = setHeaderOptions('Content-Type', PatchStrategy.ServerSideApply);
const FIELD_MANAGER = 'website-operator';
const RETRY_MS = 500;
/** Where the records of all sites are: something outside of their namespaces, which no garbage collector removes. */
const DNS_NAMESPACE = 'kube-public';

/** Makes Deployments and records of DNS what websites ask for, and tells in their status how far it is. */
export class Reconciler {
  private readonly apps: AppsV1Api;
  private readonly core: CoreV1Api;
  private readonly custom: CustomObjectsApi;
  private readonly informers: (Informer<Website> | Informer<V1Deployment>)[] = [];
  private readonly waiting = new Set<string>();
  private working: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(
    private readonly config: KubeConfig,
    private readonly namespace: string,
    private readonly clock: Clock,
  ) {
    this.apps = config.makeApiClient(AppsV1Api);
    this.core = config.makeApiClient(CoreV1Api);
    this.custom = config.makeApiClient(CustomObjectsApi);
  }

  async start(): Promise<void> {
    const { namespace, config } = this;
    const websites = makeInformer<Website>(
      config,
      `/apis/example.com/v1/namespaces/${namespace}/websites`,
      () => this.custom.listNamespacedCustomObject({ ...GROUP, namespace }) as Promise<KubernetesListObject<Website>>,
    );
    const deployments = makeInformer<V1Deployment>(
      config,
      `/apis/apps/v1/namespaces/${namespace}/deployments`,
      () => this.apps.listNamespacedDeployment({ namespace, labelSelector: SITE_LABEL }),
      SITE_LABEL,
    );
    for (const verb of ['add', 'update', 'delete'] as const) {
      websites.on(verb, ({ metadata }) => this.enqueue(metadata!.name!));
      deployments.on(verb, ({ metadata }) => this.enqueue(metadata!.labels![SITE_LABEL]!));
    }
    for (const informer of [websites, deployments]) {
      // A watch that breaks is started again.
      informer.on('error', () => void setTimeout(() => this.isStopped || void informer.start(), RETRY_MS));
      this.informers.push(informer);
      await informer.start();
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.informers.map((informer) => informer.stop()));
    await this.working;
  }

  /** One after the other, each name once however often it was said. */
  private enqueue(name: string): void {
    if (this.waiting.has(name) || this.isStopped) return;
    this.waiting.add(name);
    this.working = this.working.then(async () => {
      this.waiting.delete(name);
      if (this.isStopped) return;
      await this.reconcile(name).catch(() => void setTimeout(() => this.enqueue(name), RETRY_MS));
    });
  }

  private async reconcile(name: string): Promise<void> {
    const { namespace } = this;
    const object = { ...GROUP, namespace, name };
    const site = await found<Website>(this.custom.getNamespacedCustomObject(object) as Promise<Website>);
    if (!site) return;
    const finalizers = site.metadata!.finalizers ?? [];
    if (site.metadata!.deletionTimestamp) {
      if (!finalizers.includes(FINALIZER)) return;
      await found(this.core.deleteNamespacedConfigMap({ name: recordOf(namespace, name), namespace: DNS_NAMESPACE }));
      const body = { metadata: { finalizers: finalizers.filter((each) => each !== FINALIZER) } };
      await this.custom.patchNamespacedCustomObject({ ...object, body }, MERGE);
      return;
    }
    if (!finalizers.includes(FINALIZER)) {
      // Before there is a record, so that none is forgotten.
      const body = { metadata: { finalizers: [...finalizers, FINALIZER] } };
      await this.custom.patchNamespacedCustomObject({ ...object, body }, MERGE);
    }
    const record = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: recordOf(namespace, name) },
      data: { site: name },
    };
    const apply = { fieldManager: FIELD_MANAGER, force: true };
    await this.core.patchNamespacedConfigMap(
      { ...apply, name: record.metadata.name, namespace: DNS_NAMESPACE, body: record },
      APPLY,
    );
    const deployment = await this.apps.patchNamespacedDeployment(
      { ...apply, name, namespace, body: deploymentOf(site) },
      APPLY,
    );
    const status = statusOf(site, deployment, await this.clock());
    if (status !== site.status) {
      await this.custom.patchNamespacedCustomObjectStatus({ ...object, body: { status } }, MERGE);
    }
  }
}

const recordOf = (namespace: string, name: string): string => `dns-${namespace}-${name}`;

/** What a request answers; undefined where there is no such object. */
async function found<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ApiException && error.code === 404) return undefined;
    throw error;
  }
}
