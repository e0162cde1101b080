import { compileLabelSelector, type LabelSelector, type Pod } from '@orrery/api-types';
import { AnnotatedBehaviours, type AnnotatedBehaviour } from './annotated-behaviours';
import { globs } from './behaviour-choice';
import { annotationsOf, type ContainerBehaviourSpec } from './container-behaviour';

export interface PodBehavior {
  readonly metadata: { readonly name: string; readonly creationTimestamp?: string };
  readonly spec?: {
    /** The highest that matches counts; 0 by default. */
    readonly priority?: number;
    readonly selector?: PodBehaviorSelector;
    /** By container name; `*` is all but init containers. */
    readonly containers?: Readonly<Record<string, ContainerBehaviourSpec>>;
  };
}

/** All that is given must hold; nothing given is every pod. Names and images may have `*`. */
export interface PodBehaviorSelector {
  readonly namespaces?: readonly string[];
  readonly names?: readonly string[];
  readonly labelSelector?: LabelSelector;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerKinds?: readonly string[];
  readonly images?: readonly string[];
  /** The share of the pods that it is for, from 0 to 1; which ones follows from the cluster's seed. */
  readonly probability?: number;
  /** Among objects that are equal otherwise, chance decides by weight if the first of them has one. */
  readonly weight?: number;
}

/** Which behaviour pods have. */
export class PodBehaviours extends AnnotatedBehaviours<Pod, AnnotatedBehaviour<Pod>> {
  /** @param seed of the cluster: the same pods behave the same in each run. */
  constructor(seed: string | number = '') {
    super(seed, nameOf);
  }

  replace(behaviours: readonly PodBehavior[]): void {
    this.takeAll(behaviours.map(compile));
  }
}

function nameOf({ metadata }: Pod): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}

function compile({ metadata, spec = {} }: PodBehavior): AnnotatedBehaviour<Pod> {
  const { priority = 0, selector = {}, containers = {} } = spec;
  const { probability = 1, weight } = selector;
  return {
    name: metadata.name,
    priority,
    conditions: conditionsOf(selector),
    annotations: annotationsOf(containers, metadata.creationTimestamp),
    probability,
    weight,
  };
}

function conditionsOf(selector: PodBehaviorSelector): ((pod: Pod) => boolean)[] {
  const { namespaces, names, labelSelector, annotations, ownerKinds, images } = selector;
  const conditions: ((pod: Pod) => boolean)[] = [];
  if (namespaces) conditions.push(({ metadata }) => namespaces.includes(metadata.namespace ?? ''));
  if (names) {
    const isNamed = globs(names);
    conditions.push(({ metadata }) => isNamed(metadata.name));
  }
  if (labelSelector) {
    const matches = compileLabelSelector(labelSelector);
    conditions.push(({ metadata }) => matches(metadata.labels));
  }
  if (annotations) {
    const wanted = Object.entries(annotations);
    conditions.push(({ metadata }) => wanted.every(([key, value]) => metadata.annotations?.[key] === value));
  }
  if (ownerKinds) {
    conditions.push(({ metadata }) => (metadata.ownerReferences ?? []).some(({ kind }) => ownerKinds.includes(kind)));
  }
  if (images) {
    const isMeant = globs(images);
    conditions.push(({ spec }) => spec.containers.some(({ image }) => isMeant(image ?? '')));
  }
  return conditions;
}
