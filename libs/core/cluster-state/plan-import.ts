import {
  ApiError,
  applyDefaults,
  decodeBody,
  inWordsOf,
  renderFieldError,
  storedForm,
  validateCreate,
  type CustomResourceDefinition,
  type KindInfo,
  type KubeObject,
} from '@orrery/api-types';
import { formatTime } from '@orrery/time';
import { adapted } from './adapted';
import { ImportKinds } from './import-kinds';
import { inImportOrder } from './import-order';
import type { ImportedObject } from './imported-object';
import { LeftOutReason, reasonToLeaveOut } from './left-out';
import { listedObjects } from './listed-objects';
import { latestTimeMs, withMovedTimes } from './moved-times';
import { withPresentOwners, withUids } from './references';

/** Cluster that receives the objects. */
export interface ImportTarget {
  /** Cluster time in ms since the Unix epoch. */
  readonly nowMs: number;
  /** A kind that the cluster serves; undefined for others. */
  kindOf(apiVersion: string, kind: string): KindInfo | undefined;
  /** The object of this name that the cluster has. */
  existing(kind: KindInfo, namespace: string, name: string): KubeObject | undefined;
  /** Returns whether the cluster has an object of this uid. */
  hasUid(uid: string): boolean;
  /** A uid for an object that has none, by its place. */
  newUid(place: string): string;
}

export interface ImportOptions {
  /** Time at which the objects were read, in ms since the Unix epoch; if absent, the latest instant found in them. */
  readonly asOfMs?: number | undefined;
}

/** Note about an imported object: its name, and the action on it. */
export interface ImportNote {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly text: string;
}

/** State that an import makes of the objects read. */
export interface ImportPlan {
  /** Objects in the order in which they must be written. */
  readonly objects: readonly ImportedObject[];
  /** Objects that are not written, with the reason. */
  readonly leftOut: readonly ImportNote[];
  /** Objects that are written differently than read, with the change. */
  readonly changed: readonly ImportNote[];
  /** Time at which the objects were read, in ms since the Unix epoch. */
  readonly asOfMs: number;
}

/**
 * Turns objects that were read from a cluster into the state of another one: identities, owners, places on nodes and
 * statuses are kept, ages stay what they were, and each object that cannot be kept is named with the reason. Decides
 * only; reads no clock.
 */
export function planImport(given: readonly unknown[], target: ImportTarget, options: ImportOptions = {}): ImportPlan {
  const read = [...listedObjects(given)];
  const asOfMs = options.asOfMs ?? latestTimeMs(read.filter((each) => isRecord(each))) ?? target.nowMs;
  const planning = new Planning(target, target.nowMs - asOfMs);
  planning.readAll(read);
  planning.addNamespaces();
  planning.dropPodsWithoutNodes();
  return { ...planning.finished(), asOfMs };
}

class Planning {
  private readonly kinds: ImportKinds;
  private readonly byPlace = new Map<string, ImportedObject>();
  private readonly leftOut: ImportNote[] = [];
  private readonly changed: ImportNote[] = [];
  /** Uids in the source whose objects have others here. */
  private readonly uids = new Map<string, string>();

  constructor(
    private readonly target: ImportTarget,
    private readonly moveMs: number,
  ) {
    this.kinds = new ImportKinds((apiVersion, kind) => target.kindOf(apiVersion, kind));
  }

  /** Definitions come first: objects of their kinds are read by them. */
  readAll(read: readonly unknown[]): void {
    const isDefinition = (each: unknown): boolean => isRecord(each) && each['kind'] === 'CustomResourceDefinition';
    for (const each of read.filter(isDefinition)) {
      const taken = this.read(each);
      if (taken) this.kinds.define(taken.object as unknown as CustomResourceDefinition); // A decoded definition has its type.
    }
    for (const each of read) if (!isDefinition(each)) this.read(each);
  }

  private read(given: unknown): ImportedObject | undefined {
    if (!isObject(given)) return this.leaveOut(given, LeftOutReason.NoObject);
    const kind = this.kinds.find(given.apiVersion, given.kind);
    if (!kind) return this.leaveOut(given, LeftOutReason.NoSuchKind);
    if (kind.storedAs !== undefined || !kind.verbs.includes('create')) {
      return this.leaveOut(given, LeftOutReason.NotStored);
    }
    const namespace = kind.namespaced ? given.metadata.namespace || 'default' : '';
    const existing = this.target.existing(kind, namespace, given.metadata.name);
    const reason = reasonToLeaveOut(given, existing);
    if (reason !== undefined) return this.leaveOut(given, reason);
    const decoded = this.decode(kind, given, namespace);
    if (typeof decoded === 'string') return this.leaveOut(given, decoded);
    return this.take({ kind, object: decoded, replaces: existing }, given);
  }

  private decode(kind: KindInfo, given: KubeObject, namespace: string): KubeObject | string {
    const { resourceVersion: _version, selfLink: _link, ...metadata } = given.metadata;
    const place = kind.namespaced ? { namespace } : {};
    const { namespace: _namespace, ...clusterScoped } = metadata;
    const input = { ...given, metadata: kind.namespaced ? metadata : clusterScoped };
    const body = decodeBody(kind, input, { apiVersion: given.apiVersion, ...place, fieldValidation: 'Ignore' });
    if (body instanceof ApiError) return body.message;
    const { object } = body;
    applyDefaults(object, kind);
    const [error] = inWordsOf(undefined, validateCreate(kind, withoutLaterContainers(object), given.apiVersion));
    return error ? renderFieldError(error) : object;
  }

  /** Takes an object; the newest of several versions counts. */
  private take(taken: ImportedObject, given: KubeObject): ImportedObject | undefined {
    const { kind, object, replaces } = taken;
    const { namespace = '', name, uid } = object.metadata;
    const place = placeOf(kind, namespace, name);
    const { object: changed, change } = adapted(object);
    const former = this.byPlace.get(place);
    const version = Number(given.metadata.resourceVersion ?? 0);
    if (former && version < Number(former.object.metadata.resourceVersion))
      return this.leaveOut(given, LeftOutReason.Older);
    if (former && version > Number(former.object.metadata.resourceVersion))
      this.leaveOut(former.object, LeftOutReason.Older);
    const own = replaces?.metadata.uid ?? (uid || this.target.newUid(place));
    if (uid && uid !== own) this.uids.set(uid, own);
    if (change !== undefined) this.note(this.changed, given, change);
    const metadata = { ...changed.metadata, uid: own, resourceVersion: String(version) };
    metadata.creationTimestamp ||= formatTime(this.target.nowMs - this.moveMs);
    const kept = { kind, object: { ...changed, metadata }, replaces };
    this.byPlace.set(place, kept);
    return kept;
  }

  /** Dumps of some namespaces do not have the namespaces themselves. */
  addNamespaces(): void {
    const kind = this.kinds.find('v1', 'Namespace');
    if (!kind) return;
    const named = new Set([...this.byPlace.values()].map(({ object }) => object.metadata.namespace ?? ''));
    for (const name of named) {
      if (name === '' || this.byPlace.has(placeOf(kind, '', name)) || this.target.existing(kind, '', name)) continue;
      const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
      const taken = this.read({ ...object, spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } });
      if (taken) this.note(this.changed, taken.object, 'is made for the objects in it');
    }
  }

  /** A pod on a node that is not there would be deleted; its owner makes another one. */
  dropPodsWithoutNodes(): void {
    const kind = this.kinds.find('v1', 'Node');
    for (const [place, { object }] of this.byPlace) {
      const { nodeName } = (object.spec ?? {}) as { readonly nodeName?: string };
      if (object.kind !== 'Pod' || object.apiVersion !== 'v1' || !nodeName || !kind) continue;
      if (this.byPlace.has(placeOf(kind, '', nodeName)) || this.target.existing(kind, '', nodeName)) continue;
      this.byPlace.delete(place);
      this.leaveOut(object, `its node ${JSON.stringify(nodeName)} is neither in the import nor in the cluster`);
    }
  }

  finished(): Omit<ImportPlan, 'asOfMs'> {
    const present = new Set([...this.byPlace.values()].map(({ object }) => object.metadata.uid));
    const objects = [...this.byPlace.values()].map(({ kind, object, replaces }) => {
      const placed = withUids(withMovedTimes(object, this.moveMs), this.uids);
      const isPresent = (uid: string): boolean => present.has(uid) || this.target.hasUid(uid);
      const { object: owned, missing } = withPresentOwners(placed, isPresent);
      for (const owner of missing) {
        this.note(this.changed, object, `loses its owner, ${owner.kind} ${owner.name}, which is not there`);
      }
      const { resourceVersion: _version, ...metadata } = owned.metadata;
      return { kind, object: storedForm(kind, { ...owned, metadata } as KubeObject), replaces };
    });
    return { objects: inImportOrder(objects), leftOut: this.leftOut, changed: this.changed };
  }

  private leaveOut(given: unknown, reason: string): undefined {
    this.note(this.leftOut, given, reason);
  }

  private note(notes: ImportNote[], given: unknown, text: string): void {
    const { apiVersion, kind, metadata } = isRecord(given) ? given : {};
    const { name, namespace } = isRecord(metadata) ? metadata : {};
    notes.push({
      apiVersion: shown(apiVersion),
      kind: shown(kind),
      namespace: shown(namespace),
      name: shown(name),
      text,
    });
  }
}

/** Containers that were added to a running pod, which no new pod may have. */
function withoutLaterContainers(object: KubeObject): KubeObject {
  const spec = object.spec as { ephemeralContainers?: unknown } | undefined;
  if (object.kind !== 'Pod' || spec?.ephemeralContainers === undefined) return object;
  const { ephemeralContainers: _later, ...rest } = spec;
  return { ...object, spec: rest };
}

function placeOf({ group, resource }: KindInfo, namespace: string, name: string): string {
  return `${resource}.${group}/${namespace}/${name}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isObject(value: unknown): value is KubeObject {
  if (!isRecord(value) || !isRecord(value['metadata'])) return false;
  const { apiVersion, kind, metadata } = value;
  const { name } = metadata as { name?: unknown };
  return [apiVersion, kind, name].every((text) => typeof text === 'string' && text !== '');
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
