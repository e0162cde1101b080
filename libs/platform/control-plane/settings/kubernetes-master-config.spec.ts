import {
  masterConfigWarnings,
  readKubernetesMasterConfig,
  type KubernetesMasterConfig,
} from './kubernetes-master-config';

const NOTHING: KubernetesMasterConfig = { nodeHealth: {}, switchedOff: [], errors: [], warnings: [] };
const remark = (field: string, reason = 'has no effect here') => ({
  field: field === '' ? 'kubernetesMasterConfig' : `kubernetesMasterConfig.${field}`,
  reason,
});

test.each<[string, unknown, Partial<KubernetesMasterConfig>]>([
  ['nothing', undefined, {}],
  ['the argument of the guide', { schedulerArgs: { disablePreemption: 'true' } }, { disablePreemption: true }],
  ['a flag of the scheduler', { schedulerArguments: { 'disable-preemption': ['true'] } }, { disablePreemption: true }],
  [
    'flags of the controllers',
    {
      podEvictionTimeout: '5m',
      controllerArguments: {
        'node-monitor-period': ['2s'],
        'node-monitor-grace-period': ['20s'],
        'pod-eviction-timeout': ['1m'],
        'unhealthy-zone-threshold': ['0.6'],
        'large-cluster-size-threshold': [20],
      },
    },
    {
      nodeHealth: {
        nodeMonitorPeriod: '2s',
        nodeMonitorGracePeriod: '20s',
        podEvictionTimeout: '1m',
        unhealthyZoneThreshold: 0.6,
        largeClusterSizeThreshold: 20,
      },
    },
  ],
  [
    'the gate of the guide',
    { controllerArguments: { 'feature-gates': ['TaintBasedEvictions=true'] } },
    { nodeHealth: { enableTaintManager: true } },
  ],
  [
    'that gate closed',
    { controllerArguments: { 'feature-gates': ['PodPriority=true,TaintBasedEvictions=false'] } },
    { nodeHealth: { enableTaintManager: false } },
  ],
  [
    'gates that cannot be turned',
    { apiServerArguments: { 'feature-gates': ['PodPriority=false', 'TaintBasedEvictions=true', 'Other=true'] } },
    {
      warnings: [
        remark('apiServerArguments.feature-gates[PodPriority=false]'),
        remark('apiServerArguments.feature-gates[Other=true]'),
      ],
    },
  ],
  [
    'flags of the API server',
    {
      apiServerArguments: {
        'default-not-ready-toleration-seconds': ['30'],
        'default-unreachable-toleration-seconds': ['60'],
        'disable-admission-plugins': ['LimitRanger,Unknown'],
      },
    },
    {
      notReadySeconds: 30,
      unreachableSeconds: 60,
      switchedOff: ['LimitRanger'],
      warnings: [remark('apiServerArguments.disable-admission-plugins[Unknown]')],
    },
  ],
  [
    'what has no effect',
    { masterCount: 3, schedulerArguments: { address: ['0.0.0.0'] }, schedulerConfigFile: '' },
    { warnings: [remark('masterCount'), remark('schedulerArguments.address')] },
  ],
  [
    'a file where files are not read',
    { schedulerConfigFile: 'scheduler.json' },
    {
      warnings: [
        remark(
          'schedulerConfigFile',
          'files are read at start only; setSchedulerConfig takes the configuration itself',
        ),
      ],
    },
  ],
  ['no section', 3, { errors: [remark('', 'Invalid value: must be an object')] }],
  [
    'arguments that are none',
    { controllerArguments: 'x' },
    { errors: [remark('controllerArguments', 'Invalid value: must map flags to lists of values')] },
  ],
  [
    'a switch that is none',
    { schedulerArguments: { disablePreemption: ['yes'] } },
    { errors: [remark('schedulerArguments.disablePreemption', 'Invalid value: "yes": must be true or false')] },
  ],
  [
    'a period that is none',
    { controllerArguments: { 'node-monitor-period': ['soon'] } },
    {
      nodeHealth: { nodeMonitorPeriod: 'soon' },
      errors: [
        remark('controllerArguments.node-monitor-period', 'Invalid value: "soon": must be a duration such as "40s"'),
      ],
    },
  ],
])('reads %s', (_name, section, expected) => {
  expect(readKubernetesMasterConfig(section)).toEqual({ ...NOTHING, ...expected });
});

test('other sections of a master configuration file are named', () => {
  const document = {
    apiVersion: 'v1',
    kind: 'MasterConfig',
    admissionConfig: { pluginConfig: {}, pluginOrderOverride: [] },
    etcdConfig: {},
    projectConfig: { defaultNodeSelector: '', projectRequestMessage: '' },
  };
  expect(masterConfigWarnings(document).map(({ field }) => field)).toEqual([
    'etcdConfig',
    'admissionConfig.pluginOrderOverride',
    'projectConfig.projectRequestMessage',
  ]);
});
