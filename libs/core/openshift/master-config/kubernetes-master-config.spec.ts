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
    'a slip of one letter, and a flag that only looks like another',
    {
      podEvictionTimout: '1m',
      controllerArguments: { 'node-monitor-perod': ['2s'] },
      apiServerArguments: { 'enable-admission-plugins': ['LimitRanger'] },
    },
    {
      warnings: [
        remark('podEvictionTimout', 'has no effect here; did you mean podEvictionTimeout?'),
        remark('controllerArguments.node-monitor-perod', 'has no effect here; did you mean node-monitor-period?'),
        remark('apiServerArguments.enable-admission-plugins'),
      ],
    },
  ],
  [
    'numbers that are none',
    {
      apiServerArguments: { 'default-not-ready-toleration-seconds': ['30s'] },
      controllerArguments: { 'node-eviction-rate': ['fast'], 'unhealthy-zone-threshold': ['55'] },
    },
    {
      nodeHealth: { nodeEvictionRate: 'fast', unhealthyZoneThreshold: 55 },
      errors: [
        remark(
          'apiServerArguments.default-not-ready-toleration-seconds',
          'Invalid value: "30s": must be a whole number of seconds',
        ),
        remark('controllerArguments.node-eviction-rate', 'Invalid value: "fast": must be a number'),
      ],
    },
  ],
  [
    'values that do not go together',
    { podEvictionTimeout: '-1m', controllerArguments: { 'unhealthy-zone-threshold': ['55'] } },
    {
      nodeHealth: { podEvictionTimeout: '-1m', unhealthyZoneThreshold: 55 },
      errors: [
        remark('podEvictionTimeout', 'Invalid value: "-1m": must be a positive duration'),
        remark('controllerArguments.unhealthy-zone-threshold', 'Invalid value: 55: must be between 0 and 1'),
      ],
    },
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
    admissionConfig: {
      pluginConfig: {
        PodNodeConstraints: { configuration: { apiVersion: 'v1', nodeSelectorLabelBlackList: [], dryRun: true } },
      },
      pluginOrderOverride: [],
    },
    etcdConfig: {},
    projectConfig: { defaultNodeSelector: '', projectRequestMessage: '' },
  };
  const configuration = 'admissionConfig.pluginConfig.PodNodeConstraints.configuration';
  const warnings = masterConfigWarnings(document);
  expect(warnings[0]!.reason).toBe('has no effect here; did you mean nodeSelectorLabelBlacklist?');
  expect(warnings.map(({ field }) => field)).toEqual([
    `${configuration}.nodeSelectorLabelBlackList`,
    `${configuration}.dryRun`,
    'admissionConfig.pluginOrderOverride',
    'etcdConfig',
    'projectConfig.projectRequestMessage',
  ]);
});
