import type { FieldError } from '../errors/field-error';
import type { KubeObject } from '../objects';
import type { FieldReader } from '../selectors/field-reader';
import type { Struct } from '../structure/struct';
import type { TableKind } from '../tables/table-kind';
import { isRemoved, type Deprecation, type OlderVersion } from './older-versions';
import { DEFAULT_RELEASE, isAfter, isSince, RELEASES, type MinorVersion, type ReleaseName } from './releases';

/** Operations on a resource. */
export type Verb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch';

/** Treatment of dependents when an owner is deleted without a propagation policy. */
type DefaultPropagation = 'Background' | 'Orphan';

/** A door beside the main resource, such as `pods/eviction`. */
export interface SubresourceInfo {
  readonly name: string;
  /** The kind that travels; often another one than the parent's. */
  readonly kind: string;
  /** Of the kind that travels, where it is not the parent's. */
  readonly apiVersion?: string;
  /** The same in releases before `modern`, where that is another one. */
  readonly olderApiVersion?: string;
  readonly verbs: readonly Verb[];
  /** The versions of the kind that have it; all if left out. */
  readonly versions?: readonly string[];
}

/** Rules of few kinds ask in which version the object came. */
type CreateRule = (object: KubeObject, requestVersion?: string) => FieldError[];
/** The same of a change; few ask for the release of the cluster. */
type UpdateRule = (next: KubeObject, old: KubeObject, requestVersion?: string, release?: ReleaseName) => FieldError[];

/** Paths of the numbers of `/scale` in the objects of a kind: names of fields from the object down. */
export interface ScalePaths {
  readonly specReplicas: readonly string[];
  readonly statusReplicas: readonly string[];
  /** A selector as text; undefined: the Scale has none. */
  readonly labelSelector: readonly string[] | undefined;
}

/** Stored form of objects, where the kind serves them in another form. Both throw `ConversionNeeded` where a webhook converts. */
export interface StoredForm {
  /** Makes {@link served} know these objects. Absent where it always does. */
  prepare?(objects: readonly KubeObject[]): Promise<void>;
  /** The stored object as this version of the kind serves it; the object itself if nothing differs. */
  served(object: KubeObject): KubeObject;
  /** An object of this version as it is stored. */
  stored(object: KubeObject): KubeObject;
}

/**
 * Properties of a kind beyond names and switches. Generic code reads them from the description of the kind and never depends on
 * the name, so that a kind of another group may have the same name.
 */
export interface KindRules {
  /** The status that a new object has; none if left out. */
  readonly firstStatus?: (() => object) | undefined;
  /** Fills what a client may leave out. Changes the object in place: it is a fresh one, as decoding makes it. */
  readonly applyDefaults?: ((object: KubeObject) => void) | undefined;
  /** Sets the values that follow from a new object's own fields, after its defaults and before admission. Changes it in place. */
  readonly prepareForCreate?: ((object: KubeObject, release?: ReleaseName) => void) | undefined;
  /** True if {@link prepareForCreate} replaces what it changes, so that what was there before stays as it was. */
  readonly preparesCopies?: boolean | undefined;
  /** Sets the parts of a new object's status that follow from its spec, after validation. Changes it in place. */
  readonly completeCreated?: ((object: KubeObject) => void) | undefined;
  /** Sets the values that follow from a change through the main resource, before admission. Changes `next` in place. */
  readonly prepareForUpdate?: ((next: KubeObject, old: KubeObject, release?: ReleaseName) => void) | undefined;
  /** Returns the errors of an object, beside those of its metadata. */
  readonly validate?: CreateRule | undefined;
  /** Returns the errors of a changed object and of the change; `validate` of the new one if left out. */
  readonly validateUpdate?: UpdateRule | undefined;
  /** Returns the errors of a written status. */
  readonly validateStatus?: UpdateRule | undefined;
  /** Parts of the object that subresources of their own write, by subresource, such as a pod's ephemeral containers. */
  readonly parts?: Readonly<Record<string, PartRules>> | undefined;
  /** Returns the warnings for a client; `old` is absent on creation. */
  readonly warnings?: ((next: KubeObject, old?: KubeObject) => readonly string[]) | undefined;
  /** The object as the first DELETE leaves it, before finalizers are looked at. `nowMs` is cluster time. */
  readonly markForDeletion?: ((object: KubeObject, nowMs: number) => KubeObject) | undefined;
  /** Of kinds whose objects name the fields of their scale themselves. */
  readonly scalePaths?: ScalePaths | undefined;
  /** The shape of bodies, where no struct of the release describes them. */
  readonly struct?: Struct | undefined;
  /** Absent: objects are stored as {@link KindInfo.storageApiVersion} serves them. */
  readonly form?: StoredForm | undefined;
  /** Said to clients that use this version of the kind. */
  readonly deprecationWarning?: string | undefined;
  /** The reason why an object of this name can never be deleted. */
  readonly refuseDeletion?: ((name: string) => string | undefined) | undefined;
  /** Returns the errors of a body of an older version that its conversion hides; the types of its fields are not checked yet. */
  readonly validateBody?: ((body: KubeObject, apiVersion: string) => FieldError[]) | undefined;
  /** The object in another version, where more than apiVersion differs. */
  readonly convert?: ((object: KubeObject, apiVersion: string) => KubeObject) | undefined;
  /** Fields that selectors may name, besides name and namespace (spec api A6). */
  readonly selectableFields?: Readonly<Record<string, FieldReader>> | undefined;
  /** Those of them that only the release `modern` offers. */
  readonly laterSelectableFields?: readonly string[] | undefined;
  /** The stored name of a selectable field of a version; undefined for one that the version does not have. */
  readonly storedField?: ((field: string, apiVersion: string) => string | undefined) | undefined;
  /** Columns in tables; name and time of creation if left out. */
  readonly table?: TableKind | undefined;
  /** Metadata that a status update of a client takes along; labels, annotations, finalizers and owners if left out. */
  readonly statusMetadata?: readonly ClientMetadata[] | undefined;
  /** Metadata that a status update of a component takes along; none if left out. */
  readonly statusMetadataOfComponents?: readonly ClientMetadata[] | undefined;
  /** Returns the stored status after a write of the object itself with the status `asked`; the status stays as it is if left out. */
  readonly statusOfUpdate?: ((asked: unknown, stored: unknown) => unknown) | undefined;
  /** Fields that defaults, and not the strategy, set in the status of a new object: in releases without doors its creator owns it. */
  readonly defaultedStatus?: object | undefined;
  /** Takes away what defaults and strategy add since 1.21, besides fields. Changes the object in place. */
  readonly forgetLater?: ((object: KubeObject) => void) | undefined;
  /** Restores the part of the stored status that clients cannot change. Changes `next` in place. */
  readonly keepInStatus?: ((next: KubeObject, old: KubeObject, release?: ReleaseName) => void) | undefined;
  /** True if a creator, such as a kubelet that registers, may bring the status along. */
  readonly takesFirstStatus?: boolean | undefined;
}

/** Rules for writes of a part of an object through a subresource of its own. */
export interface PartRules {
  /** Restores everything outside of the part. Changes `next` in place. */
  readonly restoreOthers: (next: KubeObject, old: KubeObject) => void;
  /** Returns the errors of the change. */
  readonly validate: UpdateRule;
}

/** Metadata that clients write. */
export const CLIENT_METADATA = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const;
export type ClientMetadata = (typeof CLIENT_METADATA)[number];

/** One row of the kind registry: everything generic code must know of a kind. */
export interface KindInfo extends KindRules {
  readonly kind: string;
  /** The kind that bodies say and discovery announces, where another resource has a kind of that name too. */
  readonly bodyKind: string;
  /** Storage name of another kind, whose objects these are in another form; undefined for kinds with objects of their own. */
  readonly storedAs: string | undefined;
  /** Group of the storage version; empty for the core group. */
  readonly group: string;
  /** The resource name in URLs, plural. */
  readonly resource: string;
  readonly singular: string;
  /** The kind of lists: `PodList`. */
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  /** Those of every release, preferred first. All are views of one stored object. */
  readonly apiVersions: readonly string[];
  /** Versions that a cluster of a release serves; none for a kind that the release does not have. */
  readonly versionsOf: Readonly<Record<ReleaseName, readonly string[]>>;
  /** Those that only older releases serve. */
  readonly olderVersions: readonly OlderVersion[];
  /** Deprecations, for clients of 1.20, of those {@link apiVersions} that newer releases still serve here. */
  readonly deprecations: Readonly<Record<string, Deprecation>>;
  /** The one that is stored; always the first of {@link apiVersions}. */
  readonly storageApiVersion: string;
  readonly verbs: readonly Verb[];
  /** Part of {@link verbs} that discovery announces: fewer than all while the definition of a custom kind is being deleted. */
  readonly announcedVerbs: readonly Verb[];
  /** Those of them that only the release `modern` has. */
  readonly laterVerbs: readonly Verb[];
  readonly subresources: readonly SubresourceInfo[];
  /** True if the object has a status that only the status subresource writes. */
  readonly hasStatus: boolean;
  /** True if metadata.generation counts changes of the requested state. */
  readonly hasGeneration: boolean;
  /** True if it did so in older releases too. */
  readonly hadGeneration: boolean;
  /** True if it is always 1. */
  readonly keepsGeneration: boolean;
  /** True if deletion waits for a grace period. */
  readonly hasGracePeriod: boolean;
  readonly defaultPropagation: DefaultPropagation;
  /** True if DELETE answers with the object; otherwise with a Status. */
  readonly deleteReturnsObject: boolean;
  /** True if PUT of an absent object creates it. */
  readonly allowsCreateOnUpdate: boolean;
  /** True if it did so in older releases too. */
  readonly allowedCreateOnUpdate: boolean;
  /** True if PUT without resourceVersion overwrites. */
  readonly allowsUnconditionalUpdate: boolean;
  /** True if discovery announces it and requests are answered. */
  readonly served: boolean;
  /** True if a CustomResourceDefinition of the cluster defines the kind. */
  readonly isCustom: boolean;
}

const READ_WRITE: readonly Verb[] = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
const GET_PATCH_UPDATE: readonly Verb[] = ['get', 'patch', 'update'];

/** Required fields of a row; the others are derived from them or have a usual value. */
export interface KindRow extends KindRules {
  readonly kind: string;
  readonly bodyKind?: string;
  readonly storedAs?: string;
  readonly resource: string;
  readonly apiVersions: readonly [string, ...string[]];
  readonly olderVersions?: readonly OlderVersion[];
  readonly deprecations?: Readonly<Record<string, Deprecation>>;
  /** Those of {@link apiVersions} that older releases do not serve yet, with the release that began to. */
  readonly laterVersions?: Readonly<Record<string, MinorVersion>>;
  /** Those of {@link apiVersions} that servers have switched off; the default bundle serves them. */
  readonly optionalVersions?: readonly string[];
  /** The releases that have the kind; all if left out. */
  readonly releases?: readonly ReleaseName[];
  readonly namespaced: boolean;
  readonly served: boolean;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly verbs?: readonly Verb[];
  readonly subresources?: readonly SubresourceInfo[];
  /** Adds the status subresource. */
  readonly hasStatus?: boolean;
  /** The versions that have it; all if left out. */
  readonly statusVersions?: readonly string[];
  readonly hasGeneration?: boolean;
  /** As in {@link KindInfo}; true if left out. */
  readonly hadGeneration?: boolean;
  readonly keepsGeneration?: boolean;
  readonly hasGracePeriod?: boolean;
  readonly defaultPropagation?: DefaultPropagation;
  readonly deleteReturnsObject?: boolean;
  readonly allowsCreateOnUpdate?: boolean;
  /** As in {@link KindInfo}; as today if left out. */
  readonly allowedCreateOnUpdate?: boolean;
  readonly allowsUnconditionalUpdate?: boolean;
  readonly isCustom?: boolean;
  readonly announcedVerbs?: readonly Verb[];
  readonly laterVerbs?: readonly Verb[];
  readonly singular?: string;
  readonly listKind?: string;
}

function createOnUpdateOf({
  allowsCreateOnUpdate = false,
  allowedCreateOnUpdate = allowsCreateOnUpdate,
}: KindRow): Pick<KindInfo, 'allowsCreateOnUpdate' | 'allowedCreateOnUpdate'> {
  return { allowsCreateOnUpdate, allowedCreateOnUpdate };
}

/** Fills a row with the usual values. */
export function describeKind(row: KindRow): KindInfo {
  const storageApiVersion = row.apiVersions[0];
  const { olderVersions = [] } = row;
  const status: SubresourceInfo[] = row.hasStatus ? [statusOf(row)] : [];
  // Every field is named: all descriptions have one hidden class, whatever their rows leave out.
  return Object.freeze({
    kind: row.kind,
    bodyKind: row.bodyKind ?? row.kind,
    storedAs: row.storedAs,
    group: groupOf(storageApiVersion),
    resource: row.resource,
    singular: row.singular ?? row.kind.toLowerCase(),
    listKind: row.listKind ?? `${row.kind}List`,
    shortNames: row.shortNames ?? [],
    categories: row.categories ?? [],
    namespaced: row.namespaced,
    apiVersions: [...row.apiVersions, ...olderVersions.map(({ apiVersion }) => apiVersion)],
    versionsOf: versionsByRelease(row),
    olderVersions,
    deprecations: row.deprecations ?? {},
    storageApiVersion,
    verbs: row.verbs ?? READ_WRITE,
    announcedVerbs: row.announcedVerbs ?? row.verbs ?? READ_WRITE,
    laterVerbs: row.laterVerbs ?? [],
    subresources: [...(row.subresources ?? []), ...status],
    hasStatus: row.hasStatus ?? false,
    hasGeneration: row.hasGeneration ?? false,
    hadGeneration: row.hadGeneration ?? true,
    keepsGeneration: row.keepsGeneration ?? false,
    hasGracePeriod: row.hasGracePeriod ?? false,
    defaultPropagation: row.defaultPropagation ?? 'Background',
    deleteReturnsObject: row.deleteReturnsObject ?? false,
    ...createOnUpdateOf(row),
    allowsUnconditionalUpdate: row.allowsUnconditionalUpdate ?? true,
    served: row.served,
    isCustom: row.isCustom ?? false,
    firstStatus: row.firstStatus,
    applyDefaults: row.applyDefaults,
    prepareForCreate: row.prepareForCreate,
    completeCreated: row.completeCreated,
    prepareForUpdate: row.prepareForUpdate,
    validate: row.validate,
    validateUpdate: row.validateUpdate,
    validateStatus: row.validateStatus,
    parts: row.parts,
    warnings: row.warnings,
    markForDeletion: row.markForDeletion,
    scalePaths: row.scalePaths,
    struct: row.struct,
    form: row.form,
    deprecationWarning: row.deprecationWarning,
    refuseDeletion: row.refuseDeletion,
    validateBody: row.validateBody,
    convert: row.convert,
    selectableFields: row.selectableFields,
    laterSelectableFields: row.laterSelectableFields,
    storedField: row.storedField,
    table: row.table,
    statusMetadata: row.statusMetadata,
    statusMetadataOfComponents: row.statusMetadataOfComponents,
    statusOfUpdate: row.statusOfUpdate,
    preparesCopies: row.preparesCopies,
    keepInStatus: row.keepInStatus,
    defaultedStatus: row.defaultedStatus,
    forgetLater: row.forgetLater,
    takesFirstStatus: row.takesFirstStatus,
  });
}

function statusOf({ kind, statusVersions }: KindRow): SubresourceInfo {
  const status = { name: 'status', kind, verbs: GET_PATCH_UPDATE };
  return statusVersions ? { ...status, versions: statusVersions } : status;
}

function versionsByRelease(row: KindRow): KindInfo['versionsOf'] {
  const { apiVersions, olderVersions = [], laterVersions = {}, releases = RELEASES } = row;
  const isLater = (version: string, release: ReleaseName): boolean =>
    laterVersions[version] !== undefined && !isSince(release, laterVersions[version]);
  const versionsIn = (release: ReleaseName): readonly string[] => {
    if (!releases.includes(release)) return [];
    const older = olderVersions.filter((version) => version.releases.includes(release));
    const common = apiVersions.filter((version) => !isLater(version, release) && !isLeftOut(row, version, release));
    return [...common, ...older.map(({ apiVersion }) => apiVersion)];
  };
  return Object.fromEntries(RELEASES.map((name) => [name, versionsIn(name)])) as KindInfo['versionsOf'];
}

/**
 * Returns whether servers of a release do not have a version, as it is removed or switched off. The default bundle serves such
 * versions too, for manifests of older clusters.
 */
function isLeftOut(
  { deprecations = {}, optionalVersions = [] }: KindRow,
  version: string,
  release: ReleaseName,
): boolean {
  if (release === DEFAULT_RELEASE) return false;
  const deprecation = deprecations[version];
  return optionalVersions.includes(version) || (deprecation !== undefined && isRemoved(deprecation, release));
}

/** Those of a kind's verbs that a release has. */
export function verbsIn(
  release: ReleaseName,
  verbs: readonly Verb[],
  { laterVerbs }: Pick<KindInfo, 'laterVerbs'>,
): readonly Verb[] {
  if (isAfter(release, '1.20') || laterVerbs.length === 0) return verbs;
  return verbs.filter((verb) => !laterVerbs.includes(verb));
}

/** Returns whether a cluster of a release counts what is asked for of this kind. */
export function countsGenerations(
  { hasGeneration, hadGeneration }: KindInfo,
  release: ReleaseName = DEFAULT_RELEASE,
): boolean {
  return hasGeneration && (hadGeneration || isAfter(release, '1.20'));
}

/** The subresources of a kind in some of its versions. */
export function subresourcesOf(
  { subresources }: Pick<KindInfo, 'subresources'>,
  apiVersions: readonly string[],
): readonly SubresourceInfo[] {
  return subresources.filter(({ versions }) => versions?.some((version) => apiVersions.includes(version)) ?? true);
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
