import {
  matchesLabelSelector,
  type KubeObject,
  type LabelSelector,
  type Node,
  type Pod,
  type ResourceList,
} from '@orrery/api-types';
import { readDocument } from '@orrery/documents';
import {
  allocatableOf,
  enforcementEvents,
  meterLimits,
  nodeCapacity,
  NodeFact,
  NodeMeter,
  overlay,
  podsMemoryLimitBytes,
  pressureSettings,
  readKubeletConfiguration,
  readPressureKnobs,
  resourceConfiguration,
  startRefusal,
  usageAnnotation,
  type EnforcementEvent,
  type KubeletConfiguration,
  type MeteredPod,
  type PressureBundle,
  type PressureSettings,
  type ResourceConfiguration,
} from '@orrery/node-pressure';
import { machineCapacity, NodeBehaviours, type NodeBehavior } from '@orrery/pod-lifecycle';
import { quantityValue } from '@orrery/quantity';
import { MACHINE_CONFIG } from '../settings/settings-schema';
import { NODE_BEHAVIOURS } from './behaviour-admission';
import { BUILT_IN_POOLS, isUntouched, KUBELET_CONFIGS, MACHINE_CONFIG_POOLS } from './built-in-pools';
import { renderPool, RolloutAnnotation, type RenderedPool } from './rendered-pools';

const ANNOTATION = usageAnnotation(NodeFact.KubeletConfiguration);
const CAPACITY = usageAnnotation(NodeFact.Capacity);

/** Default duration of a machine's reboot. */
const USUAL_REBOOT_MS = 60_000;

/** A KubeletConfiguration for a set of nodes, as a cluster's settings name it. */
export interface NodeSetConfiguration {
  /** Labels a node must have; all nodes if left out. */
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly configuration: unknown;
}

/** Source of a cluster's objects. */
export interface ObjectSource {
  list(resource: string): Iterable<KubeObject>;
}

/** Cluster settings about the resources of its nodes. */
export interface NodeResourceSettings {
  readonly bundle?: PressureBundle;
  /** Documents, as the schema of settings has them. */
  readonly pressure?: unknown;
  readonly kubeletConfigurations?: readonly NodeSetConfiguration[];
  readonly machineConfig?: unknown;
}

/** Effect of a configuration on a node. */
export interface ConfiguredNode {
  /** Resources that the node reports. */
  readonly resources: { readonly capacity: ResourceList; readonly allocatable: ResourceList };
  readonly configuration: ResourceConfiguration;
  /** Events that its kubelet records when it enforces these limits. */
  readonly updates: readonly EnforcementEvent[];
}

/** Kubelet configurations of a cluster: from its settings, its pools and single nodes; later ones win. */
export class NodeConfigurations {
  readonly settings: PressureSettings;
  readonly behaviours: NodeBehaviours;
  /** Roll-out of pool configurations to their nodes. */
  readonly rollOut: { readonly isInstant: boolean; readonly rebootMs: number };
  private readonly sets: readonly NodeSetConfiguration[];

  constructor(
    { bundle, pressure, kubeletConfigurations = [], machineConfig }: NodeResourceSettings,
    private readonly objects: () => ObjectSource,
    seed: string | number,
  ) {
    this.settings = pressureSettings(bundle, readPressureKnobs(pressure));
    this.sets = kubeletConfigurations;
    const { rollOut, rebootDuration = USUAL_REBOOT_MS } = readDocument(machineConfig ?? {}, MACHINE_CONFIG).value ?? {};
    this.rollOut = { isInstant: rollOut === 'instant', rebootMs: rebootDuration };
    this.behaviours = new NodeBehaviours(seed);
    this.readBehaviours();
  }

  /** Reads the NodeBehaviors again after a change. */
  readBehaviours(): void {
    this.behaviours.replace([...this.objects().list(NODE_BEHAVIOURS)] as NodeBehavior[]);
  }

  /** Returns the node with the changes of NodeBehaviors; the same object without any. */
  give(node: Node): Node {
    return this.behaviours.give(node);
  }

  /** Returns the effective configuration of a node. */
  of(node: Node): ResourceConfiguration {
    return resourceConfiguration(overlay(this.layersOf(this.give(node))), this.settings.defaultEvictionHard);
  }

  /** Returns the configured state of a node; undefined if no configuration selects it, so that its reported status counts. */
  configuredNode(plain: Node): ConfiguredNode | undefined {
    const node = this.give(plain);
    const layers = this.layersOf(node);
    if (layers.length === 0 && node.metadata.annotations?.[CAPACITY] === undefined) return undefined;
    const configuration = resourceConfiguration(overlay(layers), this.settings.defaultEvictionHard);
    const capacity = { ...machineOf(node), ...podCapacity(node, configuration) };
    const reservations = this.reservationsOf(configuration);
    const resources = { capacity, allocatable: allocatableOf(capacity, reservations) };
    return { resources, configuration, updates: enforcementEvents(capacity, reservations) };
  }

  /** Returns why the kubelet of a node does not start; undefined if it does. */
  refusalOf(plain: Node): string | undefined {
    const node = this.give(plain);
    const { swapBytes } = nodeCapacity(node);
    const { overReservation } = this.settings;
    if (swapBytes === 0 && overReservation === 'clamp') return undefined;
    const configuration = resourceConfiguration(overlay(this.layersOf(node)), this.settings.defaultEvictionHard);
    return startRefusal({ capacity: machineOf(node), swapBytes }, this.reservationsOf(configuration), overReservation);
  }

  /** Hard thresholds are a reservation, too, unless the node or the cluster is configured otherwise. */
  private reservationsOf(configuration: ResourceConfiguration): ResourceConfiguration {
    const isWithheld = configuration.withholdsHardEviction ?? this.settings.withholdHardEviction;
    return isWithheld ? configuration : { ...configuration, thresholds: [] };
  }

  /** Measures a node as it is known from its objects. */
  meter(node: Node, pods: readonly Pod[]): NodeMeter {
    const given = this.give(node);
    return new NodeMeter({
      node: given,
      limits: meterLimits(this.of(node), nodeCapacity(given)),
      pods: pods.map((pod): MeteredPod => ({ pod, status: pod.status ?? {} })),
      imageBytes: (node.status.images ?? []).reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0),
      podsMemoryLimitBytes: podsMemoryLimitBytes(node.status.capacity ?? {}, this.of(node)),
      volumesFreedOn: this.settings.volumesFreedOn,
    });
  }

  /** The MachineConfigPool that a node belongs to, by name. */
  poolOf({ metadata }: Node): string | undefined {
    return poolOf(metadata.labels ?? {}, [...this.objects().list(MACHINE_CONFIG_POOLS)])?.metadata.name;
  }

  /**
   * Returns true if there is, or was, a configuration to roll out to the nodes of pools. Otherwise nodes that are added
   * or removed cost nothing: a large cluster would be counted repeatedly.
   */
  arePoolsInUse(): boolean {
    const objects = this.objects();
    for (const _ of objects.list(KUBELET_CONFIGS)) return true;
    for (const pool of objects.list(MACHINE_CONFIG_POOLS)) if (!isUntouched(pool)) return true;
    return false;
  }

  /** Returns whether a KubeletConfig selects a pool. */
  hasPool(config: KubeObject): boolean {
    return [...this.objects().list(MACHINE_CONFIG_POOLS)].some((pool) => selectsPool(config, pool));
  }

  /** Returns the pools with their nodes, and the desired configurations of these. */
  renderedPools(): RenderedPool[] {
    const nodes = new Map<string, Node[]>();
    for (const object of this.objects().list('nodes')) {
      const node = object as Node;
      const pool = this.poolOf(node);
      if (pool !== undefined) nodes.set(pool, [...(nodes.get(pool) ?? []), node]);
    }
    return [...this.objects().list(MACHINE_CONFIG_POOLS)].map((pool) => {
      const configs = this.configsOf(pool);
      const configurations = overlay(readable(configs.map((config) => specOf(config)['kubeletConfig'])));
      return renderPool(pool, { configurations, configs, nodes: nodes.get(pool.metadata.name) ?? [] });
    });
  }

  private layersOf({ metadata }: Node): KubeletConfiguration[] {
    const labels = metadata.labels ?? {};
    const ofSets = this.sets
      .filter(({ nodeSelector = {} }) => Object.entries(nodeSelector).every(([key, value]) => labels[key] === value))
      .map(({ configuration }) => configuration);
    const ofPool = this.rollOut.isInstant
      ? this.ofPool(labels)
      : [parseJson(metadata.annotations?.[RolloutAnnotation.Configuration])];
    return readable([...ofSets, ...ofPool, parseJson(metadata.annotations?.[ANNOTATION])]);
  }

  private ofPool(labels: Readonly<Record<string, string>>): unknown[] {
    const pool = poolOf(labels, [...this.objects().list(MACHINE_CONFIG_POOLS)]);
    return pool ? this.configsOf(pool).map((config) => specOf(config)['kubeletConfig']) : [];
  }

  /** The KubeletConfigs that select a pool, in the order in which they count. */
  private configsOf(pool: KubeObject): KubeObject[] {
    return [...this.objects().list(KUBELET_CONFIGS)].filter((config) => selectsPool(config, pool)).sort(byCreation);
  }
}

/** Returns the configurations with which a kubelet can start. */
function readable(documents: readonly unknown[]): KubeletConfiguration[] {
  return documents.flatMap((document) => {
    const verdict = document === undefined ? undefined : readKubeletConfiguration(document);
    return verdict?.ok ? [verdict.configuration] : [];
  });
}

/** A node belongs to the first custom pool that selects it, or else to master or worker. */
function poolOf(labels: Readonly<Record<string, string>>, pools: readonly KubeObject[]): KubeObject | undefined {
  const selecting = pools.filter((pool) => selects(specOf(pool)['nodeSelector'], labels));
  const named = (name: string): KubeObject | undefined => selecting.find(({ metadata }) => metadata.name === name);
  const custom = selecting.filter(({ metadata }) => !BUILT_IN_POOLS.includes(metadata.name));
  return custom.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))[0] ?? named('master') ?? named('worker');
}

function selectsPool(config: KubeObject, pool: KubeObject): boolean {
  return selects(specOf(config)['machineConfigPoolSelector'], pool.metadata.labels ?? {});
}

/** Neither no selector nor an empty one selects anything, as in the machine config operator. */
function selects(selector: unknown, labels: Readonly<Record<string, string>>): boolean {
  const { matchLabels = {}, matchExpressions = [] } = (selector ?? {}) as LabelSelector;
  const isEmpty = Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;
  return !isEmpty && matchesLabelSelector(selector as LabelSelector, labels);
}

function specOf(object: KubeObject): Readonly<Record<string, unknown>> {
  return (object['spec'] ?? {}) as Record<string, unknown>;
}

function byCreation({ metadata: a }: KubeObject, { metadata: b }: KubeObject): number {
  if (a.creationTimestamp !== b.creationTimestamp) return a.creationTimestamp < b.creationTimestamp ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}

function podCapacity(node: Node, { maxPods, podsPerCore }: ResourceConfiguration): Record<string, string> {
  if (maxPods === undefined && podsPerCore === 0) return {};
  const most = maxPods ?? Number(quantityValue(node.status.capacity?.['pods'] ?? '110'));
  const cores = Number(quantityValue(node.status.capacity?.['cpu'] ?? '0'));
  return { pods: String(podsPerCore > 0 ? Math.min(cores * podsPerCore, most) : most) };
}

/** Returns the capacity of the machine under a node. */
function machineOf(node: Node): ResourceList {
  const machine = parseJson(node.metadata.annotations?.[CAPACITY]) as ResourceList | undefined;
  return { ...machineCapacity(node), ...texts(machine) };
}

/** Quantities may be written as numbers. */
function texts(list: ResourceList | undefined): ResourceList {
  return Object.fromEntries(Object.entries(list ?? {}).map(([name, value]) => [name, String(value)]));
}

/** Returns undefined for a text that is not valid JSON: a kubelet that cannot read its file keeps its current configuration. */
function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
