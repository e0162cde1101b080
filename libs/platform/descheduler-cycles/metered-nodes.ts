import { Kinds, isTerminalPhase, type KubeObject } from '@orrery/api-types';
import type { Amounts } from '@orrery/descheduling';
import { NodeUsage, valueAt, type NodeMeter } from '@orrery/node-pressure';
import type { PodBehaviours } from '@orrery/pod-lifecycle';
import type { DeschedulingPorts } from './descheduling-ports';
import {
  NODE_BEHAVIOURS,
  KUBELET_CONFIGS,
  MACHINE_CONFIG_POOLS,
  NodeConfigurations,
  type NodeResourceSettings,
  POD_BEHAVIOUR_KINDS,
  podBehavioursOf,
  readPodBehaviours,
} from '@orrery/control-plane';

/** Inputs of a node's meter. */
interface KnownMeter {
  readonly node: KubeObject;
  readonly pods: readonly KubeObject[];
  readonly meter: NodeMeter;
}

const BYTES_PER_KI = 1024;
/** Kinds of objects that configure the usage of nodes and pods. */
const CONFIGURING = [...POD_BEHAVIOUR_KINDS, NODE_BEHAVIOURS, KUBELET_CONFIGS, MACHINE_CONFIG_POOLS];

/**
 * Current usage of a cluster's nodes and pods, as `metrics.k8s.io` returns it: cpu in thousandths of a core, memory in
 * bytes. The meter of a node is kept while neither it nor its pods change.
 */
export class MeteredNodes {
  private readonly meters = new Map<string, KnownMeter>();
  private madeFrom: readonly unknown[] = [];
  private configurations!: NodeConfigurations;
  private behaviours!: PodBehaviours;

  constructor(private readonly cluster: DeschedulingPorts) {}

  /** Returns the usage of a node; undefined if it does not exist. */
  nodeUsage(name: string): Amounts | undefined {
    const meter = this.meterOf(name);
    if (!meter) return undefined;
    const nowMs = this.cluster.clock.now();
    const total = {
      cpu: valueAt(meter.daemons[NodeUsage.Cpu], nowMs),
      memory: valueAt(meter.daemons[NodeUsage.Memory], nowMs),
    };
    for (const { running } of meter.usages) addUsage(total, running, nowMs);
    return inUnits(total);
  }

  /** The sum over the containers of a pod; undefined if it does not run. */
  podUsage(namespace: string, name: string): Amounts | undefined {
    const pod = this.cluster.cache.get(Kinds.Pod, namespace, name);
    if (!pod?.status?.startTime || isTerminalPhase(pod.status.phase)) return undefined;
    const meter = this.meterOf(pod.spec.nodeName ?? '');
    const usage = meter?.usages.find((each) => each.pod.metadata.uid === pod.metadata.uid);
    return usage && inUnits(addUsage({ cpu: 0, memory: 0 }, usage.running, this.cluster.clock.now()));
  }

  private meterOf(name: string): NodeMeter | undefined {
    this.refresh();
    const { cache } = this.cluster;
    const node = cache.get(Kinds.Node, '', name);
    if (!node) return undefined;
    const pods = cache.podsOn(name);
    const known = this.meters.get(name);
    if (known?.node === node && areSame(known.pods, pods)) return known.meter;
    const meter = this.configurations.meter(
      node,
      pods.map((pod) => this.behaviours.give(pod)),
    );
    this.meters.set(name, { node, pods, meter });
    return meter;
  }

  /** Starts over when what configures nodes and pods has changed. */
  private refresh(): void {
    const { settings, cache, seed } = this.cluster;
    const from = [settings, ...CONFIGURING.flatMap((resource) => [...cache.list(resource)])];
    if (this.madeFrom.length > 0 && areSame(this.madeFrom, from)) return;
    this.madeFrom = from;
    this.meters.clear();
    this.configurations = new NodeConfigurations(
      settings as NodeResourceSettings,
      () => this.cluster.cache,
      this.cluster.seed,
    );
    this.behaviours = podBehavioursOf(seed, () => this.cluster.cache);
    readPodBehaviours(this.behaviours, cache);
  }
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((each, i) => each === others[i]);
}

type Running = NodeMeter['usages'][number]['running'];

interface Usage {
  cpu: number;
  memory: number;
}

function addUsage(total: Usage, running: Running, nowMs: number): Usage {
  for (const { curves } of running) {
    total.cpu += valueAt(curves['usage-cpu'], nowMs);
    total.memory += valueAt(curves['usage-memory'], nowMs);
  }
  return total;
}

/** The metrics API reports memory in whole kibibytes. */
function inUnits({ cpu, memory }: Usage): Amounts {
  return { cpu, memory: Math.ceil(memory / BYTES_PER_KI) * BYTES_PER_KI };
}
