/** A policy of the guide's format. */
export function strategiesOf(strategies: Readonly<Record<string, object>>): object {
  return { apiVersion: 'descheduler/v1alpha1', kind: 'DeschedulerPolicy', strategies };
}

const BALANCE = [
  'RemoveDuplicates',
  'LowNodeUtilization',
  'HighNodeUtilization',
  'RemovePodsViolatingTopologySpreadConstraint',
];

/** A policy of today's format with one strategy. */
export function profileOf(name: string, args: object, evictor: object = {}, limits: object = {}): object {
  const pluginConfig = [
    { name: 'DefaultEvictor', args: evictor },
    { name, args },
  ];
  const plugins = { [BALANCE.includes(name) ? 'balance' : 'deschedule']: { enabled: [name] } };
  return {
    apiVersion: 'descheduler/v1alpha2',
    kind: 'DeschedulerPolicy',
    profiles: [{ name: 'main', pluginConfig, plugins }],
    ...limits,
  };
}

/** The thresholds of the guide's sample policy. */
export function sampleUtilization(more: object = {}): object {
  return strategiesOf({
    LowNodeUtilization: {
      enabled: true,
      params: {
        nodeResourceUtilizationThresholds: {
          thresholds: { cpu: 20, memory: 20, pods: 20 },
          targetThresholds: { cpu: 50, memory: 50, pods: 50 },
          ...more,
        },
      },
    },
  });
}

/** A policy as the guide writes it. */
export const GUIDE_POLICY = `apiVersion: "descheduler/v1alpha1"
kind: "DeschedulerPolicy"
strategies:
  "RemoveDuplicates":
     enabled: true
`;

/** The sample policy of the guide, word for word. */
export const GUIDE_SAMPLE_POLICY = `apiVersion: "descheduler/v1alpha1"
kind: "DeschedulerPolicy"
strategies:
  "RemoveDuplicates":
     enabled: false
  "LowNodeUtilization":
     enabled: true
     params:
       nodeResourceUtilizationThresholds:
         thresholds:
           "cpu" : 20
           "memory": 20
           "pods": 20
         targetThresholds:
           "cpu" : 50
           "memory": 50
           "pods": 50
         numberOfNodes: 3
  "RemovePodsViolatingInterPodAntiAffinity":
     enabled: true
  "RemovePodsViolatingNodeAffinity":
    enabled: true
    params:
      nodeAffinityType:
      - "requiredDuringSchedulingIgnoredDuringExecution"
`;
