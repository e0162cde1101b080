import type { Pod } from '@orrery/api-types';
import { quantityMilliValue } from '@orrery/quantity';
import { groupPods, type MetricSample, type MetricSamples } from './metric-samples';

/** Less than this share away from the target nothing is done. */
const TOLERANCE = 0.1;

/** A metric of a resource of pods, and what is aimed at: one of the two targets. */
export interface ResourceTarget {
  readonly resource: string;
  /** Name of one container of each pod, instead of all. */
  readonly container?: string | undefined;
  /** Usage in percent of the requested amount. */
  readonly averageUtilization?: number | undefined;
  /** Thousandths of the resource's unit, for each pod. */
  readonly averageMilliValue?: number | undefined;
}

/** Number of pods that one metric proposes, with its measurements. */
export interface Proposal {
  readonly replicas: number;
  /** Usage in percent of the requested amount; undefined for a target that is a value. */
  readonly utilization?: number | undefined;
  /** Average of the pods, in thousandths of the resource's unit. */
  readonly averageMilliValue: number;
}

export interface ProposalInput {
  readonly pods: readonly Pod[];
  readonly samples: ReadonlyMap<string, MetricSample>;
  readonly currentReplicas: number;
  readonly nowMs: number;
}

/** The reason why a metric gives no number of pods; the message is for users. */
export class MetricError extends Error {}

interface Ratio {
  /** Measured by aimed at. */
  readonly ratio: number;
  readonly utilization?: number;
  readonly averageMilliValue: number;
}

/**
 * Returns the number of pods that a resource metric proposes (`GetResourceReplicas` and `GetRawResourceReplicas`
 * upstream). Throws a {@link MetricError} without enough measurements.
 */
export function proposeReplicas(target: ResourceTarget, input: ProposalInput): Proposal {
  const { pods, currentReplicas, nowMs } = input;
  if (input.samples.size === 0) {
    throw new MetricError(
      `unable to get metrics for resource ${target.resource}: no metrics returned from resource metrics API`,
    );
  }
  if (pods.length === 0) throw new MetricError('no pods returned by selector while calculating replica count');
  const samples: MetricSamples = new Map(input.samples);
  const { readyCount, unready, missing, ignored } = groupPods(pods, samples, { resource: target.resource, nowMs });
  for (const name of [...unready, ...ignored]) samples.delete(name);
  if (samples.size === 0) {
    throw new MetricError('did not receive metrics for targeted pods (pods might be unready)');
  }
  const requests = target.averageUtilization === undefined ? undefined : requestsOf(pods, target);
  const measured = ratioOf(samples, requests, target);
  const found = { utilization: measured.utilization, averageMilliValue: measured.averageMilliValue };
  const countsUnready = unready.size > 0 && measured.ratio > 1;
  if (!countsUnready && missing.size === 0) {
    const replicas = isWithinTolerance(measured.ratio) ? currentReplicas : up(measured.ratio * readyCount);
    return { replicas, ...found };
  }
  addUnmeasured(samples, { missing, unready: countsUnready ? unready : new Set(), ratio: measured.ratio }, (name) =>
    fallbackOf(name, requests, target),
  );
  const { ratio } = ratioOf(samples, requests, target);
  const turns = (measured.ratio < 1 && ratio > 1) || (measured.ratio > 1 && ratio < 1);
  if (isWithinTolerance(ratio) || turns) return { replicas: currentReplicas, ...found };
  const replicas = up(ratio * samples.size);
  const goesBack = (ratio < 1 && replicas > currentReplicas) || (ratio > 1 && replicas < currentReplicas);
  return { replicas: goesBack ? currentReplicas : replicas, ...found };
}

/** Pods without a sample are assumed to use all they may when the target shrinks, and nothing when it grows. */
function addUnmeasured(
  samples: MetricSamples,
  { missing, unready, ratio }: { missing: ReadonlySet<string>; unready: ReadonlySet<string>; ratio: number },
  fallback: (name: string) => number,
): void {
  const sample = (milliValue: number): MetricSample => ({ milliValue, measuredAtMs: 0, windowMs: 0 });
  if (ratio < 1) for (const name of missing) samples.set(name, sample(fallback(name)));
  if (ratio > 1) for (const name of missing) samples.set(name, sample(0));
  for (const name of unready) samples.set(name, sample(0));
}

function fallbackOf(name: string, requests: ReadonlyMap<string, number> | undefined, target: ResourceTarget): number {
  if (!requests) return target.averageMilliValue!;
  return Math.trunc(((requests.get(name) ?? 0) * Math.max(100, target.averageUtilization!)) / 100);
}

function ratioOf(
  samples: MetricSamples,
  requests: ReadonlyMap<string, number> | undefined,
  target: ResourceTarget,
): Ratio {
  return requests ? utilizationRatio(samples, requests, target.averageUtilization!) : valueRatio(samples, target);
}

function utilizationRatio(
  samples: MetricSamples,
  requests: ReadonlyMap<string, number>,
  averageUtilization: number,
): Ratio {
  let [used, requested, count] = [0, 0, 0];
  for (const [name, { milliValue }] of samples) {
    const request = requests.get(name);
    if (request === undefined) continue;
    used += milliValue;
    requested += request;
    count++;
  }
  if (requested === 0) throw new MetricError('no metrics returned matched known pods');
  const utilization = Math.trunc((used * 100) / requested);
  return { ratio: utilization / averageUtilization, utilization, averageMilliValue: Math.trunc(used / count) };
}

function valueRatio(samples: MetricSamples, { averageMilliValue }: ResourceTarget): Ratio {
  let used = 0;
  for (const { milliValue } of samples.values()) used += milliValue;
  const average = Math.trunc(used / samples.size);
  return { ratio: average / averageMilliValue!, averageMilliValue: average };
}

/** Returns the requests of each pod, in thousandths; every container must request the resource. */
function requestsOf(pods: readonly Pod[], { resource, container }: ResourceTarget): Map<string, number> {
  const requests = new Map<string, number>();
  for (const { metadata, spec } of pods) {
    const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
    let sum = 0;
    for (const { name, resources } of [...spec.containers, ...sidecars]) {
      if (container !== undefined && container !== name) continue;
      const request = resources?.requests?.[resource];
      if (request === undefined) {
        throw new MetricError(`missing request for ${resource} in container ${name} of Pod ${metadata.name}`);
      }
      sum += Number(quantityMilliValue(request));
    }
    requests.set(metadata.name, sum);
  }
  return requests;
}

function isWithinTolerance(ratio: number): boolean {
  return Math.abs(1 - ratio) <= TOLERANCE;
}

function up(count: number): number {
  return Math.ceil(count);
}
