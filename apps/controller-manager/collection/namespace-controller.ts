import { standardAccounts } from '@orrery/access';
import { standardRoleBindings } from '../products';
import { allKinds, deepEqual, isAfter, Kinds, type KubeObject, type Namespace } from '@orrery/api-types';
import {
  isBuiltInResource,
  requireKind,
  type ComponentContext,
  type Removal,
  type IdentityPort,
  type KindsPort,
  type ObjectsPort,
  type CertificatesPort,
  type ClockPort,
  type LogPort,
} from '@orrery/control-plane';
import { Operation, resourceName, type Change } from '@orrery/store';
import { namespaceConditions, type Remainder } from '@orrery/workloads';
import { runLoop, type Controller } from '../controller';

/** Ports used by this class. */
type Ports = IdentityPort & CertificatesPort & KindsPort & ObjectsPort & ClockPort & LogPort;

const SERVICE_ACCOUNT = requireKind('v1', 'ServiceAccount');
const ROLE_BINDING = requireKind('rbac.authorization.k8s.io/v1', 'RoleBinding');
const ROLE_BINDINGS = resourceName(ROLE_BINDING);
const CONFIG_MAP = requireKind('v1', 'ConfigMap');
const ROOT_CERTIFICATE = 'kube-root-ca.crt';
/** Releases before 1.24 do not describe the bundle. */
const DESCRIBED = {
  'kubernetes.io/description':
    'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the ' +
    'internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes ' +
    'clusters.',
};
/** Resources that live in namespaces and are deleted with them; objects of custom kinds are added. */
const NAMESPACED = allKinds()
  .filter((kind) => kind.namespaced && kind.verbs.includes('delete'))
  .map(resourceName);

/**
 * Gives every active namespace its required objects, and empties terminating ones: when no object is left, the
 * namespace's finalizer is removed and with it the namespace.
 */
export class NamespaceController implements Controller {
  private readonly terminating = new Set<string>();

  constructor(private readonly context: ComponentContext<Ports>) {}

  start(): void {
    const names = this.context.cluster.cache.list(Kinds.Namespace).map(({ metadata }) => metadata.name);
    runLoop(this.context, 'namespace', () => this.reconcile(names));
  }

  stop(): void {
    this.terminating.clear();
  }

  /** Follows changes: after an object left a terminating namespace, the namespace may be empty. */
  follow(changes: readonly Change[]): void {
    const emptied = new Set<string>();
    const unfurnished = new Set<string>();
    for (const { key, operation } of changes) {
      if (operation === Operation.Delete && this.terminating.has(key.namespace)) emptied.add(key.namespace);
      if (operation === Operation.Delete && key.resource === 'namespaces') this.terminating.delete(key.name);
      if (key.resource === CONFIG_MAP.resource && key.name === ROOT_CERTIFICATE && operation !== Operation.Create) {
        unfurnished.add(key.namespace);
      }
      if (operation === Operation.Delete && key.resource === ROLE_BINDINGS && this.isStandard(key.name)) {
        unfurnished.add(key.namespace);
      }
    }
    if (unfurnished.size > 0) runLoop(this.context, 'namespace', () => this.reconcile([...unfurnished]));
    if (emptied.size > 0) runLoop(this.context, 'namespace', () => this.reconcile([...emptied]));
  }

  private isStandard(roleBinding: string): boolean {
    return standardRoleBindings(this.context.cluster.kinds.release, '').some(({ name }) => name === roleBinding);
  }

  async reconcile(keys: readonly string[]): Promise<void> {
    const { cache } = this.context.cluster;
    // The key of a service account that went names its namespace first.
    for (const name of new Set(keys.map((key) => key.split('/')[0]!))) {
      const namespace = cache.get(Kinds.Namespace, '', name);
      if (!namespace) continue;
      if (namespace.metadata.deletionTimestamp) await this.empty(namespace);
      else await this.furnish(name);
    }
  }

  private async furnish(namespace: string): Promise<void> {
    const { cache, kinds, store } = this.context.cluster;
    const wanted = [
      ...standardAccounts(kinds.release).map((name) => ({ kind: SERVICE_ACCOUNT, name, body: {} })),
      {
        kind: CONFIG_MAP,
        name: ROOT_CERTIFICATE,
        body: this.rootCertificate(),
        ...(isAfter(kinds.release, '1.20') ? { annotations: DESCRIBED } : {}),
      },
      ...standardRoleBindings(kinds.release, namespace).map(({ name, annotations, ...body }) => ({
        kind: ROLE_BINDING,
        name,
        body,
        annotations,
      })),
    ];
    await this.restoreCertificate(namespace);
    const missing = wanted.filter(({ kind, name }) => !cache.get({ resource: resourceName(kind), namespace, name }));
    if (missing.length === 0) return;
    await store.createMany(
      missing.map(({ kind, name, body, ...metadata }) => ({
        kind,
        namespace,
        input: { metadata: { name, namespace, ...metadata }, ...body },
      })),
      { fieldManager: 'kube-controller-manager' },
    );
  }

  /** A change by a client to the published certificate is undone (upstream's root-ca-cert-publisher). */
  private async restoreCertificate(namespace: string): Promise<void> {
    const { cache, store } = this.context.cluster;
    const key = { resource: CONFIG_MAP.resource, namespace, name: ROOT_CERTIFICATE };
    const published = cache.get(key);
    const wanted = this.rootCertificate();
    if (!published || deepEqual(published['data'], wanted.data)) return;
    const change = (object: KubeObject): KubeObject => ({ ...object, ...wanted });
    await store.modify([{ key, change }], this.context.fence);
  }

  private rootCertificate(): { readonly data: Readonly<Record<string, string>> } {
    return { data: { 'ca.crt': this.context.cluster.certificates.trusted } };
  }

  private async empty(namespace: Namespace): Promise<void> {
    const { cache, store } = this.context.cluster;
    const { name } = namespace.metadata;
    this.terminating.add(name);
    const resources = this.namespacedResources();
    const left = resources.flatMap((resource) => cache.list(resource, name).map((object) => ({ resource, object })));
    const removals = left.filter(({ object }) => !object.metadata.deletionTimestamp).map(removal);
    if (removals.length > 0) await store.removeSoon(removals, this.context.fence);
    const remaining = resources.map((resource) => ({ resource, objects: cache.list(resource, name) }));
    if (remaining.every(({ objects }) => objects.length === 0)) await this.finalize(name);
    else await this.reportRemaining(name, remaining);
  }

  private namespacedResources(): string[] {
    const { cluster } = this.context;
    const custom = cluster.cache
      .resourcesInUse()
      .filter((resource) => !NAMESPACED.includes(resource) && !isBuiltInResource(resource, cluster.kinds.release));
    return [...NAMESPACED, ...custom.sort()];
  }

  private async reportRemaining(name: string, remaining: readonly Remainder[]): Promise<void> {
    const { clock, store } = this.context.cluster;
    const change = (object: KubeObject): KubeObject => {
      const namespace = object as Namespace;
      const conditions = namespaceConditions(namespace, remaining, clock.now());
      const isSame = conditions.every((condition, i) => condition === namespace.status?.conditions?.[i]);
      return isSame ? object : { ...namespace, status: { ...namespace.status, conditions } };
    };
    await store.modify([{ key: { resource: 'namespaces', namespace: '', name }, change }], this.context.fence);
  }

  private async finalize(name: string): Promise<void> {
    const { store } = this.context.cluster;
    const key = { resource: 'namespaces', namespace: '', name };
    const change = (object: KubeObject): KubeObject => ({
      ...object,
      spec: { ...(object.spec as object), finalizers: [] },
    });
    await store.modify([{ key, change }], this.context.fence);
    await store.remove([{ key, options: {} }], this.context.fence);
  }
}

function removal({ resource, object }: { resource: string; object: KubeObject }): Removal {
  const { namespace = '', name, uid } = object.metadata;
  return { key: { resource, namespace, name }, uid, options: { propagationPolicy: 'Background' } };
}
