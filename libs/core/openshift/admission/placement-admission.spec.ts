import { ApiError, kindByGvk, type KubeObject, type PodSpec } from '@orrery/api-types';
import {
  createAdmission,
  DEFAULT_ADMISSION_SETTINGS,
  readAdmissionConfiguration,
  type AccessQuestion,
  type AdmissionLookup,
  type AdmissionRequest,
  type AdmissionSettings,
} from '@orrery/admission';
import { projectNodeSelector } from './project-node-selector';

/** Admission of a write that nothing changes between the two phases. */
function bothPhases(settings: AdmissionSettings): (request: AdmissionRequest) => KubeObject | ApiError {
  const { admit, check } = createAdmission(settings, { projectNodeSelector });
  return (request) => {
    const object = admit(request);
    return object instanceof ApiError ? object : (check({ ...request, object }) ?? object);
  };
}

const metadata = (name: string, more: object = {}) => ({
  name,
  uid: 'u',
  resourceVersion: '1',
  creationTimestamp: '2026-01-01T00:00:00Z',
  ...more,
});
const node = (name: string, labels: Record<string, string>): KubeObject =>
  ({ apiVersion: 'v1', kind: 'Node', metadata: metadata(name, { labels }) }) as KubeObject;

interface Story {
  readonly config: object;
  readonly namespace?: string;
  readonly annotations?: Record<string, string>;
  readonly spec?: Partial<PodSpec>;
  readonly mayBind?: boolean;
  readonly object?: KubeObject;
  readonly user?: string;
}

const asked: AccessQuestion[] = [];

/** The node selector that a pod ends up with, or the words of the refusal. */
function admit({ config, namespace = 'ns1', annotations = {}, spec = {}, mayBind = false, ...more }: Story): unknown {
  const settings = readAdmissionConfiguration(config, DEFAULT_ADMISSION_SETTINGS);
  if (!settings.ok) throw new Error(JSON.stringify(settings.errors));
  const object = more.object ?? {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: metadata('p', { namespace }),
    spec: { containers: [{ name: 'c' }], ...spec },
  };
  const lookup: AdmissionLookup = {
    namespace: (name) =>
      ({ apiVersion: 'v1', kind: 'Namespace', metadata: metadata(name, { annotations }), status: {} }) as never,
    node: (name) => (name === 'east' ? node(name, { region: 'us-east', superregion: 'us' }) : undefined),
    priorityClass: () => undefined,
    priorityClasses: () => [],
    serviceAccount: () => undefined,
    runtimeClass: () => undefined,
    storageClasses: () => [],
    ingressClasses: () => [],
    services: () => [],
    serviceCidrs: () => [],
    limitRanges: () => [],
    isAllowedForPod: () => true,
    podSecurityPolicies: () => [],
    isAllowed: (question) => {
      asked.push(question);
      return mayBind;
    },
  };
  const request: AdmissionRequest = {
    operation: 'CREATE',
    kind: kindByGvk(object.apiVersion, object.kind)!,
    object,
    user: { name: more.user ?? 'developer', groups: [] },
    lookup,
  };
  const outcome = bothPhases(settings.ok)(request);
  if (outcome instanceof ApiError) return outcome.message.replace(/^.*? is forbidden: /, '');
  return (outcome.spec as PodSpec).nodeSelector ?? {};
}

const SELECTOR_CONFIG = {
  admissionConfig: {
    pluginConfig: {
      PodNodeSelector: {
        configuration: {
          podNodeSelectorPluginConfig: {
            clusterDefaultNodeSelector: 'k3=v3',
            ns1: 'region=west,env=test,infra=fedora,os=fedora',
          },
        },
      },
    },
  },
};
const NS1 = { 'scheduler.alpha.kubernetes.io/node-selector': 'env=test,infra=fedora' };
const CONFLICT = 'pod node label selector conflicts with its namespace node label selector';
const NOT_LISTED = 'pod node label selector labels conflict with its namespace whitelist';

describe('PodNodeSelector', () => {
  test.each<[string, Omit<Story, 'config'>, unknown]>([
    [
      'merges (spec scheduler G13)',
      { annotations: NS1, spec: { nodeSelector: { env: 'test', os: 'fedora' } } },
      { env: 'test', infra: 'fedora', os: 'fedora' },
    ],
    [
      'refuses another value (spec scheduler G14)',
      { annotations: NS1, spec: { nodeSelector: { env: 'production', infra: 'fedora' } } },
      CONFLICT,
    ],
    [
      'refuses labels that are not listed (spec scheduler G15)',
      { annotations: NS1, spec: { nodeSelector: { disk: 'ssd' } } },
      NOT_LISTED,
    ],
    ['a listed label with another value', { annotations: NS1, spec: { nodeSelector: { os: 'debian' } } }, NOT_LISTED],
    ['other namespaces have the default (spec scheduler G15)', { namespace: 'ns2' }, { k3: 'v3' }],
    ['the default is evaluated by the list too (spec scheduler G15)', {}, NOT_LISTED],
    [
      'an empty annotation takes the default away',
      { namespace: 'ns2', annotations: { 'scheduler.alpha.kubernetes.io/node-selector': '' } },
      {},
    ],
    [
      'double equals signs',
      { namespace: 'ns2', annotations: { 'scheduler.alpha.kubernetes.io/node-selector': 'a==b, c=d' } },
      { a: 'b', c: 'd' },
    ],
    [
      'an unreadable annotation',
      { annotations: { 'scheduler.alpha.kubernetes.io/node-selector': 'a=b,c!=d' } },
      'invalid selector: [c!=d]',
    ],
  ])('%s', (_name, story, expected) => {
    expect(admit({ config: SELECTOR_CONFIG, ...story })).toEqual(expected);
  });
});

const PROJECT = { 'openshift.io/node-selector': 'superregion=us' };

describe('OriginPodNodeEnvironment', () => {
  const config = { projectConfig: { defaultNodeSelector: 'zone=any' } };
  test.each<[string, Omit<Story, 'config'>, unknown]>([
    ['the selector of the project', { annotations: PROJECT }, { superregion: 'us' }],
    ['the default', {}, { zone: 'any' }],
    [
      'a conflict',
      { annotations: PROJECT, spec: { nodeSelector: { superregion: 'apac' } } },
      'pod node label selector conflicts with its project node label selector',
    ],
    ['a node of the project', { annotations: PROJECT, spec: { nodeName: 'east' } }, { superregion: 'us' }],
    [
      'a node of another project',
      { spec: { nodeName: 'east' } },
      'pod node name conflicts with project node label selector',
    ],
    [
      'a node that is not there',
      { annotations: PROJECT, spec: { nodeName: 'x' } },
      'cannot validate project node label selector: nodes "x" not found',
    ],
    ['a namespace of PodNodeSelector', { annotations: { ...PROJECT, ...NS1 } }, {}],
    ['an empty selector', { annotations: { 'openshift.io/node-selector': '' } }, {}],
  ])('%s', (_name, story, expected) => {
    expect(admit({ config, ...story })).toEqual(expected);
  });
});

describe('PodNodeConstraints', () => {
  const configuration = {
    apiversion: 'v1',
    kind: 'PodNodeConstraintsConfig',
    nodeSelectorLabelBlacklist: ['kubernetes.io/hostname', 'region'],
  };
  const config = {
    admissionConfig: { pluginConfig: { PodNodeConstraints: { configuration } } },
    projectConfig: { defaultNodeSelector: '' },
  };
  const template = (apiVersion: string, kind: string, spec: object): KubeObject =>
    ({ apiVersion, kind, metadata: metadata('w', { namespace: 'ns1' }), spec }) as unknown as KubeObject;
  const chosen = { template: { spec: { containers: [], nodeSelector: { region: 'us-east' } } } };
  const byLabel = 'node selection by label(s) [region] is prohibited by policy for your role';

  test.each<[string, Omit<Story, 'config'>, unknown]>([
    [
      'a blacklisted label (spec scheduler G12)',
      { annotations: PROJECT, spec: { nodeSelector: { region: 'us-east' } } },
      byLabel,
    ],
    [
      'without it the selector of the project counts (spec scheduler G12)',
      { annotations: PROJECT },
      { superregion: 'us' },
    ],
    [
      'who may bind (spec scheduler G12)',
      { annotations: PROJECT, spec: { nodeSelector: { region: 'us-east' } }, mayBind: true },
      { superregion: 'us', region: 'us-east' },
    ],
    ['other labels', { spec: { nodeSelector: { disk: 'ssd' } } }, { disk: 'ssd' }],
    ['a node', { spec: { nodeName: 'east' } }, 'node selection by nodeName is prohibited by policy for your role'],
    [
      'both',
      { spec: { nodeName: 'east', nodeSelector: { region: 'a', 'kubernetes.io/hostname': 'b' } } },
      'node selection by nodeName and label(s) [kubernetes.io/hostname region] is prohibited by policy for your role',
    ],
    ['a Deployment', { object: template('apps/v1', 'Deployment', chosen) }, byLabel],
    ['a CronJob', { object: template('batch/v1', 'CronJob', { jobTemplate: { spec: chosen } }) }, byLabel],
    ['a DaemonSet', { object: template('apps/v1', 'DaemonSet', chosen) }, {}],
  ])('%s', (_name, story, expected) => {
    expect(admit({ config, ...story })).toEqual(expected);
  });

  it('lets a node show its static pods', () => {
    const mirror = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: metadata('m', { namespace: 'ns1', annotations: { 'kubernetes.io/config.mirror': 'x' } }),
      spec: { containers: [], nodeName: 'east' },
    } as unknown as KubeObject;
    expect(admit({ config, object: mirror, user: 'system:node:east' })).toEqual({});
    expect(admit({ config, object: mirror, user: 'system:node:west' })).toMatch(/^node selection by nodeName/);
  });

  it('asks for the permission on that very pod', () => {
    asked.length = 0;
    admit({ config, spec: { nodeName: 'east' } });
    expect(asked).toEqual([
      { verb: 'create', group: '', resource: 'pods', subresource: 'binding', namespace: 'ns1', name: 'p' },
    ]);
  });

  it('keeps back the host name where no list is given, and nothing where it is empty', () => {
    const with_ = (more: object): object => ({
      admissionConfig: {
        pluginConfig: { PodNodeConstraints: { configuration: { kind: 'PodNodeConstraintsConfig', ...more } } },
      },
    });
    const spec = { nodeSelector: { 'kubernetes.io/hostname': 'east' } };
    expect(admit({ config: with_({}), spec })).toMatch(/kubernetes.io\/hostname/);
    expect(admit({ config: with_({ nodeSelectorLabelBlacklist: [] }), spec })).toEqual(spec.nodeSelector);
  });
});

describe('readAdmissionConfiguration', () => {
  const plugin = (name: string, value: unknown): object => ({ admissionConfig: { pluginConfig: { [name]: value } } });
  test.each<[string, unknown, string, string]>([
    ['no object', [], '', 'Invalid value: must be an object'],
    ['an unknown plugin', plugin('Foo', {}), 'admissionConfig.pluginConfig.Foo', 'Unsupported value: "Foo"'],
    [
      'a location',
      plugin('PodNodeSelector', { location: '/x' }),
      'admissionConfig.pluginConfig.PodNodeSelector.location',
      'Forbidden',
    ],
    [
      'another kind',
      plugin('PodNodeConstraints', { configuration: { kind: 'X' } }),
      'admissionConfig.pluginConfig.PodNodeConstraints.configuration.kind',
      'Unsupported value: "X"',
    ],
    [
      'a list that is none',
      plugin('PodNodeConstraints', { configuration: { nodeSelectorLabelBlacklist: 'a' } }),
      'admissionConfig.pluginConfig.PodNodeConstraints.configuration.nodeSelectorLabelBlacklist',
      'Invalid value: must be a list of labels',
    ],
    [
      'a selector that is none',
      plugin('PodNodeSelector', { configuration: { podNodeSelectorPluginConfig: { ns1: 'a in (b)' } } }),
      'admissionConfig.pluginConfig.PodNodeSelector.configuration.podNodeSelectorPluginConfig.ns1',
      'Invalid value: invalid selector: [a in (b)]',
    ],
    [
      'a switch that is none',
      plugin('LimitRanger', { configuration: { disable: 'yes' } }),
      'admissionConfig.pluginConfig.LimitRanger.configuration.disable',
      'Invalid value: must be true or false',
    ],
    ['a project that is none', { projectConfig: 3 }, 'projectConfig', 'Invalid value: must be an object'],
  ])('refuses %s', (_name, document, field, reason) => {
    const { errors } = readAdmissionConfiguration(document, DEFAULT_ADMISSION_SETTINGS);
    expect(errors).toEqual([{ field, reason: expect.stringContaining(reason) as string }]);
  });

  it('switches plugins off and on again', () => {
    const off = (disable: boolean): object =>
      plugin('DefaultTolerationSeconds', {
        configuration: { kind: 'DefaultAdmissionConfig', apiVersion: 'v1', disable },
      });
    const settings = readAdmissionConfiguration(off(true), DEFAULT_ADMISSION_SETTINGS).ok!;
    expect(settings.switchedOff).toEqual(['DefaultTolerationSeconds']);
    expect(readAdmissionConfiguration(off(false), settings).ok!.switchedOff).toEqual([]);
  });
});
