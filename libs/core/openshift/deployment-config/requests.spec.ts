import type { DeploymentConfig } from '@orrery/api-types';
import type { ConfigTrigger } from './config-types';
import { rollbackTarget, rolledBack } from './config-rollback';
import { planInstantiation } from './instantiation';
import { loggedVersion } from './logged-version';

const STORED = { resourceVersion: '1', creationTimestamp: '2026-01-01T12:00:00Z' };

function config(spec: object, latestVersion = 2): DeploymentConfig {
  return {
    apiVersion: 'apps.openshift.io/v1',
    kind: 'DeploymentConfig',
    metadata: { name: 'web', namespace: 'default', uid: 'web', ...STORED },
    spec: { triggers: [{ type: 'ConfigChange' }], template: template('web:1'), ...spec },
    status: {
      latestVersion,
      observedGeneration: 1,
      replicas: 0,
      updatedReplicas: 0,
      availableReplicas: 0,
      unavailableReplicas: 0,
    },
  };
}

function template(image: string): object {
  return { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'main', image }] } };
}

function image(lastTriggeredImage: string | undefined, more: object = {}): ConfigTrigger {
  const found = lastTriggeredImage === undefined ? {} : { lastTriggeredImage };
  return { type: 'ImageChange', imageChangeParams: { automatic: true, from: { name: 'a:b' }, ...found, ...more } };
}

const MADE = config({});
const WITH_IMAGE = config({ triggers: [image('x@1')] });

test.each<[string, DeploymentConfig, DeploymentConfig | undefined, boolean, object]>([
  ['nothing is new', config({}), MADE, false, { kind: 'nothing' }],
  ['it is forced', config({}), MADE, true, { details: { message: 'manual change', causes: [{ type: 'Manual' }] } }],
  [
    'the template is new',
    config({ template: template('web:2') }),
    MADE,
    false,
    { details: { message: 'config change' } },
  ],
  ['changes trigger nothing', config({ triggers: [], template: template('web:2') }), MADE, false, { kind: 'nothing' }],
  ['it is the first', config({}, 0), undefined, false, { details: { message: 'config change' } }],
  ['an image is to be found', config({ triggers: [image(undefined)] }), MADE, true, { kind: 'unresolved' }],
  ['the image is the same', config({ triggers: [image('x@1')] }), WITH_IMAGE, false, { kind: 'nothing' }],
  [
    'the image is another',
    config({ triggers: [image('x@2')] }),
    WITH_IMAGE,
    false,
    { details: { message: 'image change' } },
  ],
  [
    'the image is another, but not by itself',
    config({ triggers: [image('x@2', { automatic: false })] }),
    WITH_IMAGE,
    false,
    { kind: 'nothing' },
  ],
  [
    'the image is of another stream',
    config({ triggers: [image('x@1', { from: { name: 'c:d' } })] }),
    WITH_IMAGE,
    false,
    { kind: 'rollout' },
  ],
])('a rollout is asked for where %s', (_name, current, made, isForced, expected) => {
  expect(planInstantiation(current, made, { isForced })).toMatchObject(expected);
});

test.each([
  [0, 0, { problem: 'cannot rollback an undeployed config' }],
  [1, 0, { problem: 'no previous deployment exists for "default/web"' }],
  [3, 3, { problem: 'version 3 is already the latest' }],
  [3, 0, { number: 2 }],
  [3, 1, { number: 1 }],
])('back from version %d to %d', (latest, asked, expected) => {
  expect(rollbackTarget(config({}, latest), asked)).toEqual(expected);
});

test('the older version gives what is asked of it', () => {
  const older = config({
    replicas: 5,
    selector: { app: 'web' },
    template: template('web:0'),
    triggers: [image('x@0')],
  });
  const current = config({ replicas: 2, strategy: { type: 'Recreate' } });
  const all = { includeTemplate: true, includeReplicationMeta: true, includeTriggers: true, includeStrategy: true };
  expect(rolledBack(current, older, all)).toMatchObject({
    spec: { replicas: 5, template: template('web:0'), strategy: { type: 'Recreate' } },
    status: { latestVersion: 3 },
  });
  expect(rolledBack(current, older, all).spec.triggers![0]!.imageChangeParams).not.toHaveProperty('automatic');
  expect(rolledBack(current, older, {}).spec).toEqual(current.spec);
});

test.each([
  [0, undefined, false, { problem: 'no deployment exists for deploymentConfig "web"' }],
  [2, undefined, false, { number: 2 }],
  [2, undefined, true, { number: 1 }],
  [1, undefined, true, { problem: 'no previous deployment exists for deploymentConfig "web"' }],
  [2, 1, false, { number: 1 }],
  [2, 3, false, { problem: 'invalid version for deploymentConfig "web": 3' }],
])('of latest version %d, the log of %s, previous: %s', (latest, version, isPrevious, expected) => {
  expect(loggedVersion(config({}, latest), { version, isPrevious })).toEqual(expected);
});
