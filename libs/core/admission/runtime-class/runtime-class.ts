import { compareQuantities, parseQuantity } from '@orrery/quantity';
import {
  forbidden,
  type ApiError,
  type KubeObject,
  type Pod,
  type PodSpec,
  type ResourceList,
  type RuntimeClass,
} from '@orrery/api-types';
import { isPodWrite, type AdmissionPlugin, type PluginHalves } from '../admission';
import { mergeTolerations } from '../pod-toleration-restriction/merge-tolerations';

/** Settings of a cluster about runtime classes. */
export interface RuntimeClassSettings {
  /** True if the generation has them. One that does not lets pods name any, and forgets the overhead. */
  readonly areKnown: boolean;
}

const MISMATCH = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";
const WITHOUT_CLASS = 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead';

/**
 * Gives a new pod the overhead, node selector and tolerations of its RuntimeClass; refuses classes that are not there and
 * what contradicts the class. As `plugin/pkg/admission/runtimeclass` of v1.34.
 */
export function runtimeClass({ areKnown }: RuntimeClassSettings): Required<PluginHalves> {
  const admit: AdmissionPlugin = (request) => {
    const { object, kind, operation, lookup } = request;
    const spec = object.spec as PodSpec | undefined;
    if (operation !== 'CREATE' || !isPodWrite(request) || !spec) return object;
    // Nearly all pods end here.
    if (spec.runtimeClassName === undefined && spec.overhead === undefined) return object;
    if (!areKnown) return withoutOverhead(object as Pod);
    const name = spec.runtimeClassName;
    const found = name === undefined ? undefined : lookup.runtimeClass(name);
    if (name !== undefined && !found) {
      return forbidden(kind, object.metadata.name, `pod rejected: RuntimeClass "${name}" not found`);
    }
    const problem = overheadProblem(spec, found) ?? selectorConflict(spec, found);
    return problem === undefined ? ofClass(object, spec, found) : forbidden(kind, object.metadata.name, problem);
  };
  return {
    admit,
    check: (request) => {
      const { object, kind, operation, lookup } = request;
      const spec = object.spec as PodSpec | undefined;
      if (operation !== 'CREATE' || !isPodWrite(request) || !spec || !areKnown) return undefined;
      const { runtimeClassName: name, overhead } = spec;
      if (name === undefined && overhead === undefined) return undefined;
      const found = name === undefined ? undefined : lookup.runtimeClass(name);
      const refuse = (text: string): ApiError => forbidden(kind, object.metadata.name, text);
      if (name !== undefined && !found) return refuse(`pod rejected: RuntimeClass "${name}" not found`);
      if (found?.overhead && overhead === undefined) return refuse(MISMATCH);
      const problem = overheadProblem(spec, found);
      return problem === undefined ? undefined : refuse(problem);
    },
  };
}

function withoutOverhead(pod: Pod): KubeObject {
  const { overhead, ...spec } = pod.spec;
  // Pods are typed more closely than objects; one without overhead is a pod still.
  return overhead === undefined ? (pod as unknown as KubeObject) : ({ ...pod, spec } as unknown as KubeObject);
}

function ofClass(object: KubeObject, spec: PodSpec, found: RuntimeClass | undefined): KubeObject | ApiError {
  const overhead = found?.overhead?.podFixed;
  const { nodeSelector, tolerations = [] } = found?.scheduling ?? {};
  const own = spec.tolerations ?? [];
  const merged = found?.scheduling ? mergeTolerations(own, tolerations) : own;
  const more = {
    ...(overhead ? { overhead } : {}),
    ...(nodeSelector ? { nodeSelector: { ...spec.nodeSelector, ...nodeSelector } } : {}),
    ...(merged.length > 0 ? { tolerations: merged } : {}),
  };
  return { ...object, spec: { ...spec, ...more } };
}

function overheadProblem({ overhead }: PodSpec, found: RuntimeClass | undefined): string | undefined {
  if (overhead === undefined) return undefined;
  if (!found?.overhead) return WITHOUT_CLASS;
  return isSameList(overhead as ResourceList, (found.overhead.podFixed ?? {}) as ResourceList) ? undefined : MISMATCH;
}

function selectorConflict({ nodeSelector = {} }: PodSpec, found: RuntimeClass | undefined): string | undefined {
  for (const [key, wanted] of Object.entries(found?.scheduling?.nodeSelector ?? {})) {
    const own = Object.hasOwn(nodeSelector, key) ? nodeSelector[key] : undefined;
    if (own === undefined || own === wanted) continue;
    return `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${wanted}; pod.spec.nodeSelector[${key}] = ${own}`;
  }
  return undefined;
}

function isSameList(a: ResourceList, b: ResourceList): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every(
    (name) => Object.hasOwn(b, name) && compareQuantities(parseQuantity(a[name]!), parseQuantity(b[name]!)) === 0,
  );
}
