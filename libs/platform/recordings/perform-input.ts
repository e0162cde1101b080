import type { KindInfo } from '@orrery/api-types';
import {
  actingAs,
  actorIn,
  addNodes,
  annotatePod,
  AuthorizationMode,
  kindAt,
  type Actor,
  type ClusterInput,
  type ClusterRuntime,
  type ClusterStore,
  type ControlPlane,
  type InputOrigin,
  type KindAddress,
  type WriteInput,
} from '@orrery/control-plane';

/** Does again what only an API can do; `runtime` is the cluster as its client has it. */
export type InputPerformer = (runtime: ClusterRuntime, body: unknown) => Promise<unknown>;

/** Parts that inputs are performed with. */
export interface PerformContext {
  readonly plane: ControlPlane;
  readonly runtime: ClusterRuntime;
  /** Performers by the names of their inputs. */
  readonly performers: ReadonlyMap<string, InputPerformer>;
}

/** Performs a recorded input on a cluster again. Rejects if it was refused, too. */
export async function performInput({ plane, runtime, performers }: PerformContext, input: ClusterInput): Promise<void> {
  switch (input.type) {
    case 'settings':
      await runtime.changeSettings(() => input.settings);
      return;
    case 'nodes':
      return addNodes(runtime, input.nodes);
    case 'restart':
      return runtime.restartComponent(input.component);
    case 'state':
      return plane.replaceState(runtime, input.writes);
    case 'annotate':
      return annotatePod(asClient(runtime, input.by), input);
    case 'api': {
      const perform = performers.get(input.name);
      if (!perform) throw new TypeError(`nothing performs the input ${input.name}`);
      await perform(asClient(runtime, input.by), input.body);
      return;
    }
    default:
      return write(runtime, input);
  }
}

/** The cluster as the client had it. */
function asClient(runtime: ClusterRuntime, { user, isUnrestricted, origin }: InputOrigin): ClusterRuntime {
  const mode = isUnrestricted ? AuthorizationMode.AlwaysAllow : AuthorizationMode.Rbac;
  const actor: Actor | undefined = user && actorIn(runtime, user, mode);
  return actingAs(runtime, actor, origin);
}

async function write(runtime: ClusterRuntime, input: WriteInput & { readonly by: InputOrigin }): Promise<void> {
  const store: ClusterStore = asClient(runtime, input.by).store;
  const known = <T extends { readonly kind: KindAddress }>(
    request: T,
  ): Omit<T, 'kind'> & { readonly kind: KindInfo } => {
    const kind = kindAt(runtime.kinds, request.kind);
    if (!kind) throw new TypeError(`the cluster has no ${request.kind.resource}.${request.kind.group}`);
    return { ...request, kind };
  };
  switch (input.type) {
    case 'create':
      return void (await store.createMany(input.requests.map(known), input.options));
    case 'update':
      return void (await store.update(known(input.request), input.options));
    case 'patch':
      return void (await store.patchMany(input.requests.map(known), input.options));
    case 'scale':
      return void (await store.scaleObject(known(input.request), input.options));
    case 'delete':
      return void (await store.deleteMany(input.targets.map(known), input.options));
    case 'bind':
      return store.bind(input.binding, input.options);
    case 'evict':
      return store.evict(input.eviction);
  }
}
