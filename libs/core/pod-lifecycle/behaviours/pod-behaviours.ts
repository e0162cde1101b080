import type { Pod } from '@orrery/api-types';
import { AnnotatedBehaviours, type AnnotatedBehaviour } from './annotated-behaviours';
import { globs } from './globs';
import { metadataConditions, type MetadataSelector } from './metadata-conditions';
import { annotationsOf, type ContainerBehaviourSpec } from './container-behaviour';
import { durationText, type DurationSpec } from './duration-draw';
import { podSpecHashOf } from './pod-spec-hash';
import { ResourceUsages, type ResourceUsage } from './resource-usages';
import { COMPLETE_AFTER_ANNOTATION } from '../stages/built-in-stages';

export interface PodBehavior {
  readonly metadata: { readonly name: string; readonly creationTimestamp?: string };
  readonly spec?: {
    /** The highest that matches counts; 0 by default. */
    readonly priority?: number;
    readonly selector?: PodBehaviorSelector;
    /** By container name; `*` is all but init containers. */
    readonly containers?: Readonly<Record<string, ContainerBehaviourSpec>>;
    /** Delay from the start of the containers to the pod's success, regardless of its restart policy. */
    readonly completeAfter?: DurationSpec;
  };
}

/** An owner of a pod, however far up. */
export interface PodOwner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}
export type OwnersOf = (pod: Pod) => readonly PodOwner[];

/** Conditions that must all hold; without any, every pod matches. Names and images may have `*`. */
export interface PodBehaviorSelector extends MetadataSelector {
  readonly namespaces?: readonly string[];
  readonly ownerKinds?: readonly string[];
  /** One of its owners, or one of their owners; a pod without any owns itself. */
  readonly owner?: { readonly apiVersion?: string; readonly kind: string; readonly name: string };
  /** Hash by which a trace identifies the pod's spec. */
  readonly podSpecHash?: string;
  readonly images?: readonly string[];
  /** The share of the pods that it is for, from 0 to 1; which ones follows from the cluster's seed. */
  readonly probability?: number;
  /** Among objects that are equal otherwise, chance decides by weight if the first of them has one. */
  readonly weight?: number;
}

/** Selects the behaviour of each pod. */
export class PodBehaviours extends AnnotatedBehaviours<Pod, AnnotatedBehaviour<Pod>> {
  private readonly usages = new ResourceUsages();

  /**
   * @param seed of the cluster: the same pods behave the same in each run
   * @param ownersOf all owners of a pod that are known, the owners of its owners too
   */
  constructor(
    seed: string | number = '',
    private readonly ownersOf: OwnersOf = ({ metadata }) => metadata.ownerReferences ?? [],
  ) {
    super(seed, nameOf);
  }

  replace(behaviours: readonly PodBehavior[]): void {
    this.takeAll(behaviours.map((behaviour) => compile(behaviour, this.ownersOf)));
  }

  /** Replaces the usage objects; a PodBehavior and a pod's own annotations take precedence over them. */
  use(ofPods: Iterable<ResourceUsage>, ofCluster: Iterable<ResourceUsage>): void {
    this.usages.replace(ofPods, ofCluster);
  }

  override give(pod: Pod): Pod {
    return this.usages.give(super.give(pod));
  }
}

function nameOf({ metadata }: Pod): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}

function compile({ metadata, spec = {} }: PodBehavior, ownersOf: OwnersOf): AnnotatedBehaviour<Pod> {
  const { priority = 0, selector = {}, containers = {}, completeAfter } = spec;
  const { probability = 1, weight } = selector;
  return {
    name: metadata.name,
    priority,
    conditions: conditionsOf(selector, ownersOf),
    annotations: {
      ...annotationsOf(containers, metadata.creationTimestamp),
      ...(completeAfter === undefined ? {} : { [COMPLETE_AFTER_ANNOTATION]: durationText(completeAfter) }),
    },
    probability,
    weight,
  };
}

function conditionsOf(selector: PodBehaviorSelector, ownersOf: OwnersOf): ((pod: Pod) => boolean)[] {
  const { namespaces, ownerKinds, owner, podSpecHash, images } = selector;
  const conditions: ((pod: Pod) => boolean)[] = [];
  if (namespaces) conditions.push(({ metadata }) => namespaces.includes(metadata.namespace ?? ''));
  conditions.push(...metadataConditions(selector));
  if (ownerKinds) {
    conditions.push(({ metadata }) => (metadata.ownerReferences ?? []).some(({ kind }) => ownerKinds.includes(kind)));
  }
  if (owner) {
    const isOwner = ({ apiVersion, kind, name }: PodOwner): boolean =>
      kind === owner.kind && name === owner.name && (owner.apiVersion ?? apiVersion) === apiVersion;
    conditions.push((pod) => (pod.metadata.ownerReferences?.length ? ownersOf(pod) : [itself(pod)]).some(isOwner));
  }
  if (podSpecHash !== undefined) conditions.push((pod) => podSpecHashOf(pod) === podSpecHash);
  if (images) {
    const isMeant = globs(images);
    conditions.push(({ spec }) => spec.containers.some(({ image }) => isMeant(image ?? '')));
  }
  return conditions;
}

function itself({ metadata }: Pod): PodOwner {
  return { apiVersion: 'v1', kind: 'Pod', name: metadata.name };
}
