import {
  CustomKinds,
  DEFINITIONS,
  groupOf,
  isDefinitionConditionTrue,
  kindByGvk,
  kindByResource,
  kindsOfRelease,
  type CustomResourceDefinition,
  type KindInfo,
  type KubeObject,
  type ReleaseName,
} from '@orrery/api-types';
import { Operation, type Change, type ClusterCache } from '@orrery/store';
import type { OutsidePort } from '../../ports/outside-port';
import { isBuiltInResource } from '../writes/stored-kinds';
import { WebhookConversion } from './webhook-conversion';
import { webhookForm } from './webhook-form';

/** Source of definitions, with the release whose built-in kinds the cluster has. */
export interface DefinitionSource {
  readonly cache: ClusterCache;
  /** Release of the cluster, which can change while the cluster runs. */
  readonly release: ReleaseName;
  onCacheReplaced(listener: () => void): () => void;
  /** Source of webhook answers, if decisions based on them are recorded. */
  readonly inputs?: OutsidePort['inputs'];
}

/** A definition as it was last seen, with what was made of it. */
interface Known {
  readonly definition: CustomResourceDefinition;
  /** Revision from which on objects were written by this schema. */
  readonly schemaRevision: number;
  readonly kinds: CustomKinds;
}

/**
 * Kinds of one cluster: those of the release, and those that its CustomResourceDefinitions define. A definition is read
 * when it is first needed after a change, so that thousands of them cost nothing until their objects are used.
 */
export class ClusterKinds {
  private readonly known = new Map<string, Known>();
  /** Names of definitions by `group kind`, and by group. */
  private byKind = new Map<string, Set<string>>();
  private byGroup = new Map<string, Set<string>>();
  /** Number of established definitions that serve a version, by group. */
  private servedVersions = new Map<string, Map<string, number>>();
  private changes = 0;
  private webhooks = false;

  constructor(private readonly source: DefinitionSource) {
    this.follow();
    source.onCacheReplaced(() => this.follow());
  }

  /** True if there was ever a kind whose objects a webhook converts. */
  get hasWebhooks(): boolean {
    return this.webhooks;
  }

  /** Changes whenever a definition does: what is made of all kinds is made again then. */
  get version(): number {
    return this.changes;
  }

  /** The kind behind a URL; undefined for unknown ones, and for those whose definition is not established. */
  byResource(group: string, version: string, resource: string): KindInfo | undefined {
    const builtIn = kindByResource(group, version, resource);
    const apiVersion = group === '' ? version : `${group}/${version}`;
    return this.has(builtIn, apiVersion) ? builtIn : this.customByResource(group, version, resource);
  }

  /** The kind that a body of this apiVersion and kind holds; undefined for unknown ones. */
  byGvk(apiVersion: string, kind: string): KindInfo | undefined {
    const builtIn = kindByGvk(apiVersion, kind);
    if (this.has(builtIn, apiVersion)) return builtIn;
    const [group = '', version = ''] = apiVersion.split('/');
    for (const name of this.byKind.get(`${group} ${kind}`) ?? []) {
      const kinds = this.served(name);
      if (kinds) return kinds.kind(version);
    }
    return undefined;
  }

  /** Every kind that discovery announces besides those of the release, by group and name. */
  custom(): KindInfo[] {
    return [...this.byGroup.keys()].sort().flatMap((group) => this.customIn(group));
  }

  /** The custom kinds of a group, in each version that is served. */
  customIn(group: string): KindInfo[] {
    return [...(this.byGroup.get(group) ?? [])].sort().flatMap((name) => this.served(name)?.all() ?? []);
  }

  /** Every group that has a version. */
  groups(): Set<string> {
    return new Set([...versionsOfRelease(this.release).keys(), ...this.byGroup.keys()]);
  }

  /** The group versions of a group, and whether definitions alone have kinds in them; those of the release come first. */
  versionsIn(group: string): { readonly apiVersion: string; readonly isCustom: boolean }[] {
    const ofRelease = versionsOfRelease(this.release).get(group) ?? new Set<string>();
    // A definition may have the name of a resource of the release, and counts for nothing then.
    const names =
      ofRelease.size > 0 ? new Set(this.customIn(group).flatMap((kind) => kind.versionsOf[this.release])) : undefined;
    const counted = [...(this.servedVersions.get(group)?.keys() ?? [])].map((version) => `${group}/${version}`);
    const custom = names ? counted.filter((each) => names.has(each)) : counted;
    return [
      ...[...ofRelease].map((apiVersion) => ({ apiVersion, isCustom: false })),
      ...custom.filter((each) => !ofRelease.has(each)).map((apiVersion) => ({ apiVersion, isCustom: true })),
    ];
  }

  /** The release of the API that the cluster serves. */
  get release(): ReleaseName {
    return this.source.release;
  }

  /** Every kind: those of the release, and then the custom ones. */
  all(): readonly KindInfo[] {
    const builtIn = kindsOfRelease(this.release);
    return this.byGroup.size === 0 ? builtIn : [...builtIn, ...this.custom()];
  }

  /** The groups of custom kinds. */
  customGroups(): string[] {
    return [...this.byGroup.keys()].sort();
  }

  /** The resource of an object of any kind, also in a version that is not served. */
  resourceOf({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): Pick<KindInfo, 'group' | 'resource'> {
    const builtIn = kindByGvk(apiVersion, kind);
    if (builtIn) return builtIn;
    const group = groupOf(apiVersion);
    const [name] = this.byKind.get(`${group} ${kind}`) ?? [];
    const resource = name === undefined ? kind.toLowerCase() : name.slice(0, name.indexOf('.'));
    return { group, resource };
  }

  /** The definition behind a custom resource, served or not; undefined without one. */
  definition(group: string, resource: string): CustomResourceDefinition | undefined {
    return this.read(`${resource}.${group}`)?.definition;
  }

  private has(kind: KindInfo | undefined, apiVersion: string): kind is KindInfo {
    return kind !== undefined && kind.versionsOf[this.release].includes(apiVersion);
  }

  private customByResource(group: string, version: string, resource: string): KindInfo | undefined {
    return group === '' ? undefined : this.served(`${resource}.${group}`)?.kind(version);
  }

  /** A kind of the release is never replaced by a definition of the same name. */
  private served(name: string): CustomKinds | undefined {
    if (isBuiltInResource(name, this.release)) return undefined;
    const kinds = this.read(name)?.kinds;
    return kinds?.isServed ? kinds : undefined;
  }

  private read(name: string): Known | undefined {
    const found = this.source.cache.get({ resource: DEFINITIONS, namespace: '', name });
    if (!found) {
      this.known.delete(name);
      return undefined;
    }
    const definition = found as CustomResourceDefinition;
    const before = this.known.get(name);
    if (before?.definition === definition) return before;
    const { uid, generation, resourceVersion } = definition.metadata;
    const was = before?.definition.metadata;
    const isSameSchema = was?.uid === uid && was.generation === generation;
    const schemaRevision = isSameSchema ? before!.schemaRevision : Number(resourceVersion);
    const { conversion, names } = definition.spec;
    const webhook =
      conversion?.strategy === 'Webhook' ? new WebhookConversion(conversion, names.kind, () => this.source) : undefined;
    if (webhook) this.webhooks = true;
    const kinds = new CustomKinds(
      definition,
      schemaRevision,
      webhook &&
        ((plain, apiVersion, storageApiVersion) =>
          webhookForm({ conversion: webhook, apiVersion, storageApiVersion, plain })),
    );
    const known: Known = { definition, schemaRevision, kinds };
    this.known.set(name, known);
    return known;
  }

  /** Reads the whole cache, and from there on its changes. */
  private follow(): void {
    this.byKind = new Map();
    this.byGroup = new Map();
    this.servedVersions = new Map();
    const { cache } = this.source;
    for (const definition of cache.list(DEFINITIONS)) this.index(definition as CustomResourceDefinition);
    this.changes++;
    cache.subscribe((changes) => {
      for (const change of changes) if (change.key.resource === DEFINITIONS) this.changed(change);
    });
  }

  private changed({ key, operation, object, previous }: Change): void {
    this.changes++;
    if (previous) this.unindex(previous as CustomResourceDefinition);
    if (operation === Operation.Delete) this.known.delete(key.name);
    else this.index(object as CustomResourceDefinition);
  }

  private index(definition: CustomResourceDefinition): void {
    const { metadata, spec } = definition;
    add(this.byKind, `${spec.group} ${spec.names.kind}`, metadata.name);
    add(this.byGroup, spec.group, metadata.name);
    this.countVersions(definition, 1);
  }

  private unindex(definition: CustomResourceDefinition): void {
    const { metadata, spec } = definition;
    remove(this.byKind, `${spec.group} ${spec.names.kind}`, metadata.name);
    remove(this.byGroup, spec.group, metadata.name);
    this.countVersions(definition, -1);
  }

  private countVersions(definition: CustomResourceDefinition, by: 1 | -1): void {
    const { group, versions = [] } = definition.spec;
    if (!isDefinitionConditionTrue(definition, 'Established')) return;
    const counts = this.servedVersions.get(group) ?? new Map<string, number>();
    this.servedVersions.set(group, counts);
    for (const { name, served } of versions) {
      if (!served) continue;
      const count = (counts.get(name) ?? 0) + by;
      if (count > 0) counts.set(name, count);
      else counts.delete(name);
    }
    if (counts.size === 0) this.servedVersions.delete(group);
  }
}

const ofReleases = new Map<ReleaseName, ReadonlyMap<string, ReadonlySet<string>>>();

/** The group versions of a release, by group. */
function versionsOfRelease(release: ReleaseName): ReadonlyMap<string, ReadonlySet<string>> {
  const known = ofReleases.get(release);
  if (known) return known;
  const versions = new Map<string, Set<string>>();
  for (const kind of kindsOfRelease(release)) {
    if (!kind.served) continue;
    for (const version of kind.versionsOf[release]) add(versions, groupOf(version), version);
  }
  ofReleases.set(release, versions);
  return versions;
}

function add(index: Map<string, Set<string>>, key: string, name: string): void {
  const names = index.get(key);
  if (names) names.add(name);
  else index.set(key, new Set([name]));
}

function remove(index: Map<string, Set<string>>, key: string, name: string): void {
  const names = index.get(key);
  names?.delete(name);
  if (names?.size === 0) index.delete(key);
}
