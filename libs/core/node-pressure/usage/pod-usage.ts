import type { Container, ContainerStatus, Pod, PodStatus } from '@orrery/api-types';
import { quantityMilliValue, quantityValue } from '@orrery/quantity';
import { parseTimeMs } from '@orrery/time';
import type { ContainerStatistics, DiskUse, PodStatistics } from '../statistics/node-statistics';
import { valueAt, type Curve } from './curve';
import { ClippedCurve } from './curve-algebra';
import { parseCurve } from './parse-curve';
import { containerText, ContainerUsage, volumeAnnotation } from './usage-annotations';

/** A container as it runs, or ran. */
export interface ContainerRun {
  readonly spec: Container;
  readonly startedAtMs: number;
  /** Undefined while it runs. */
  readonly endedAtMs?: number;
  readonly curves: Readonly<Partial<Record<ContainerUsage, Curve>>>;
}

/** Usage of a pod, from its annotations. */
export interface PodUsage {
  readonly pod: Pod;
  readonly startedAtMs: number;
  /** Its running containers. */
  readonly running: readonly ContainerRun[];
  /** Containers that ended and are not removed yet: their writable layers and logs are still there. */
  readonly dead: readonly ContainerRun[];
  readonly volumes: readonly { readonly name: string; readonly bytes?: Curve; readonly inodes?: Curve }[];
}

/** Exact instants of starts, where the reader knows them better than the status does, which has whole seconds. */
export type ExactStarts = (container: string) => number | undefined;

/** Reads what a pod in this status uses. Curves that cannot be read count as nothing. */
export function podUsage(pod: Pod, status: PodStatus, exactStart?: ExactStarts, logBytes?: number): PodUsage {
  const startedAtMs = parseTimeMs(status.startTime as string | undefined) ?? 0;
  const running: ContainerRun[] = [];
  const dead: ContainerRun[] = [];
  const specs = [...(pod.spec.initContainers ?? []), ...pod.spec.containers];
  const statuses = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])];
  for (const each of statuses) {
    const spec = specs.find(({ name }) => name === each.name);
    if (spec) addRuns(each, { pod, spec, running, dead, exactStart, logBytes });
  }
  return { pod, startedAtMs, running, dead, volumes: volumeCurves(pod, startedAtMs) };
}

function addRuns(
  { name, state, lastState }: ContainerStatus,
  into: {
    pod: Pod;
    spec: Container;
    running: ContainerRun[];
    dead: ContainerRun[];
    exactStart: ExactStarts | undefined;
    logBytes: number | undefined;
  },
): void {
  const { pod, spec, running, dead, exactStart, logBytes } = into;
  if (state?.running) {
    const startedAtMs = exactStart?.(name) ?? parseTimeMs(state.running.startedAt as string | undefined) ?? 0;
    running.push({ spec, startedAtMs, curves: rotated(containerCurves(pod, spec, startedAtMs), logBytes) });
  }
  const ended = state?.terminated ?? lastState?.terminated;
  const endedAtMs = parseTimeMs(ended?.finishedAt as string | undefined);
  if (endedAtMs === undefined) return;
  const startedAtMs = parseTimeMs(ended?.startedAt as string | undefined) ?? endedAtMs;
  dead.push({ spec, startedAtMs, endedAtMs, curves: rotated(containerCurves(pod, spec, startedAtMs), logBytes) });
}

/** Logs are rotated: they take no more than what is kept. */
function rotated(curves: ContainerRun['curves'], logBytes: number | undefined): ContainerRun['curves'] {
  const logs = curves[ContainerUsage.Logs];
  if (!logs || logBytes === undefined) return curves;
  return { ...curves, [ContainerUsage.Logs]: new ClippedCurve(logs, { min: 0, max: logBytes }) };
}

function containerCurves(pod: Pod, spec: Container, originMs: number): ContainerRun['curves'] {
  const curves: Partial<Record<ContainerUsage, Curve>> = {};
  for (const name of Object.values(ContainerUsage)) {
    const text = containerText(pod.metadata.annotations, spec.name, name);
    const verdict = text === undefined ? undefined : parseCurve(text, containerContext(pod, spec, name, originMs));
    if (verdict?.ok) curves[name] = verdict.curve;
  }
  return curves;
}

/** Returns the meaning of the words in a container's curve. */
export function containerContext(
  pod: Pod,
  spec: Container,
  name: ContainerUsage,
  originMs: number,
): Parameters<typeof parseCurve>[1] {
  const isMilli = name === ContainerUsage.Cpu;
  const resource =
    name === ContainerUsage.Cpu ? 'cpu' : name === ContainerUsage.Memory ? 'memory' : 'ephemeral-storage';
  const unitsOf = (text: string | undefined): number | undefined =>
    text === undefined ? undefined : Number(isMilli ? quantityMilliValue(text) : quantityValue(text));
  const limit = unitsOf(spec.resources?.limits?.[resource]);
  const request = unitsOf(spec.resources?.requests?.[resource]) ?? limit;
  const podOriginMs = parseTimeMs(pod.status?.startTime as string | undefined);
  return {
    originMs,
    isMilli,
    bases: { request, limit },
    key: [pod.metadata.uid, spec.name, name],
    subject: { pod, container: spec },
    ...(podOriginMs === undefined ? {} : { podOriginMs }),
  };
}

function volumeCurves(pod: Pod, originMs: number): PodUsage['volumes'] {
  const curveOf = (volume: string, what: 'bytes' | 'inodes', limit: number | undefined): Curve | undefined => {
    const text = pod.metadata.annotations?.[volumeAnnotation(volume, what)];
    if (text === undefined) return undefined;
    const verdict = parseCurve(text, { originMs, bases: { limit }, key: [pod.metadata.uid, 'volume', volume, what] });
    return verdict.ok ? verdict.curve : undefined;
  };
  return (pod.spec.volumes ?? []).map(({ name, emptyDir }) => {
    const limit = emptyDir?.sizeLimit === undefined ? undefined : Number(quantityValue(emptyDir.sizeLimit));
    const bytes = curveOf(name, 'bytes', limit);
    const inodes = curveOf(name, 'inodes', undefined);
    return { name, ...(bytes ? { bytes } : {}), ...(inodes ? { inodes } : {}) };
  });
}

/** Times of a measurement: now for memory and processes, the last sample for disks. */
export interface Measuring {
  readonly nowMs: number;
  readonly diskMs: number;
  /** Maximum number of processes that a pod can have. */
  readonly podProcesses?: number | undefined;
}

/** Returns the usage of a pod at an instant. */
export function measurePod(
  { running, volumes }: PodUsage,
  { nowMs, diskMs, podProcesses = Infinity }: Measuring,
): PodStatistics {
  const containers = running.map(({ spec, curves }): Required<ContainerStatistics> => ({
    name: spec.name,
    memoryBytes: valueAt(curves[ContainerUsage.Memory], nowMs),
    ...layers(curves, diskMs),
  }));
  const processes = running.map(({ curves }) => valueAt(curves[ContainerUsage.Processes], nowMs));
  return {
    memoryBytes: containers.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
    processes: Math.min(
      podProcesses,
      processes.reduce((sum, count) => sum + count, 0),
    ),
    containers,
    volumes: volumes.map(({ name, bytes, inodes }) => ({
      name,
      bytes: valueAt(bytes, diskMs),
      inodes: valueAt(inodes, diskMs),
    })),
  };
}

/** Writable layer and logs of a container. */
export function layers(curves: ContainerRun['curves'], atMs: number): { rootfs: DiskUse; logs: DiskUse } {
  const use = (bytes: ContainerUsage, inodes: ContainerUsage): DiskUse => ({
    bytes: valueAt(curves[bytes], atMs),
    inodes: valueAt(curves[inodes], atMs),
  });
  return {
    rootfs: use(ContainerUsage.Rootfs, ContainerUsage.RootfsInodes),
    logs: use(ContainerUsage.Logs, ContainerUsage.LogsInodes),
  };
}
