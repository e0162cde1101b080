import { registerEnumType } from '@nestjs/graphql';

export const PodPhase = {
  PENDING: 'Pending',
  RUNNING: 'Running',
  SUCCEEDED: 'Succeeded',
  FAILED: 'Failed',
  UNKNOWN: 'Unknown',
} as const;
export type PodPhase = (typeof PodPhase)[keyof typeof PodPhase];

export const QosClass = { GUARANTEED: 'Guaranteed', BURSTABLE: 'Burstable', BEST_EFFORT: 'BestEffort' } as const;
export type QosClass = (typeof QosClass)[keyof typeof QosClass];

export const TaintEffect = {
  NO_SCHEDULE: 'NoSchedule',
  PREFER_NO_SCHEDULE: 'PreferNoSchedule',
  NO_EXECUTE: 'NoExecute',
} as const;
export type TaintEffect = (typeof TaintEffect)[keyof typeof TaintEffect];

export const TolerationOperator = { EQUAL: 'Equal', EXISTS: 'Exists', LT: 'Lt', GT: 'Gt' } as const;
export type TolerationOperator = (typeof TolerationOperator)[keyof typeof TolerationOperator];

export const RestartPolicy = { ALWAYS: 'Always', ON_FAILURE: 'OnFailure', NEVER: 'Never' } as const;
export type RestartPolicy = (typeof RestartPolicy)[keyof typeof RestartPolicy];

registerEnumType(PodPhase, {
  name: 'PodPhase',
  description: 'Where a pod is in its life.',
  valuesMap: {
    PENDING: { description: 'Not all containers have started yet.' },
    RUNNING: { description: 'On a node, with a container that runs.' },
    SUCCEEDED: { description: 'All containers ended well and stay so.' },
    FAILED: { description: 'All containers ended, one of them badly.' },
    UNKNOWN: { description: 'The node does not answer (of old versions only).' },
  },
});
registerEnumType(QosClass, {
  name: 'QosClass',
  description: 'How safe a pod is when its node runs out of memory.',
  valuesMap: {
    GUARANTEED: { description: 'Limits equal to requests for every container.' },
    BURSTABLE: { description: 'Some requests or limits.' },
    BEST_EFFORT: { description: 'None.' },
  },
});
registerEnumType(TaintEffect, {
  name: 'TaintEffect',
  description: 'What a taint does to pods that do not tolerate it.',
  valuesMap: {
    NO_SCHEDULE: { description: 'They are not placed on the node.' },
    PREFER_NO_SCHEDULE: { description: 'They are placed on the node only if no other will do.' },
    NO_EXECUTE: { description: 'They are not placed there, and leave the node if they are there.' },
  },
});
registerEnumType(TolerationOperator, {
  name: 'TolerationOperator',
  description: 'How a toleration compares a taint’s value.',
  valuesMap: {
    EQUAL: { description: 'Key and value are the same.' },
    EXISTS: { description: 'The key is the same, whatever the value.' },
    LT: { description: 'The taint’s value is a smaller number.' },
    GT: { description: 'The taint’s value is a larger number.' },
  },
});
registerEnumType(RestartPolicy, {
  name: 'RestartPolicy',
  description: 'When the kubelet starts a container again that has ended.',
  valuesMap: {
    ALWAYS: { description: 'Whenever it ends.' },
    ON_FAILURE: { description: 'When it ends badly.' },
    NEVER: { description: 'Not at all.' },
  },
});
