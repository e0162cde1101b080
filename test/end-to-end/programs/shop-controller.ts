import {
  ApiException,
  CoreV1Api,
  CustomObjectsApi,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  type KubeConfig,
  type KubernetesListObject,
  type KubernetesObject,
  type V1ConfigMap,
} from '@kubernetes/client-node';

export const GROUP = { group: 'example.com', version: 'v1', namespace: 'default', plural: 'shops' } as const;
const FINALIZER = 'example.com/clean-up';
const MERGE = setHeaderOptions('Content-Type', PatchStrategy.MergePatch);

/** A shop, which wants a ConfigMap with its greeting, and a mark elsewhere that goes before it does. */
export interface Shop extends KubernetesObject {
  readonly spec: { readonly greeting: string };
  readonly status?: { readonly observedGeneration?: number };
}

/** A controller as users write them with client-node: an informer on a custom kind, owned objects, a finalizer, a status. */
export class ShopController {
  private readonly core: CoreV1Api;
  private readonly objects: CustomObjectsApi;
  private readonly informer;
  private work: Promise<void> = Promise.resolve();
  readonly failures: unknown[] = [];

  constructor(config: KubeConfig) {
    this.core = config.makeApiClient(CoreV1Api);
    this.objects = config.makeApiClient(CustomObjectsApi);
    const list = (): Promise<KubernetesListObject<Shop>> => this.objects.listNamespacedCustomObject(GROUP);
    this.informer = makeInformer<Shop>(config, '/apis/example.com/v1/namespaces/default/shops', list);
    for (const verb of ['add', 'update'] as const) this.informer.on(verb, (shop) => this.enqueue(shop));
    this.informer.on('error', (error: unknown) => this.failures.push(error));
  }

  start(): Promise<void> {
    return this.informer.start();
  }

  async stop(): Promise<void> {
    await this.informer.stop();
    await this.work;
  }

  private enqueue(shop: Shop): void {
    this.work = this.work.then(() => this.reconcile(shop)).catch((error: unknown) => void this.failures.push(error));
  }

  private async reconcile({ metadata, spec, status }: Shop): Promise<void> {
    const name = metadata!.name!;
    if (metadata!.deletionTimestamp) {
      if (!metadata!.finalizers?.includes(FINALIZER)) return;
      await this.cleanUp(name).catch(goneAlready);
      return;
    }
    if (!metadata!.finalizers?.includes(FINALIZER)) {
      await this.core.createNamespacedConfigMap({
        namespace: 'kube-public',
        body: { metadata: { name: `mark-${name}` } },
      });
      const body = { metadata: { finalizers: [FINALIZER] } };
      await this.objects.patchNamespacedCustomObject({ ...GROUP, name, body }, MERGE);
      return;
    }
    if (status?.observedGeneration === metadata!.generation) return;
    await this.applyGreeting(name, metadata!.uid!, spec.greeting);
    const body = { status: { observedGeneration: metadata!.generation } };
    await this.objects.patchNamespacedCustomObjectStatus({ ...GROUP, name, body }, MERGE);
  }

  private async cleanUp(name: string): Promise<void> {
    const mark = { name: `mark-${name}`, namespace: 'kube-public' };
    await this.core.deleteNamespacedConfigMap(mark).catch(goneAlready);
    await this.objects.patchNamespacedCustomObject({ ...GROUP, name, body: { metadata: { finalizers: [] } } }, MERGE);
  }

  private async applyGreeting(name: string, uid: string, greeting: string): Promise<void> {
    const owner = { apiVersion: 'example.com/v1', kind: 'Shop', name, uid, controller: true };
    const body: V1ConfigMap = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, ownerReferences: [owner] },
      data: { greeting },
    };
    await this.core.patchNamespacedConfigMap(
      { name, namespace: 'default', body, fieldManager: 'shops', force: true },
      setHeaderOptions('Content-Type', PatchStrategy.ServerSideApply),
    );
  }
}

/** A shop that changes once more while it goes, as by its status, is reconciled again: its mark, or itself, may be gone by then. */
function goneAlready(error: unknown): void {
  if (!(error instanceof ApiException) || error.code !== 404) throw error;
}
