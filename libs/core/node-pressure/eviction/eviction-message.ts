import type { Container, Pod } from '@orrery/api-types';
import { canonicalQuantity, formatQuantity, parseQuantity, QuantityFormat } from '@orrery/quantity';
import { unitsOf } from '../pod-amounts';
import { signalMeaning, type StarvedResource } from '../signals';
import type { ContainerStatistics, PodStatistics } from '../statistics/node-statistics';
import type { Observations } from '../statistics/observations';
import { resolveAmount, type Threshold } from '../thresholds/threshold';

/** Text and annotations of an eviction's event. */
export interface EvictionTexts {
  readonly message: string;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Data that explains an eviction. */
export interface EvictionCause {
  readonly resource: StarvedResource;
  readonly version: 1 | 2;
  /** The thresholds that are acted on. */
  readonly thresholds: readonly Threshold[];
  readonly observations: Observations;
}

/** Explains why a pod has to go (spec nodes E9). A pod that was not measured has no annotations. */
export function evictionTexts(pod: Pod, statistics: PodStatistics | undefined, cause: EvictionCause): EvictionTexts {
  const { resource, version } = cause;
  let message = `The node was low on resource: ${resource}. `;
  if (version === 2) message += thresholdSentence(cause);
  if (!statistics) return { message, annotations: {} };
  const offenders: string[] = [];
  const usages: string[] = [];
  const containers = containersByName(pod, version);
  for (const each of statistics.containers) {
    const container = containers.get(each.name);
    const used = container && containerUsage(each, resource);
    if (!container || used === undefined) continue;
    const request = container.resources?.requests?.[resource];
    if (used <= (request === undefined ? 0 : unitsOf(parseQuantity(request)))) continue;
    const usage = binary(used);
    const asked = request === undefined ? '0' : canonicalQuantity(request);
    message +=
      version === 1
        ? `Container ${each.name} was using ${usage}, which exceeds its request of ${asked}. `
        : `Container ${each.name} was using ${usage}, request is ${asked}, has larger consumption of ${resource}. `;
    offenders.push(each.name);
    usages.push(usage);
  }
  return {
    message,
    annotations: {
      offending_containers: offenders.join(','),
      offending_containers_usage: usages.join(','),
      starved_resource: resource,
    },
  };
}

function containersByName({ spec }: Pod, version: 1 | 2): Map<string, Container> {
  const sidecars = (spec.initContainers ?? []).filter(
    (container) => (container as { restartPolicy?: string }).restartPolicy === 'Always',
  );
  return new Map([...(version === 2 ? sidecars : []), ...spec.containers].map((each) => [each.name, each]));
}

function containerUsage(each: ContainerStatistics, resource: StarvedResource): number | undefined {
  if (resource === 'memory') return each.memoryBytes;
  if (resource === 'ephemeral-storage' && each.rootfs && each.logs) return each.rootfs.bytes + each.logs.bytes;
  return undefined;
}

function thresholdSentence({ resource, thresholds, observations }: EvictionCause): string {
  const met = thresholds.find(({ signal }) => signalMeaning(signal).resource === resource && observations.has(signal));
  if (!met) return '';
  const { available, capacity } = observations.get(met.signal)!;
  const print = resource === 'memory' || resource === 'ephemeral-storage' ? binary : decimal;
  const quantity = 'text' in met.value ? met.value.text : binary(resolveAmount(met.value, capacity));
  return `Threshold quantity: ${quantity}, available: ${print(available)}. `;
}

function binary(amount: number): string {
  return formatQuantity({ nanos: BigInt(amount) * 1_000_000_000n, format: QuantityFormat.BinarySI });
}

function decimal(amount: number): string {
  return formatQuantity({ nanos: BigInt(amount) * 1_000_000_000n, format: QuantityFormat.DecimalSI });
}
