import type { Node } from '@orrery/api-types';
import { parseDurationMs, parseTimeMs } from '@orrery/time';
import type { NodeDevices } from '../devices/node-devices';
import { hogAnnotations, parseHogAmount } from '../faults/hogs';
import { AnnotatedBehaviours, type AnnotatedBehaviour } from './annotated-behaviours';
import { metadataConditions, type MetadataSelector } from './metadata-conditions';
import { curveText, type UsageCurve } from './container-behaviour';

/** Behaviour of simulated nodes, as in the kind NodeBehavior (`sim.orrery.dev/v1`, spec nodes F12). */
export interface NodeBehavior {
  readonly metadata: { readonly name: string; readonly creationTimestamp?: string };
  readonly spec?: NodeBehaviorSpec;
}

interface NodeBehaviorSpec {
  /** The highest that matches counts; 0 by default. */
  readonly priority?: number;
  readonly selector?: NodeBehaviorSelector;
  /** Resources of the machine; resources that are left out stay as they are registered. */
  readonly capacity?: Readonly<Record<string, string | number>>;
  readonly filesystems?: { readonly nodefs?: FilesystemSpec; readonly imagefs?: FilesystemSpec };
  readonly maxProcesses?: number;
  /** Devices that drivers publish for the node. */
  readonly devices?: readonly NodeDevices[];
  /** Usage of all programs outside of pods that are not named here. */
  readonly usage?: Readonly<Record<string, UsageCurve>>;
  /** Usage of the kubelet, the runtime and other system daemons. */
  readonly daemons?: Readonly<Record<string, Readonly<Record<string, UsageCurve>>>>;
  readonly registry?: { readonly latency?: string; readonly bandwidth?: string | number };
  readonly heartbeats?: { readonly jitter?: number };
  readonly boot?: { readonly delay?: string };
  /** A KubeletConfiguration. */
  readonly configuration?: unknown;
  readonly faults?: readonly DeclaredFaultSpec[];
}

interface FilesystemSpec {
  readonly capacity?: string | number;
  readonly inodes?: number;
  readonly usage?: UsageCurve;
  readonly inodesUsage?: UsageCurve;
}

/** Conditions that must all hold; without any, every node matches. Names may have `*`. */
interface NodeBehaviorSelector extends MetadataSelector {
  readonly probability?: number;
  readonly weight?: number;
}

interface DeclaredFaultSpec {
  /** As the API names kinds: `POWER_OFF`. */
  readonly kind: string;
  /** An instant of cluster time, or a delay after the creation of both node and behaviour. */
  readonly at?: string;
  readonly after?: string;
  readonly for?: string;
  readonly factor?: number;
  readonly latency?: string;
  /** Amount that a hog takes: `6Gi`, `200`, `80%`. */
  readonly amount?: string | number;
}

/** A fault that a behaviour declares for a node. */
export interface DeclaredFault {
  readonly kind: string;
  readonly sinceMs: number;
  readonly untilMs: number | undefined;
  readonly amount: number | undefined;
}

/** Resources that a daemon uses, with the annotations for them. */
export const DAEMON_KEYWORDS: Readonly<Record<string, string>> = {
  cpu: 'usage-cpu',
  /** The working set. */
  memory: 'usage-memory',
  memoryUsage: 'usage-memory-total',
  memoryRss: 'usage-memory-rss',
  pids: 'usage-processes',
};
/** The daemons that a node's summary names. */
export const DAEMONS = ['kubelet', 'runtime', 'misc'];

interface Compiled extends AnnotatedBehaviour<Node> {
  readonly createdAtMs: number;
  readonly faults: readonly DeclaredFaultSpec[];
}

/** Selects the behaviour of each node. */
export class NodeBehaviours extends AnnotatedBehaviours<Node, Compiled> {
  /** @param seed of the cluster: the same nodes behave the same in each run. */
  constructor(seed: string | number = '') {
    super(seed, ({ metadata }) => metadata.name);
  }

  replace(behaviours: readonly NodeBehavior[]): void {
    this.takeAll(behaviours.map(compile));
  }

  override give(node: Node): Node {
    const given = super.give(node);
    const hogs = hogAnnotations(this.faultsOf(node));
    if (Object.keys(hogs).length === 0) return given;
    return { ...given, metadata: { ...given.metadata, annotations: { ...hogs, ...given.metadata.annotations } } };
  }

  /** Returns the faults that a node's behaviour schedules, with their times. */
  faultsOf(node: Node): DeclaredFault[] {
    const found = this.behaviourOf(node);
    if (!found) return [];
    const originMs = Math.max(found.createdAtMs, parseTimeMs(node.metadata.creationTimestamp) ?? 0);
    return found.faults.map(({ kind, at, after, for: lasts, factor, latency, amount }) => {
      const sinceMs = (at === undefined ? undefined : parseTimeMs(at)) ?? originMs + durationMs(after, 0)!;
      const lastsMs = durationMs(lasts, undefined);
      return {
        kind: kind.toLowerCase().replaceAll('_', '-'),
        sinceMs,
        untilMs: lastsMs === undefined ? undefined : sinceMs + lastsMs,
        amount:
          factor ??
          durationMs(latency, undefined) ??
          (amount === undefined ? undefined : parseHogAmount(String(amount))),
      };
    });
  }
}

function durationMs(text: string | undefined, otherwise: number | undefined): number | undefined {
  return text === undefined ? otherwise : (parseDurationMs(text) ?? otherwise);
}

function compile({ metadata, spec = {} }: NodeBehavior): Compiled {
  const { priority = 0, selector = {}, faults = [] } = spec;
  const { probability = 1, weight } = selector;
  const annotations = Object.entries(annotationsOf(spec, metadata.creationTimestamp)).map(
    ([word, text]) => [`orrery.dev/${word}`, text] as const,
  );
  return {
    name: metadata.name,
    priority,
    conditions: metadataConditions(selector),
    annotations: Object.fromEntries(annotations.filter(([, text]) => text !== undefined)) as Record<string, string>,
    createdAtMs: parseTimeMs(metadata.creationTimestamp) ?? 0,
    faults,
    probability,
    weight,
  };
}

/** Returns the annotations that give a node this behaviour, without the common prefix. */
function annotationsOf(spec: NodeBehaviorSpec, scenarioTime: string | undefined): Record<string, string | undefined> {
  const { nodefs, imagefs } = spec.filesystems ?? {};
  const capacity = {
    ...spec.capacity,
    ...(nodefs?.capacity === undefined ? {} : { 'ephemeral-storage': nodefs.capacity }),
  };
  const curve = (given: UsageCurve | undefined): string | undefined =>
    given === undefined ? undefined : curveText(given, scenarioTime);
  const words: Record<string, string | undefined> = {
    capacity: Object.keys(capacity).length > 0 ? JSON.stringify(capacity) : undefined,
    imagefs: imagefs?.capacity?.toString(),
    ...filesystemFields('nodefs', nodefs, curve),
    ...filesystemFields('imagefs', imagefs, curve),
    'max-processes': spec.maxProcesses?.toString(),
    devices: spec.devices && JSON.stringify(spec.devices),
    registry: spec.registry && JSON.stringify(spec.registry),
    'heartbeat-jitter': spec.heartbeats?.jitter?.toString(),
    'boot-delay': spec.boot?.delay,
    'kubelet-configuration': spec.configuration === undefined ? undefined : JSON.stringify(spec.configuration),
  };
  for (const [resource, given] of Object.entries(spec.usage ?? {})) words[DAEMON_KEYWORDS[resource]!] = curve(given);
  for (const [daemon, usage] of Object.entries(spec.daemons ?? {})) {
    for (const [resource, given] of Object.entries(usage)) {
      words[`${daemon}.${DAEMON_KEYWORDS[resource]!}`] = curve(given);
    }
  }
  return words;
}

function filesystemFields(
  name: string,
  given: FilesystemSpec | undefined,
  curve: (given: UsageCurve | undefined) => string | undefined,
): Record<string, string | undefined> {
  return {
    [`${name}-inodes`]: given?.inodes?.toString(),
    [`usage-${name}`]: curve(given?.usage),
    [`usage-${name}-inodes`]: curve(given?.inodesUsage),
  };
}
