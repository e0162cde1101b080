import type { ObjectPlace } from '../editor/object-place';

/** The fields of an object that its description reads. */
export interface DescribedObject {
  readonly metadata?: {
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly finalizers?: readonly string[];
    readonly creationTimestamp?: string | null;
    readonly uid?: string;
  };
  readonly spec?: {
    readonly nodeName?: string;
    readonly selector?: unknown;
    readonly containers?: readonly ContainerPart[];
    readonly initContainers?: readonly ContainerPart[];
  };
  readonly status?: {
    readonly containerStatuses?: readonly ContainerStatusPart[];
    readonly initContainerStatuses?: readonly ContainerStatusPart[];
  };
}

interface ContainerPart {
  readonly name: string;
  readonly image?: string;
}

interface ContainerStatusPart {
  readonly name: string;
  readonly ready?: boolean;
  readonly restartCount?: number;
  readonly state?: {
    readonly running?: object;
    readonly waiting?: { readonly reason?: string };
    readonly terminated?: { readonly reason?: string; readonly exitCode?: number };
  };
}

/** A container of a pod, as it is. */
export interface ContainerFacts {
  readonly name: string;
  readonly image: string;
  readonly isInit: boolean;
  readonly isReady: boolean;
  readonly restarts: number;
  /** State in the words of kubectl: `Running`, `CrashLoopBackOff`, `Completed (exit code 0)`. */
  readonly state: string;
}

/** Returns the containers of a pod, those that run first last; none for objects of other kinds. */
export function containersOf({ spec = {}, status = {} }: DescribedObject): readonly ContainerFacts[] {
  const statuses = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])];
  const facts = (isInit: boolean) => (container: ContainerPart) => {
    const found = statuses.find(({ name }) => name === container.name);
    return {
      name: container.name,
      image: container.image ?? '',
      isInit,
      isReady: found?.ready ?? false,
      restarts: found?.restartCount ?? 0,
      state: stateWords(found?.state),
    };
  };
  return [...(spec.containers ?? []).map(facts(false)), ...(spec.initContainers ?? []).map(facts(true))];
}

function stateWords(state: ContainerStatusPart['state']): string {
  if (state?.running) return 'Running';
  if (state?.terminated) {
    const { reason = 'Terminated', exitCode } = state.terminated;
    return exitCode === undefined ? reason : `${reason} (exit code ${exitCode})`;
  }
  return state?.waiting?.reason ?? 'Waiting';
}

/** A place that belongs to an object, by what it has there. */
export interface RelatedPlace {
  readonly title: string;
  readonly place: ObjectPlace;
}

const PODS = { apiVersion: 'v1', kind: 'Pod' } as const;

/** Returns the places that an object refers to: the pods that it selects or runs, and the node that it runs on. */
export function relatedPlaces(
  { kind, namespace, name }: ObjectPlace,
  { spec = {} }: DescribedObject,
): readonly RelatedPlace[] {
  if (kind === 'Node' && name !== undefined)
    return [{ title: 'Pods on this node', place: { ...PODS, fields: `spec.nodeName=${name}` } }];
  if (kind === 'Namespace') return [{ title: 'Pods in this namespace', place: { ...PODS, namespace: name } }];
  if (kind === 'Pod')
    return spec.nodeName === undefined
      ? []
      : [{ title: `Node ${spec.nodeName}`, place: { apiVersion: 'v1', kind: 'Node', name: spec.nodeName } }];
  const labels = selectorText(spec.selector);
  return labels === undefined ? [] : [{ title: `Pods with ${labels}`, place: { ...PODS, namespace, labels } }];
}

interface SelectorParts {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

/** Returns a selector of labels as text, of workloads and of Services alike; undefined if it selects nothing. */
export function selectorText(selector: unknown): string | undefined {
  if (typeof selector !== 'object' || selector === null) return undefined;
  const isPlain = !('matchLabels' in selector || 'matchExpressions' in selector);
  // The object comes from the server, which has checked it.
  const parts = (isPlain ? { matchLabels: selector } : selector) as SelectorParts;
  const equal = Object.entries(parts.matchLabels ?? {}).map(([key, value]) => `${key}=${String(value)}`);
  const rules = (parts.matchExpressions ?? []).map(({ key, operator, values = [] }) => {
    if (operator === 'Exists') return key;
    if (operator === 'DoesNotExist') return `!${key}`;
    return `${key} ${operator === 'NotIn' ? 'notin' : 'in'} (${values.join(',')})`;
  });
  const text = [...equal, ...rules].join(',');
  return text === '' ? undefined : text;
}
