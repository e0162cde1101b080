import { compileLabelSelector, type LabelSelector, type Pod } from '@orrery/api-types';
import { BehaviourAnnotation } from '../behaviour-annotations';

/** How containers behave, as the kind PodBehavior has it (`sim.orrery.dev/v1`, node specification F12). */
export interface ContainerBehaviourSpec {
  readonly image?: { readonly pullError?: string };
  readonly start?: { readonly readyAfter?: string };
  /** The exit code of each attempt, the last repeated. */
  readonly run?: { readonly exitAfter?: string; readonly exitCodes?: readonly number[]; readonly exitReason?: string };
  readonly terminate?: { readonly stopAfter?: string; readonly exitCode?: number };
  /** When probes fail, as times after the start of the container: `30s-60s`, `5m-`. */
  readonly probes?: Readonly<Record<'startup' | 'liveness' | 'readiness', readonly string[] | undefined>>;
}

export interface PodBehavior {
  readonly metadata: { readonly name: string };
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
}

interface Compiled {
  readonly name: string;
  readonly priority: number;
  readonly conditions: readonly ((pod: Pod) => boolean)[];
  readonly annotations: Readonly<Record<string, string>>;
}

/** Which behaviour pods have: of those that match, the one of highest priority, then the most specific, then by name. */
export class PodBehaviours {
  private compiled: readonly Compiled[] = [];

  replace(behaviours: readonly PodBehavior[]): void {
    this.compiled = behaviours
      .map(compile)
      .sort(
        (a, b) => b.priority - a.priority || b.conditions.length - a.conditions.length || (a.name < b.name ? -1 : 1),
      );
  }

  /** The pod as its kubelet is to see it; its own annotations win. The same object while nothing is asked of it. */
  give(pod: Pod): Pod {
    const found = this.compiled.find(({ conditions }) => conditions.every((holds) => holds(pod)));
    if (!found) return pod;
    const annotations = { ...found.annotations, ...pod.metadata.annotations };
    return { ...pod, metadata: { ...pod.metadata, annotations } };
  }
}

function compile({ metadata, spec = {} }: PodBehavior): Compiled {
  const { priority = 0, selector = {}, containers = {} } = spec;
  const annotations = Object.entries(containers).flatMap(([name, behaviour]) =>
    annotationsOf(behaviour).map(([word, value]) => [`orrery.dev/${name === '*' ? '' : `${name}.`}${word}`, value]),
  );
  return {
    name: metadata.name,
    priority,
    conditions: conditionsOf(selector),
    annotations: Object.fromEntries(annotations) as Record<string, string>,
  };
}

function annotationsOf({ image, start, run, terminate, probes }: ContainerBehaviourSpec): [string, string][] {
  const words: [BehaviourAnnotation, string | undefined][] = [
    [BehaviourAnnotation.PullError, image?.pullError],
    [BehaviourAnnotation.ReadyAfter, start?.readyAfter],
    [BehaviourAnnotation.ExitAfter, run?.exitAfter],
    [BehaviourAnnotation.ExitCode, run?.exitCodes?.join(',')],
    [BehaviourAnnotation.ExitReason, run?.exitReason],
    [BehaviourAnnotation.StopAfter, terminate?.stopAfter],
    [BehaviourAnnotation.StopExitCode, terminate?.exitCode?.toString()],
    [BehaviourAnnotation.StartupFails, probes?.startup?.join(',')],
    [BehaviourAnnotation.LivenessFails, probes?.liveness?.join(',')],
    [BehaviourAnnotation.ReadinessFails, probes?.readiness?.join(',')],
  ];
  return words.filter((word): word is [BehaviourAnnotation, string] => word[1] !== undefined);
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
