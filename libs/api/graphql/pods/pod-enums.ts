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
  description: 'Where a pod is in its life.',
  valuesMap: {
    Pending: { description: 'Not all containers have started yet.' },
    Running: { description: 'On a node, with a container that runs.' },
    Succeeded: { description: 'All containers ended well and stay so.' },
    Failed: { description: 'All containers ended, one of them badly.' },
    Unknown: { description: 'The node does not answer (of old versions only).' },
  },
});
registerEnumType(QosClass, {
  name: 'QosClass',
  description: 'How safe a pod is when its node runs out of memory.',
  valuesMap: {
    Guaranteed: { description: 'Limits equal to requests for every container.' },
    Burstable: { description: 'Some requests or limits.' },
    BestEffort: { description: 'None.' },
  },
});
registerEnumType(TaintEffect, {
  name: 'TaintEffect',
  description: 'What a taint does to pods that do not tolerate it.',
  valuesMap: {
    NoSchedule: { description: 'They are not placed on the node.' },
    PreferNoSchedule: { description: 'They are placed on the node only if no other will do.' },
    NoExecute: { description: 'They are not placed there, and leave the node if they are there.' },
  },
});
registerEnumType(TolerationOperator, {
  name: 'TolerationOperator',
  description: 'How a toleration compares a taint’s value.',
  valuesMap: {
    Equal: { description: 'Key and value are the same.' },
    Exists: { description: 'The key is the same, whatever the value.' },
    Lt: { description: 'The taint’s value is a smaller number.' },
    Gt: { description: 'The taint’s value is a larger number.' },
  },
});
registerEnumType(RestartPolicy, {
  name: 'RestartPolicy',
  description: 'When the kubelet starts a container again that has ended.',
  valuesMap: {
    Always: { description: 'Whenever it ends.' },
    OnFailure: { description: 'When it ends badly.' },
    Never: { description: 'Not at all.' },
  },
});
