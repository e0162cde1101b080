import type { Container, Pod } from '@orrery/api-types';
import { volumeObjects } from '@orrery/container-shell';
import {
  missingForVariables,
  missingForVolumes,
  type FindObject,
  type MissingObject,
  type ReferencedKind,
  type RunContextOf,
} from '../containers/required-objects';
import { unboundClaim } from '../containers/unbound-claims';
import type { KubeletSettings } from '../shard/kubelet-settings';

/** Objects that pods wait for, as plain data. */
export type AwaitedState = readonly (readonly [uid: string, keys: readonly string[]])[];

/** The ConfigMaps, Secrets and claims of volumes that pods cannot start without, and which pods wait for which of them. */
export class AwaitedObjects {
  /** Uids of pods by what they wait for. */
  private readonly waiting = new Map<string, Set<string>>();
  /** Objects that pods wait for, by uid of the pod. */
  private readonly awaited = new Map<string, Set<string>>();

  /**
   * @param find looks objects up; without it none is missing
   * @param runContext what containers find by their pods; undefined where that is not known
   * @param settings how kubelets speak of what is missing
   */
  constructor(
    private readonly find: FindObject | undefined,
    readonly runContext: RunContextOf | undefined,
    private readonly settings: Pick<KubeletSettings, 'listsUnprocessedVolumes'>,
  ) {}

  /** Returns why the volumes of a pod cannot be mounted; undefined if they can. The pod waits for the missing object. */
  volumeProblem(pod: Pod): string | undefined {
    if (!this.find) return undefined;
    const claim = unboundClaim(pod, this.find, this.settings.listsUnprocessedVolumes);
    return this.wait(pod, claim ?? missingForVolumes(pod, this.find));
  }

  /** Returns why a container lacks some of its variables; undefined if it has all. The pod waits for the missing object. */
  variableProblem(pod: Pod, container: Container): string | undefined {
    return this.find && this.wait(pod, missingForVariables(pod, container, this.find));
  }

  /** The handler of a pod's RuntimeClass; empty for a pod without a class, or with one that is gone. */
  runtimeHandler({ spec }: Pod): string {
    const { runtimeClassName } = spec as { readonly runtimeClassName?: string };
    if (!runtimeClassName || !this.find) return '';
    const found = this.find('RuntimeClass', '', runtimeClassName) as { readonly handler?: string } | undefined;
    return found?.handler ?? '';
  }

  /** An object was made or changed: the uids of the pods that waited for it, which do so no more. */
  changed(kind: ReferencedKind, namespace: string, name: string): Iterable<string> {
    const key = keyOf(kind, namespace, name);
    const uids = this.waiting.get(key) ?? [];
    this.waiting.delete(key);
    for (const uid of uids) remove(this.awaited, uid, key);
    return uids;
  }

  /** A pod is gone. */
  forget(uid: string): void {
    for (const key of this.awaited.get(uid) ?? []) remove(this.waiting, key, uid);
    this.awaited.delete(uid);
  }

  /** Makes a pod whose command depends on its volumes wait for changes of the objects that they show. */
  followVolumes(pod: Pod): void {
    for (const [kind, name] of volumeObjects(pod)) this.waitFor(pod, kind, name);
  }

  /** Returns the objects that each pod waits for, by uid. */
  toState(): AwaitedState {
    return [...this.awaited].map(([uid, keys]) => [uid, [...keys]]);
  }

  /** Restores the state that {@link toState} returned. */
  restore(state: AwaitedState): void {
    for (const [uid, keys] of state) for (const key of keys) this.note(uid, key);
  }

  private wait(pod: Pod, missing: MissingObject | undefined): string | undefined {
    if (!missing) return undefined;
    this.waitFor(pod, missing.kind, missing.name);
    return missing.message;
  }

  private waitFor({ metadata }: Pod, kind: ReferencedKind, name: string): void {
    this.note(metadata.uid, keyOf(kind, metadata.namespace ?? '', name));
  }

  private note(uid: string, key: string): void {
    add(this.waiting, key, uid);
    add(this.awaited, uid, key);
  }
}

function add(sets: Map<string, Set<string>>, key: string, member: string): void {
  const set = sets.get(key);
  if (set) set.add(member);
  else sets.set(key, new Set([member]));
}

/** Sets that become empty go, as the names that clients make up have no end. */
function remove(sets: Map<string, Set<string>>, key: string, member: string): void {
  const set = sets.get(key);
  set?.delete(member);
  if (set?.size === 0) sets.delete(key);
}

function keyOf(kind: ReferencedKind, namespace: string, name: string): string {
  return `${kind}/${namespace}/${name}`;
}
