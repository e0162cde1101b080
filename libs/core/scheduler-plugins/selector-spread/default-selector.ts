import {
  labelSelectorRequirements,
  matchesRequirements,
  type KubeObject,
  type LabelRequirement,
  type LabelSelector,
  type Pod,
} from '@orrery/api-types';
import { labelKey, type ClusterObjects } from '@orrery/scheduling';
import { serviceSelectorsOf } from './services-of-pod';

type LabelMap = Readonly<Record<string, string>>;

/**
 * Owners that take part beside the services: all controllers of the namespace that match the pod, the one that its
 * controller reference names, or none.
 */
export type SelectorOwners = 'allMatching' | 'controllerOnly' | 'none';

/** Kinds whose selector is a label selector, with the version that a controller reference must name. */
const WORKLOADS = ['ReplicaSet', 'StatefulSet'] as const;
const WORKLOAD_VERSION = 'apps/v1';

/**
 * The selector by which a pod without constraints of its own is spread (spec scheduler 4.0): the selectors of its
 * services and owners, ANDed. Without any requirement the pod is not spread.
 */
export function defaultSelectorOf(
  pod: Pod,
  objects: ClusterObjects,
  owners: SelectorOwners,
): readonly LabelRequirement[] {
  const pairs: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const selector of serviceSelectorsOf(pod, objects)) Object.assign(pairs, selector);
  const requirements: LabelRequirement[] = [];
  if (owners === 'allMatching') addMatchingControllers(pod, objects, { pairs, requirements });
  else if (owners === 'controllerOnly') addController(pod, objects, { pairs, requirements });
  const byPairs = labelSelectorRequirements({ matchLabels: pairs }) ?? [];
  return [...byPairs.sort((a, b) => (a.key < b.key ? -1 : 1)), ...requirements];
}

interface Parts {
  readonly pairs: Record<string, string>;
  readonly requirements: LabelRequirement[];
}

function addController({ metadata }: Pod, objects: ClusterObjects, { pairs, requirements }: Parts): void {
  const owner = (metadata.ownerReferences ?? []).find(({ controller }) => controller);
  if (!owner) return;
  const { kind, apiVersion, name } = owner;
  const object = objects.get(kind, metadata.namespace ?? '', name);
  if (!object) return;
  if (kind === 'ReplicationController' && apiVersion === 'v1') Object.assign(pairs, selectorOf(object));
  else if ((WORKLOADS as readonly string[]).includes(kind) && apiVersion === WORKLOAD_VERSION) {
    requirements.push(...(labelSelectorRequirements(selectorOf(object) as LabelSelector) ?? []));
  }
}

/** Controllers match by their selectors; a pod without labels matches none, an empty selector matches nothing. */
function addMatchingControllers(pod: Pod, objects: ClusterObjects, { pairs, requirements }: Parts): void {
  const { namespace = '', labels = {} } = pod.metadata;
  if (Object.keys(labels).length === 0) return;
  for (const controller of objects.list('ReplicationController', namespace)) {
    const selector = (selectorOf(controller) ?? {}) as LabelMap;
    const wanted = labelSelectorRequirements({ matchLabels: selector }) ?? [];
    if (wanted.length > 0 && matchesRequirements(wanted, labels)) Object.assign(pairs, selector);
  }
  for (const kind of WORKLOADS) {
    for (const workload of objects.list(kind, namespace)) {
      const wanted = labelSelectorRequirements(selectorOf(workload) as LabelSelector) ?? [];
      if (wanted.length > 0 && matchesRequirements(wanted, labels)) requirements.push(...wanted);
    }
  }
}

function selectorOf(object: KubeObject): unknown {
  return (object as { readonly spec?: { readonly selector?: unknown } }).spec?.selector ?? undefined;
}

interface Remembered {
  readonly versions: string;
  readonly controller: KubeObject | undefined;
  readonly selector: readonly LabelRequirement[];
}

/** Pods whose selector is remembered. */
const MAX_REMEMBERED = 4096;

/** Default selectors by what pods of one controller have in common; asked afresh when services or owners change. */
export class DefaultSelectors {
  private readonly remembered = new Map<string, Remembered>();

  constructor(
    private readonly objects: ClusterObjects,
    private readonly owners: SelectorOwners,
  ) {}

  /** Returns the result of {@link defaultSelectorOf}; the same array while nothing changed. */
  selectorOf(pod: Pod): readonly LabelRequirement[] {
    const { objects, owners } = this;
    const owner =
      owners === 'controllerOnly' ? pod.metadata.ownerReferences?.find(({ controller }) => controller) : undefined;
    const controller = owner && objects.get(owner.kind, pod.metadata.namespace ?? '', owner.name);
    const key = owner ? `${owner.apiVersion} ${owner.kind} ${owner.name} ${labelKey(pod)}` : labelKey(pod);
    const versions = this.versions();
    const known = this.remembered.get(key);
    if (known?.versions === versions && known.controller === controller) return known.selector;
    const selector = defaultSelectorOf(pod, objects, owners);
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
    this.remembered.set(key, { versions, controller, selector });
    return selector;
  }

  private versions(): string {
    const { objects } = this;
    const services = `${objects.version('Service')}`;
    if (this.owners !== 'allMatching') return services;
    return [services, ...['ReplicationController', ...WORKLOADS].map((kind) => objects.version(kind))].join(' ');
  }
}
