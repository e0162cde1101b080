/** What may be asked of a resource. */
export type Verb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch';

/** What happens to dependents when an owner is deleted without a wish of the client. */
export type DefaultPropagation = 'Background' | 'Orphan';

/** A door beside the main resource, such as `pods/eviction`. */
export interface SubresourceInfo {
  readonly name: string;
  /** The kind that travels; often another one than the parent's. */
  readonly kind: string;
  /** Of the kind that travels, where it is not the parent's. */
  readonly apiVersion?: string;
  readonly verbs: readonly Verb[];
}

/** One row of the kind registry: everything generic code must know of a kind. */
export interface KindInfo {
  readonly kind: string;
  /** Group of the storage version; empty for the core group. */
  readonly group: string;
  /** The resource name in URLs, plural. */
  readonly resource: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  /** Preferred first. All are views of one stored object. */
  readonly apiVersions: readonly string[];
  /** The one that is stored; always the first of {@link apiVersions}. */
  readonly storageApiVersion: string;
  readonly verbs: readonly Verb[];
  readonly subresources: readonly SubresourceInfo[];
  /** Whether the object has a status that only the status subresource writes. */
  readonly hasStatus: boolean;
  /** Whether metadata.generation counts changes of what is asked for. */
  readonly hasGeneration: boolean;
  /** Whether deletion waits for a grace period. */
  readonly hasGracePeriod: boolean;
  readonly defaultPropagation: DefaultPropagation;
  /** Whether DELETE answers with the object; otherwise with a Status. */
  readonly deleteReturnsObject: boolean;
  /** Whether PUT of an absent object creates it. */
  readonly allowsCreateOnUpdate: boolean;
  /** Whether PUT without resourceVersion overwrites. */
  readonly allowsUnconditionalUpdate: boolean;
  /** Whether discovery announces it and requests are answered. */
  readonly served: boolean;
  /**
   * Whether there are no objects of it: clients that look whether there are any are told so, and those that write one
   * are told that the emulator does not support the kind.
   */
  readonly isAlwaysEmpty: boolean;
}

const READ_WRITE: readonly Verb[] = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
const GET_PATCH_UPDATE: readonly Verb[] = ['get', 'patch', 'update'];

/** What a row must say; the rest follows from it or has a usual value. */
export interface KindRow {
  readonly kind: string;
  readonly resource: string;
  readonly apiVersions: readonly [string, ...string[]];
  readonly namespaced: boolean;
  readonly served: boolean;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly verbs?: readonly Verb[];
  readonly subresources?: readonly SubresourceInfo[];
  /** Adds the status subresource. */
  readonly hasStatus?: boolean;
  readonly hasGeneration?: boolean;
  readonly hasGracePeriod?: boolean;
  readonly defaultPropagation?: DefaultPropagation;
  readonly deleteReturnsObject?: boolean;
  readonly allowsCreateOnUpdate?: boolean;
  readonly allowsUnconditionalUpdate?: boolean;
  readonly isAlwaysEmpty?: boolean;
}

/** Fills a row with the usual values. */
export function describeKind(row: KindRow): KindInfo {
  const storageApiVersion = row.apiVersions[0];
  const status: SubresourceInfo[] = row.hasStatus ? [{ name: 'status', kind: row.kind, verbs: GET_PATCH_UPDATE }] : [];
  return Object.freeze({
    kind: row.kind,
    group: groupOf(storageApiVersion),
    resource: row.resource,
    singular: row.kind.toLowerCase(),
    shortNames: row.shortNames ?? [],
    categories: row.categories ?? [],
    namespaced: row.namespaced,
    apiVersions: row.apiVersions,
    storageApiVersion,
    verbs: row.verbs ?? READ_WRITE,
    subresources: [...(row.subresources ?? []), ...status],
    hasStatus: row.hasStatus ?? false,
    hasGeneration: row.hasGeneration ?? false,
    hasGracePeriod: row.hasGracePeriod ?? false,
    defaultPropagation: row.defaultPropagation ?? 'Background',
    deleteReturnsObject: row.deleteReturnsObject ?? false,
    allowsCreateOnUpdate: row.allowsCreateOnUpdate ?? false,
    allowsUnconditionalUpdate: row.allowsUnconditionalUpdate ?? true,
    served: row.served,
    isAlwaysEmpty: row.isAlwaysEmpty ?? false,
  });
}

/** The group of `group/version`; empty for the core group. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

/** The version of `group/version`. */
export function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}
