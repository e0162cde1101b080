import { invalidField, type FieldError, type Pod } from '@orrery/api-types';
import {
  anyValue,
  choice,
  fieldErrorOf,
  fields,
  isPlainObject,
  listOf,
  mapOf,
  readDocument,
  string,
  type Schema,
} from '@orrery/documents';
import type { CurveCheck } from './usage-schema';

/** Usage of a pod's containers, as in the kinds ResourceUsage and ClusterResourceUsage of `kwok.x-k8s.io/v1alpha1`. */
export interface ResourceUsage {
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: {
    /** Of a ClusterResourceUsage: the pods that it is for; all if left out. A ResourceUsage is for the pod of its name. */
    readonly selector?: { readonly matchNamespaces?: readonly string[]; readonly matchNames?: readonly string[] };
    readonly usages?: readonly ContainerUsages[];
  };
}

interface ContainerUsages {
  /** All containers that no other entry names if left out. */
  readonly containers?: readonly string[];
  readonly usage?: Readonly<Record<string, UsageValue>>;
}

interface UsageValue {
  readonly value?: string | number;
  readonly expression?: string;
}

/** The resources that can be given, with the annotations that mean them. */
const TYPE_TEXTS: Readonly<Record<string, string>> = { cpu: 'usage-cpu', memory: 'usage-memory' };
const RESOURCES = Object.keys(TYPE_TEXTS);
const PREFIX = 'orrery.dev/';

/** Usage of pods by usage objects. */
export class ResourceUsages {
  private byPod: ReadonlyMap<string, ResourceUsage> = new Map();
  private ofCluster: readonly ResourceUsage[] = [];

  replace(ofPods: Iterable<ResourceUsage>, ofCluster: Iterable<ResourceUsage>): void {
    this.byPod = new Map([...ofPods].map((usage) => [keyOf(usage), usage]));
    this.ofCluster = [...ofCluster].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  }

  /** Returns the pod with the usage of its containers as annotations; its own annotations take precedence. */
  give(pod: Pod): Pod {
    if (this.byPod.size === 0 && this.ofCluster.length === 0) return pod;
    const { annotations = {} } = pod.metadata;
    const given: Record<string, string> = {};
    for (const { name } of pod.spec.containers) {
      for (const [resource, usage] of Object.entries(this.usageOf(pod, name) ?? {})) {
        const word = TYPE_TEXTS[resource];
        if (word === undefined || annotations[PREFIX + word] !== undefined) continue;
        const own = `${PREFIX}${name}.${word}`;
        const curve = curveOf(usage);
        if (annotations[own] === undefined && curve !== undefined) given[own] = curve;
      }
    }
    if (Object.keys(given).length === 0) return pod;
    return { ...pod, metadata: { ...pod.metadata, annotations: { ...annotations, ...given } } };
  }

  /** An object for the pod itself goes before those of the cluster, even where it leaves a container out. */
  private usageOf({ metadata }: Pod, container: string): ContainerUsages['usage'] {
    const own = this.byPod.get(keyOf({ metadata }));
    if (own) return usageIn(own, container)?.usage;
    for (const each of this.ofCluster) {
      const { matchNamespaces = [], matchNames = [] } = each.spec?.selector ?? {};
      if (matchNamespaces.length > 0 && !matchNamespaces.includes(metadata.namespace ?? '')) continue;
      if (matchNames.length > 0 && !matchNames.includes(metadata.name)) continue;
      const found = usageIn(each, container);
      if (found) return found.usage;
    }
    return undefined;
  }
}

function keyOf({ metadata }: { metadata: { name: string; namespace?: string } }): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}

function usageIn({ spec }: ResourceUsage, container: string): ContainerUsages | undefined {
  const usages = spec?.usages ?? [];
  return (
    usages.find(({ containers = [] }) => containers.includes(container)) ??
    usages.find(({ containers = [] }) => containers.length === 0)
  );
}

function curveOf({ value, expression }: UsageValue): string | undefined {
  if (value !== undefined) return String(value);
  return expression === undefined ? undefined : JSON.stringify({ expression });
}

/** Returns the errors of the spec of a ResourceUsage or ClusterResourceUsage. */
export function resourceUsageErrors(kind: string, spec: unknown, checkCurve: CurveCheck): FieldError[] {
  if (spec === undefined || spec === null) return [];
  const names = listOf(string());
  const usage = mapOf<unknown>((resource) =>
    RESOURCES.includes(resource) ? usageValue(resource, checkCurve) : UNMETERED,
  );
  const selector = fields({ matchNamespaces: names, matchNames: names });
  const schema = fields({
    ...(kind === 'ClusterResourceUsage' ? { selector } : {}),
    usages: listOf(fields({ containers: names, usage })),
  });
  return readDocument(spec, schema, { field: 'spec' }).findings.map(fieldErrorOf);
}

/** Refuses any value, with an error that does not show it. */
const refusing = (detail: string): Schema => anyValue({ check: () => [invalidField('', '', detail)] });
const UNMETERED = refusing(`only ${RESOURCES.join(' and ')} are metered`);
const EMPTY = refusing('give value or expression');

/** Returns the schema of the usage of a resource: an amount or an expression. */
function usageValue(resource: string, checkCurve: CurveCheck): Schema {
  const curve = (isExpression: boolean): Schema =>
    anyValue({
      check: (value) => {
        if (typeof value !== 'string' && (isExpression || typeof value !== 'number')) return 'must be a string';
        return checkCurve(isExpression ? JSON.stringify({ expression: value }) : String(value), resource);
      },
    });
  const known = fields({ value: curve(false), expression: curve(true) });
  return choice<unknown>((value) => {
    const isEmpty = isPlainObject(value) && value['value'] === undefined && value['expression'] === undefined;
    return isEmpty ? EMPTY : known;
  });
}
