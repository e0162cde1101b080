import { namespacedAccess, reconcileAccess, RoleResource, type DefaultObject } from '@orrery/access';
import { Kinds, type KubeObject } from '@orrery/api-types';
import {
  clusterAccess,
  requireKind,
  type ClockPort,
  type ComponentContext,
  type IdentityPort,
  type KindsPort,
  type LogPort,
  type Modification,
  type ObjectsPort,
} from '@orrery/control-plane';
import type { ObjectKey } from '@orrery/store';
import { runLoop, type Controller } from '../controller';

/** Ports used by this class. */
type Ports = IdentityPort & KindsPort & ObjectsPort & ClockPort & LogPort;

const FIELD_MANAGER = 'kube-apiserver';

/**
 * Gives a cluster at each start what it lacks of the default roles and bindings: an earlier version made it with fewer,
 * or its users took something away (the hook `rbac/bootstrap-roles` of kube-apiserver).
 */
export class DefaultRolesController implements Controller {
  constructor(private readonly context: ComponentContext<Ports>) {}

  start(): void {
    runLoop(this.context, 'default-roles', () => this.reconcileAll());
  }

  stop(): void {
    // One pass at the start is all.
  }

  follow(): void {
    // Users may change roles until the next start, as upstream.
  }

  private async reconcileAll(): Promise<void> {
    const { cluster, fence } = this.context;
    await cluster.caughtUp();
    // A cluster that is being made gets all of them with its first namespaces.
    if (!cluster.cache.get(Kinds.Namespace, '', 'kube-system')) return;
    const created: DefaultObject[] = [];
    const replaced: ObjectKey[] = [];
    const updates: Modification[] = [];
    for (const expected of [...clusterAccess(cluster.kinds.release), ...namespacedAccess()]) {
      const { namespace = '' } = expected.metadata;
      // A namespace that users deleted has no roles.
      if (namespace !== '' && !cluster.cache.get(Kinds.Namespace, '', namespace)) continue;
      const key = placeOf(expected);
      const { kind } = reconcileAccess(expected, cluster.cache.get(key));
      if (kind === 'update') updates.push({ key, change: (current) => updated(expected, current) });
      if (kind === 'replace') replaced.push(key);
      if (kind === 'create' || kind === 'replace') created.push(expected);
    }
    if (updates.length > 0) await cluster.store.modify(updates, fence, 'kube-apiserver');
    if (replaced.length > 0)
      await cluster.store.remove(
        replaced.map((key) => ({ key, options: {} })),
        fence,
      );
    if (created.length === 0) return;
    const requests = created.map((input) => ({
      kind: requireKind(input.apiVersion, input.kind),
      namespace: input.metadata.namespace ?? '',
      input,
    }));
    await cluster.store.createMany(requests, { fieldManager: FIELD_MANAGER }, fence);
  }
}

function placeOf({ kind, metadata: { name, namespace = '' } }: DefaultObject): ObjectKey {
  // Default objects are of these kinds alone.
  return { resource: RoleResource[kind as keyof typeof RoleResource], namespace, name };
}

function updated(expected: DefaultObject, current: KubeObject): KubeObject | undefined {
  const verdict = reconcileAccess(expected, current);
  return verdict.kind === 'update' ? verdict.next : undefined;
}
