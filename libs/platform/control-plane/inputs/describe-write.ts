import { kindByResource, type KindInfo } from '@orrery/api-types';
import type { ClusterKinds } from '../object-api/kinds/cluster-kinds';
import type { WriteContext } from '../object-api/writes/write-context';
import type { WriteOptions } from '../object-api/writes/requests';
import type { Addressed, InputOrigin, KindAddress, WriteInput } from './cluster-input';

/** A request as plain data: its kind becomes an address. */
export function addressed<T extends { readonly kind: KindInfo }>({ kind, ...request }: T): Addressed<T> {
  const version = kind.storageApiVersion.slice(kind.storageApiVersion.indexOf('/') + 1);
  return { ...request, kind: { group: kind.group, version, resource: kind.resource } };
}

/** The kind behind an address; undefined if the cluster has none. */
export function kindAt(kinds: ClusterKinds, { group, version, resource }: KindAddress): KindInfo | undefined {
  return kinds.byResource(group, version, resource) ?? kindByResource(group, version, resource);
}

/** Options as plain data. */
export function withoutCallbacks<T extends object>(options: T): Omit<T, 'warn' | 'dryRun'> {
  const { warn: _warn, dryRun: _dryRun, ...described } = options as T & { warn?: unknown; dryRun?: unknown };
  return described as Omit<T, 'warn' | 'dryRun'>;
}

type OneOf<Type> = Extract<WriteInput, { readonly type: Type; readonly request: unknown }>;
type ManyOf<Type> = Extract<WriteInput, { readonly type: Type; readonly requests: unknown }>;

/** Says what a request for one object is. */
export function describeOne<T extends 'update' | 'scale'>(
  type: T,
  request: WithKind<OneOf<T>['request']>,
  options: WriteOptions,
): () => WriteInput {
  // Type and request belong together, which the compiler loses sight of.
  return () => ({ type, request: addressed(request), options: withoutCallbacks(options) }) as unknown as OneOf<T>;
}

/** Says what requests for many objects are. */
export function describeMany<T extends 'create' | 'patch'>(
  type: T,
  requests: readonly WithKind<ManyOf<T>['requests'][number]>[],
  options: WriteOptions,
): () => WriteInput {
  return () =>
    // As above.
    ({ type, requests: requests.map(addressed), options: withoutCallbacks(options) }) as unknown as ManyOf<T>;
}

type WithKind<T> = Omit<T, 'kind'> & { readonly kind: KindInfo };

/** Returns the author of a write. */
export function inputOriginOf({ actor, origin }: Pick<WriteContext, 'actor' | 'origin'>): InputOrigin {
  return {
    ...(actor ? { user: actor.user, isUnrestricted: actor.roles === undefined } : {}),
    ...(origin ? { origin } : {}),
  };
}
