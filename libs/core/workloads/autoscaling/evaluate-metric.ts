import type { Pod } from '@orrery/api-types';
import { formatQuantity, QuantityFormat, quantityMilliValue } from '@orrery/quantity';
import type { MetricSpec, MetricStatus, MetricTarget, MetricValueStatus } from 'kubernetes-types/autoscaling/v2';
import type { MetricSample } from './metric-samples';
import { MetricError, proposeReplicas, type Proposal } from './resource-proposal';

/** Reads what pods use now; of one container if it is named. Samples by the names of pods. */
export type MetricSource = (
  pods: readonly Pod[],
  metric: { readonly resource: string; readonly container?: string | undefined },
) => ReadonlyMap<string, MetricSample>;

export interface MetricInput {
  readonly pods: readonly Pod[];
  readonly currentReplicas: number;
  readonly samples: MetricSource;
  readonly nowMs: number;
}

/** Number of pods that a metric proposes. */
export interface MetricProposal {
  readonly kind: 'proposal';
  readonly replicas: number;
  /** Name in events and conditions. */
  readonly name: string;
  readonly status: MetricStatus;
}

/** Failure of a metric: the reason and message of events and of the condition ScalingActive. */
export interface MetricFailure {
  readonly kind: 'failure';
  readonly reason: string;
  readonly message: string;
}

const NANOS_PER_MILLI = 1_000_000n;

/**
 * Returns the proposal of one metric. Cpu and memory of pods and of their containers are simulated; nothing serves
 * metrics of applications, so the other types fail as on a cluster without an adapter for them.
 */
export function evaluateMetric(metric: MetricSpec, input: MetricInput): MetricProposal | MetricFailure {
  switch (metric.type) {
    case 'Resource':
      return ofResource(metric.resource!, input);
    case 'ContainerResource':
      return ofResource(metric.containerResource!, input);
    case 'Pods': {
      const { name } = metric.pods!.metric;
      return failure('FailedGetPodsMetric', `unable to get metric ${name}: ${NO_CUSTOM_METRICS}`);
    }
    case 'Object': {
      const { name } = metric.object!.metric;
      const { kind, name: described } = metric.object!.describedObject;
      const message = `unable to get metric ${name}: ${kind} on ${described} ${NO_CUSTOM_METRICS}`;
      return failure('FailedGetObjectMetric', message);
    }
    default: {
      const name = metric.external?.metric.name ?? '';
      return failure('FailedGetExternalMetric', `unable to get external metric ${name}: ${NO_EXTERNAL_METRICS}`);
    }
  }
}

const NO_CUSTOM_METRICS =
  'unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered';
const NO_EXTERNAL_METRICS =
  'unable to fetch metrics from external metrics API: the server could not find the requested resource';

interface ResourceSource {
  readonly name: string;
  readonly container?: string;
  readonly target: MetricTarget;
}

function ofResource({ name, container, target }: ResourceSource, input: MetricInput): MetricProposal | MetricFailure {
  const isValue = target.averageValue !== undefined;
  const wanted = {
    resource: name,
    container,
    ...(isValue
      ? { averageMilliValue: Number(quantityMilliValue(target.averageValue!)) }
      : { averageUtilization: target.averageUtilization }),
  };
  try {
    const samples = input.samples(input.pods, wanted);
    const proposal = proposeReplicas(wanted, { ...input, samples });
    const label = isValue ? `${name} resource` : `${name} resource utilization (percentage of request)`;
    const current = currentValue(proposal);
    const status: MetricStatus =
      container === undefined
        ? { type: 'Resource', resource: { name, current } }
        : { type: 'ContainerResource', containerResource: { name, container, current } };
    return { kind: 'proposal', replicas: proposal.replicas, name: label, status };
  } catch (error) {
    if (!(error instanceof MetricError)) throw error;
    const reason = container === undefined ? 'FailedGetResourceMetric' : 'FailedGetContainerResourceMetric';
    return failure(reason, `failed to get ${name} ${isValue ? 'usage' : 'utilization'}: ${error.message}`);
  }
}

function currentValue({ utilization, averageMilliValue }: Proposal): MetricValueStatus {
  const averageValue = formatQuantity({
    nanos: BigInt(averageMilliValue) * NANOS_PER_MILLI,
    format: QuantityFormat.DecimalSI,
  });
  return utilization === undefined ? { averageValue } : { averageUtilization: utilization, averageValue };
}

function failure(reason: string, message: string): MetricFailure {
  return { kind: 'failure', reason, message };
}
