import { renderFieldError } from '../../../errors/field-error';
import type { KubeObject } from '../../../objects';
import { defaultDeploymentConfig } from './defaults';
import { takeNextVersion } from './status';
import { DEPLOYMENT_CONFIG_TABLE } from './table';
import { validateDeploymentConfig, validateDeploymentConfigStatus } from './validation';

const STORED = { resourceVersion: '1', creationTimestamp: '2026-01-01T12:00:00Z' };

function config(spec: object = {}, container: object = {}): KubeObject {
  const containers = [{ name: 'main', image: 'web:1', ...container }];
  const object: KubeObject = {
    apiVersion: 'apps.openshift.io/v1',
    kind: 'DeploymentConfig',
    metadata: { name: 'web', namespace: 'default', uid: 'web', ...STORED },
    spec: { template: { metadata: { labels: { app: 'web' } }, spec: { containers } }, ...structuredClone(spec) },
  };
  defaultDeploymentConfig(object);
  return object;
}

const rolling = (rollingParams: object): object => ({ strategy: { type: 'Rolling', rollingParams } });
const image = (params: object): object => ({ triggers: [{ type: 'ImageChange', imageChangeParams: params }] });
const pre = (hook: object): object => ({ strategy: { type: 'Recreate', recreateParams: { pre: hook } } });

describe('defaults', () => {
  test.each<[string, object, object]>([
    [
      'of everything',
      {},
      {
        replicas: 0,
        revisionHistoryLimit: 10,
        test: false,
        selector: { app: 'web', deploymentconfig: 'web' },
        triggers: [{ type: 'ConfigChange' }],
        strategy: {
          type: 'Rolling',
          activeDeadlineSeconds: 21600,
          rollingParams: { maxSurge: '25%', maxUnavailable: '25%', timeoutSeconds: 600, updatePeriodSeconds: 1 },
        },
      },
    ],
    ['beside a bound that is something', rolling({ maxSurge: 2 }), { strategy: { rollingParams: { maxSurge: 2 } } }],
    ['beside a bound of 0', rolling({ maxSurge: 0 }), { strategy: { rollingParams: { maxUnavailable: '25%' } } }],
    [
      'of a hook',
      pre({ execNewPod: {} }),
      { strategy: { recreateParams: { pre: { execNewPod: { containerName: 'main' } } } } },
    ],
    [
      'of a trigger',
      image({}),
      { triggers: [{ imageChangeParams: { from: { kind: 'ImageStreamTag', namespace: 'default' } } }] },
    ],
  ])('%s', (_name, spec, expected) => {
    expect(config(spec).spec).toMatchObject(expected);
  });

  test('leave one bound alone where the other is something', () => {
    const { strategy } = config(rolling({ maxSurge: 2 })).spec as { strategy: { rollingParams: object } };
    expect(strategy.rollingParams).not.toHaveProperty('maxUnavailable');
  });
});

test.each<[string, KubeObject, string[]]>([
  ['what defaults fill', config(), []],
  [
    'an image that a trigger fills',
    config(image({ from: { name: 'a:b' }, containerNames: ['main'] }), { image: '' }),
    [],
  ],
  [
    'bounds of nothing',
    config(rolling({ maxSurge: 0, maxUnavailable: 0 })),
    ['spec.strategy.rollingParams.maxUnavailable: Invalid value: 0: cannot be 0 when maxSurge is 0 as well'],
  ],
  [
    'bounds of too much',
    config(rolling({ maxSurge: 'x', maxUnavailable: '101%' })),
    [
      'spec.strategy.rollingParams.maxSurge: Invalid value: "x": value should be int(5) or percentage(5%)',
      'spec.strategy.rollingParams.maxUnavailable: Invalid value: "101%": should not be more than 100%',
    ],
  ],
  [
    'no time',
    config({ ...rolling({ timeoutSeconds: 0 }), minReadySeconds: -1 }),
    [
      'spec.strategy.rollingParams.timeoutSeconds: Invalid value: 0: must be >0',
      'spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0',
    ],
  ],
  [
    'more time to be ready than there is',
    config({ minReadySeconds: 600 }),
    ['spec.minReadySeconds: Invalid value: 600: must be less than the deployment timeout (600s)'],
  ],
  [
    'an unknown strategy',
    config({ strategy: { type: 'Magic' } }),
    [
      'spec.strategy.type: Invalid value: "Magic": unsupported strategy type, use "Custom" instead and specify your own strategy',
    ],
  ],
  [
    'a custom strategy without settings',
    config({ strategy: { type: 'Custom' } }),
    ['spec.strategy.customParams: Required value'],
  ],
  [
    'a hook of nothing',
    config(pre({})),
    [
      'spec.strategy.recreateParams.pre.failurePolicy: Required value',
      'spec.strategy.recreateParams.pre: Invalid value: "<empty>": One of execNewPod or tagImages must be specified',
    ],
  ],
  [
    'a hook without a command',
    config(pre({ failurePolicy: 'Abort', execNewPod: {} })),
    ['spec.strategy.recreateParams.pre.execNewPod.command: Required value'],
  ],
  [
    'a trigger without a stream',
    config(image({ from: { name: 'a' } })),
    [
      'spec.triggers[0].imageChangeParams.from.name: Invalid value: "a": must be in the form of <name>:<tag>',
      'spec.triggers[0].imageChangeParams.containerNames: Required value',
    ],
  ],
  [
    'labels that are its own',
    config({ selector: { app: 'web', deploymentconfig: 'other' } }),
    [
      'spec.selector: Invalid value: {"app":"web","deploymentconfig":"other"}: can\'t set restricted selector `deploymentconfig`',
      'spec.template.metadata.labels: Invalid value: {"app":"web","deploymentconfig":"web"}: `selector` does not match template `labels`',
    ],
  ],
  [
    'no template',
    config({ template: undefined }),
    ['spec.selector: Invalid value: null: selector cannot be empty', 'spec.template: Required value'],
  ],
])('%s', (_name, object, expected) => {
  expect(validateDeploymentConfig(object).map(renderFieldError).sort()).toEqual([...expected].sort());
});

describe('its status', () => {
  const status = (latestVersion: number, observedGeneration = 1): KubeObject => ({
    ...config(),
    status: { latestVersion, observedGeneration },
  });

  test.each([
    [status(2), status(1), []],
    [status(1), status(2), ['status.latestVersion: Invalid value: 1: latestVersion cannot be decremented']],
    [status(3), status(1), ['status.latestVersion: Invalid value: 3: latestVersion can only be incremented by 1']],
    [
      status(1, 0),
      status(1),
      ['status.observedGeneration: Invalid value: 0: observedGeneration cannot be decremented'],
    ],
  ])('goes forward step by step: %#', (next, old, expected) => {
    expect(validateDeploymentConfigStatus(next, old).map(renderFieldError)).toEqual(expected);
  });

  test('takes the next version from the client that writes the object, and nothing else', () => {
    const stored = { latestVersion: 2, replicas: 3 };
    const details = { message: 'manual change', causes: [] };
    expect(takeNextVersion({ latestVersion: 3, replicas: 9, details }, stored)).toEqual({
      ...stored,
      latestVersion: 3,
      details,
    });
    expect(takeNextVersion({ latestVersion: 4, details }, stored)).toBe(stored);
    expect(takeNextVersion(undefined, stored)).toBe(stored);
  });
});

test('is shown with what triggers it', () => {
  const from = { name: 'a:b' };
  const triggers = [
    { type: 'ConfigChange' },
    { type: 'ImageChange', imageChangeParams: { automatic: true, from, containerNames: ['main'] } },
    { type: 'ImageChange', imageChangeParams: { from, containerNames: ['main'] } },
  ];
  const object = { ...config({ replicas: 2, test: true, triggers }), status: { latestVersion: 4, updatedReplicas: 1 } };
  expect(DEPLOYMENT_CONFIG_TABLE.cells(object, 0)).toEqual(['web', '4', '2 (during test)', '1', 'config,image(a:b)']);
});
