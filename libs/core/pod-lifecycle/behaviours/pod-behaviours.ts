import { compileLabelSelector, type LabelSelector, type Pod } from '@orrery/api-types';
import { randomFor } from '@orrery/time';
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

interface Compiled {
  readonly name: string;
  readonly priority: number;
  readonly conditions: readonly ((pod: Pod) => boolean)[];
  readonly annotations: Readonly<Record<string, string>>;
  readonly probability: number;
  readonly weight: number | undefined;
}

/** Which behaviour pods have: of those that match, the one of highest priority, then the most specific, then by name. */
export class PodBehaviours {
  private compiled: readonly Compiled[] = [];

  /** @param seed of the cluster: the same pods behave the same in each run. */
  constructor(private readonly seed: string | number = '') {}

  replace(behaviours: readonly PodBehavior[]): void {
    this.compiled = behaviours
      .map(compile)
      .sort(
        (a, b) => b.priority - a.priority || b.conditions.length - a.conditions.length || (a.name < b.name ? -1 : 1),
      );
  }

  /** The pod as its kubelet is to see it; its own annotations win. The same object while nothing is asked of it. */
  give(pod: Pod): Pod {
    const found = this.behaviourOf(pod);
    if (!found) return pod;
    const annotations = { ...found.annotations, ...pod.metadata.annotations };
    return { ...pod, metadata: { ...pod.metadata, annotations } };
  }

  private behaviourOf(pod: Pod): Compiled | undefined {
    const { compiled } = this;
    const isFor = (each: Compiled): boolean => each.conditions.every((holds) => holds(pod)) && this.isDrawn(each, pod);
    const first = compiled.findIndex(isFor);
    const found = compiled[first];
    if (found?.weight === undefined) return found;
    const isEqual = ({ priority, conditions }: Compiled): boolean =>
      priority === found.priority && conditions.length === found.conditions.length;
    const equals = compiled.slice(first).filter((each) => isEqual(each) && isFor(each));
    const total = equals.reduce((sum, { weight = 1 }) => sum + weight, 0);
    let left = total * randomFor('behaviour', this.seed, nameOf(pod)).unit();
    return equals.find(({ weight = 1 }) => (left -= weight) < 0) ?? found;
  }

  private isDrawn({ name, probability }: Compiled, pod: Pod): boolean {
    return probability >= 1 || randomFor('behaviour', this.seed, name, nameOf(pod)).unit() < probability;
  }
}

function nameOf({ metadata }: Pod): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}

function compile({ metadata, spec = {} }: PodBehavior): Compiled {
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

/** Whether a text is like one of the patterns, in which `*` stands for anything. */
function globs(patterns: readonly string[]): (text: string) => boolean {
  const expressions = patterns.map(
    (pattern) =>
      new RegExp(
        `^${pattern
          .split('*')
          .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
          .join('.*')}$`,
      ),
  );
  return (text) => expressions.some((expression) => expression.test(text));
}
