import { registerEnumType } from '@nestjs/graphql';

export const PodPhase = {
  Pending: 'Pending',
  Running: 'Running',
  Succeeded: 'Succeeded',
  Failed: 'Failed',
  Unknown: 'Unknown',
} as const;
export type PodPhase = (typeof PodPhase)[keyof typeof PodPhase];

export const QosClass = { Guaranteed: 'Guaranteed', Burstable: 'Burstable', BestEffort: 'BestEffort' } as const;
export type QosClass = (typeof QosClass)[keyof typeof QosClass];

export const TaintEffect = {
  NoSchedule: 'NoSchedule',
  PreferNoSchedule: 'PreferNoSchedule',
  NoExecute: 'NoExecute',
} as const;
export type TaintEffect = (typeof TaintEffect)[keyof typeof TaintEffect];

export const TolerationOperator = { Equal: 'Equal', Exists: 'Exists', Lt: 'Lt', Gt: 'Gt' } as const;
export type TolerationOperator = (typeof TolerationOperator)[keyof typeof TolerationOperator];

export const RestartPolicy = { Always: 'Always', OnFailure: 'OnFailure', Never: 'Never' } as const;
export type RestartPolicy = (typeof RestartPolicy)[keyof typeof RestartPolicy];

registerEnumType(PodPhase, {
  name: 'PodPhase',
  description: 'Phase of a pod.',
  valuesMap: {
    Pending: { description: 'Not all containers have started.' },
    Running: { description: 'Bound to a node, with at least one running container.' },
    Succeeded: { description: 'All containers terminated successfully.' },
    Failed: { description: 'All containers terminated, at least one with a failure.' },
    Unknown: { description: 'The state is unknown because the node does not respond (old versions only).' },
  },
});
registerEnumType(QosClass, {
  name: 'QosClass',
  description: 'Quality of service class of a pod.',
  valuesMap: {
    Guaranteed: { description: 'Requests equal limits for every container.' },
    Burstable: { description: 'At least one request or limit is set.' },
    BestEffort: { description: 'No requests or limits are set.' },
  },
});
registerEnumType(TaintEffect, {
  name: 'TaintEffect',
  description: 'Effect of a taint on pods that do not tolerate it.',
  valuesMap: {
    NoSchedule: { description: 'Pods are not scheduled onto the node.' },
    PreferNoSchedule: { description: 'Pods are scheduled onto the node only if no other node is feasible.' },
    NoExecute: { description: 'Pods are not scheduled onto the node, and running ones are evicted.' },
  },
});
registerEnumType(TolerationOperator, {
  name: 'TolerationOperator',
  description: 'Relation of a toleration to the value of a taint.',
  valuesMap: {
    Equal: { description: 'Key and value are equal.' },
    Exists: { description: 'The key is equal, the value is ignored.' },
    Lt: { description: 'The value of the taint is a smaller number.' },
    Gt: { description: 'The value of the taint is a larger number.' },
  },
});
registerEnumType(RestartPolicy, {
  name: 'RestartPolicy',
  description: 'When a terminated container is restarted.',
  valuesMap: {
    Always: { description: 'Always.' },
    OnFailure: { description: 'After a failure.' },
    Never: { description: 'Never.' },
  },
});
