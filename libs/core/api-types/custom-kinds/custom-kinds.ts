import { describeKind, type KindInfo, type StoredForm, type SubresourceInfo, type Verb } from '../kinds/kind-info';
import type { KubeObject } from '../objects';
import { deepEqual } from '../equality';
import { at, type FieldReader } from '../selectors/field-reader';
import { CustomVersion } from './custom-version';
import {
  isConditionTrue,
  storageVersionOf,
  type CustomResourceDefinition,
  type DefinitionNames,
} from './definition/custom-resource-definition';
import { customTable } from './printer-columns';
import { compareVersions } from './version-order';

const GET_PATCH_UPDATE: readonly Verb[] = ['get', 'patch', 'update'];
const VERBS: readonly Verb[] = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const ANNOUNCED_WHILE_TERMINATING: readonly Verb[] = ['delete', 'deletecollection', 'get', 'list', 'watch'];

const versionsOfKinds = new WeakMap<KindInfo, CustomVersion>();

/** The compiled version behind a custom kind; undefined for kinds of the release. */
export function customVersionOf(kind: KindInfo): CustomVersion | undefined {
  return versionsOfKinds.get(kind);
}

/**
 * The kinds that a definition defines: one for each served version, which serves the objects of all. A description is made
 * when it is first asked for; `schemaRevision` is a revision from which on objects were written by this schema.
 */
export class CustomKinds {
  private readonly versions = new Map<string, CustomVersion>();
  private readonly kinds = new Map<string, KindInfo>();

  constructor(
    private readonly definition: CustomResourceDefinition,
    private readonly schemaRevision: number,
    /** The form of objects where more than apiVersion differs between versions. */
    private readonly converted?: (form: StoredForm, apiVersion: string, storageApiVersion: string) => StoredForm,
  ) {}

  get group(): string {
    return this.definition.spec.group;
  }

  /** The names of served versions, the one that clients prefer first. */
  get servedVersions(): string[] {
    const served = (this.definition.spec.versions ?? []).filter((version) => version.served);
    return served.map(({ name }) => name).sort(compareVersions);
  }

  /** True if requests for its objects are answered. */
  get isServed(): boolean {
    return isConditionTrue(this.definition, 'Established');
  }

  /** True if it is being deleted: its objects can be read and deleted, but not created. */
  get isTerminating(): boolean {
    return isConditionTrue(this.definition, 'Terminating');
  }

  /** All served kinds. */
  all(): KindInfo[] {
    return this.servedVersions.map((name) => this.kind(name)!);
  }

  /** The kind as one of its versions serves it; undefined for a version that is not served. */
  kind(version: string): KindInfo | undefined {
    const known = this.kinds.get(version);
    if (known) return known;
    if (!this.definition.spec.versions?.some(({ name, served }) => served && name === version)) return undefined;
    const made = this.describe(version);
    this.kinds.set(version, made);
    return made;
  }

  private describe(name: string): KindInfo {
    const { spec, status } = this.definition;
    const version = this.version(name)!;
    const { scalePaths, definition } = version;
    const apiVersion = `${spec.group}/${name}`;
    const names: Partial<DefinitionNames> = { ...spec.names, ...status?.acceptedNames };
    const kind = describeKind({
      kind: spec.names.kind,
      listKind: spec.names.listKind ?? `${spec.names.kind}List`,
      resource: spec.names.plural,
      singular: names.singular ?? spec.names.kind.toLowerCase(),
      shortNames: names.shortNames ?? [],
      categories: names.categories ?? [],
      apiVersions: [apiVersion],
      namespaced: spec.scope === 'Namespaced',
      served: true,
      isCustom: true,
      verbs: this.isTerminating ? VERBS.filter((verb) => verb !== 'create') : VERBS,
      announcedVerbs: this.isTerminating ? ANNOUNCED_WHILE_TERMINATING : VERBS,
      hasStatus: version.hasStatus,
      hasGeneration: true,
      allowsUnconditionalUpdate: false,
      subresources: scalePaths ? [SCALE] : [],
      struct: version.struct,
      form:
        this.converted?.(this.formOf(name, version), apiVersion, this.storageApiVersion) ?? this.formOf(name, version),
      applyDefaults: (object) => version.fillDefaults(object),
      validate: (object) => version.validate(object),
      validateUpdate: (next, old) => version.validateUpdate(next, old),
      validateStatus: (next, old) => version.validateStatus(next, old),
      warnings: (next, old) => version.warnings(next, old),
      table: customTable(definition.additionalPrinterColumns),
      selectableFields: selectableFieldsOf(definition.selectableFields ?? []),
      scalePaths,
      deprecationWarning: definition.deprecated
        ? (definition.deprecationWarning ?? `${apiVersion} ${spec.names.kind} is deprecated`)
        : undefined,
    });
    versionsOfKinds.set(kind, version);
    return kind;
  }

  private get storageApiVersion(): string {
    const { spec } = this.definition;
    return `${spec.group}/${storageVersionOf(spec) ?? ''}`;
  }

  private version(name: string): CustomVersion | undefined {
    const known = this.versions.get(name);
    if (known) return known;
    const { spec } = this.definition;
    const definition = spec.versions?.find((version) => version.name === name);
    if (!definition) return undefined;
    const made = new CustomVersion(definition, spec.preserveUnknownFields ?? false, spec.names.kind);
    this.versions.set(name, made);
    return made;
  }

  /**
   * Returns the stored form of a version: between versions only apiVersion changes; fields that the other version's schema does
   * not have are dropped.
   */
  private formOf(name: string, version: CustomVersion): StoredForm {
    const { group } = this.definition.spec;
    const apiVersion = `${group}/${name}`;
    const storageName = storageVersionOf(this.definition.spec) ?? name;
    const served = new WeakMap<KubeObject, KubeObject>();
    return {
      served: (object) => {
        if (object.apiVersion === apiVersion && Number(object.metadata.resourceVersion) > this.schemaRevision)
          return object;
        let shown = served.get(object);
        if (!shown) served.set(object, (shown = this.read(object, name, version)));
        return shown;
      },
      stored: (object) => {
        if (storageName === name) return object;
        if (object.apiVersion !== apiVersion) return this.version(storageName)!.pruned(object);
        const converted = { ...object, apiVersion: `${group}/${storageName}` };
        return this.version(storageName)!.pruned(converted);
      },
    };
  }

  /** A stored object with the defaults of the version in which it was written, as another version has it. */
  private read(object: KubeObject, name: string, version: CustomVersion): KubeObject {
    const writtenIn = object.apiVersion.slice(object.apiVersion.indexOf('/') + 1);
    const writer = this.version(writtenIn) ?? version;
    const read = writer.pruned(object);
    writer.fillDefaults(read);
    if (writtenIn === name) return deepEqual(read, object) ? object : read;
    return version.pruned({ ...read, apiVersion: `${this.group}/${name}` });
  }
}

const SCALE: SubresourceInfo = {
  name: 'scale',
  kind: 'Scale',
  apiVersion: 'autoscaling/v1',
  verbs: GET_PATCH_UPDATE,
};

function selectableFieldsOf(fields: readonly { readonly jsonPath?: string }[]): Record<string, FieldReader> {
  return Object.fromEntries(
    fields.map(({ jsonPath = '' }) => {
      const path = jsonPath.replace(/^\./, '');
      return [path, at(...path.split('.'))] as const;
    }),
  );
}
