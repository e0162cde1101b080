import { ConfigScene } from '../testing/config-scene';
import { annotated, ConfigAnnotation, type Version } from './version';

const HOOK = { failurePolicy: 'Abort', execNewPod: { command: ['migrate'], containerName: 'main' } } as const;
const cancel = (version: Version): Version => annotated(version, { [ConfigAnnotation.Cancelled]: 'true' });

describe('a rolling update', () => {
  test('keeps as many pods available as it must, and has no more than it may', () => {
    const scene = new ConfigScene().run(2);
    expect(scene.lines).toEqual(['--> Scaling web-1 to 3', '--> Success']);
    scene.lines.length = 0;
    scene.setImage('web:2');
    scene.run(10);
    expect(scene.lines).toEqual([
      "--> Scaling up web-2 from 0 to 3, scaling down web-1 from 3 to 0 (keep 3 pods available, don't exceed 4 pods)",
      '    Scaling web-2 up to 1',
      '    Scaling web-1 down to 2',
      '    Scaling web-2 up to 2',
      '    Scaling web-1 down to 1',
      '    Scaling web-2 up to 3',
      '    Scaling web-1 down to 0',
      '--> Success',
    ]);
    expect(scene.summary).toBe('web-1 Complete 0, web-2 Complete 3');
    expect(scene.version(2).metadata.annotations).toMatchObject({
      [ConfigAnnotation.Reason]: 'config change',
      [ConfigAnnotation.Replicas]: '',
    });
    expect(scene.version(2).metadata.annotations).not.toHaveProperty([ConfigAnnotation.DesiredReplicas]);
    expect(scene.pods).toEqual([]);
  });

  test('that gets no further gives the pods back to the version before', () => {
    const scene = new ConfigScene().run(2);
    scene.works = ({ metadata, spec }) => (metadata.name === 'web-2' ? 0 : (spec.replicas ?? 0));
    scene.setImage('web:2');
    scene.run(300);
    expect(scene.summary).toBe('web-1 Complete 3, web-2 Running 1');
    scene.run(400);
    expect(scene.lines.at(-1)).toBe('error: timed out waiting for any update progress to be made');
    expect(scene.summary).toBe('web-1 Complete 3, web-2 Failed 0');
    expect(scene.config.status?.conditions).toMatchObject([
      { type: 'Available', status: 'True' },
      {
        type: 'Progressing',
        status: 'False',
        reason: 'ProgressDeadlineExceeded',
        message: 'replication controller "web-2" has failed progressing',
      },
    ]);
  });

  test('that is cancelled gives the pods back, and its deployer goes', () => {
    const scene = new ConfigScene().run(2);
    scene.works = ({ metadata, spec }) => (metadata.name === 'web-2' ? 0 : (spec.replicas ?? 0));
    scene.setImage('web:2');
    scene.run(3);
    scene.change(2, cancel);
    scene.run(3);
    expect(scene.summary).toBe('web-1 Complete 3, web-2 Failed 0');
    expect(scene.notes).toContain('Rollout for "default/web-2" cancelled');
    expect(scene.pods).toEqual([]);
    expect(scene.config.status?.conditions).toContainEqual(expect.objectContaining({ reason: 'RolloutCancelled' }));
  });

  test('gives way to a newer one', () => {
    const scene = new ConfigScene().run(2);
    scene.works = ({ metadata, spec }) => (metadata.name === 'web-2' ? 0 : (spec.replicas ?? 0));
    scene.setImage('web:2');
    scene.run(3);
    scene.setImage('web:3');
    scene.run(15);
    expect(scene.summary).toBe('web-1 Complete 0, web-2 Failed 0, web-3 Complete 3');
    expect(scene.notes).toContain('Cancelled deployment "web-2" superceded by version 3');
  });
});

describe('a rollout that recreates', () => {
  const strategy = {
    type: 'Recreate',
    recreateParams: { timeoutSeconds: 60, pre: HOOK, mid: HOOK, post: HOOK },
  } as const;

  test('takes all old pods away before the first new one, with hooks between', () => {
    const scene = new ConfigScene({ strategy }).run(3);
    scene.lines.length = 0;
    scene.setImage('web:2');
    scene.run(5);
    const hook = (when: string): string[] => [`--> ${when}: Running hook pod ...`, `--> ${when}: Success`];
    expect(scene.lines).toEqual([
      ...hook('pre'),
      '--> Scaling web-1 down to zero',
      ...hook('mid'),
      '--> Scaling web-2 to 1 before performing acceptance check',
      '--> Scaling web-2 to 3',
      ...hook('post'),
      '--> Success',
    ]);
    expect(scene.notes).toContain('Running mid-hook ("migrate") for rc default/web-2');
  });

  test.each([
    ['Abort', 'web-1 Failed 0', 'error: pre hook failed: the pre hook failed: , aborting rollout of default/web-1'],
    ['Ignore', 'web-1 Complete 3', '--> Success'],
  ] as const)('with a hook that fails: %s', (failurePolicy, summary, line) => {
    const scene = new ConfigScene({
      strategy: { ...strategy, recreateParams: { pre: { ...HOOK, failurePolicy } } },
    });
    scene.hookPhase = 'Failed';
    scene.run(5);
    expect(scene.summary).toBe(summary);
    expect(scene.lines.at(-1)).toBe(line);
  });

  test('cannot tag images, of which there is no API', () => {
    const tagImages = [{ containerName: 'main', to: { kind: 'ImageStreamTag', name: 'a:b' } }];
    const scene = new ConfigScene({
      strategy: { ...strategy, recreateParams: { pre: { failurePolicy: 'Abort', tagImages } } },
    });
    expect(scene.run(5).lines.at(-1)).toContain('the server could not find the requested resource');
  });

  test('fails when the first new pod does not become available', () => {
    const scene = new ConfigScene({ strategy: { type: 'Recreate', recreateParams: { timeoutSeconds: 60 } } }).run(3);
    scene.works = ({ metadata, spec }) => (metadata.name === 'web-2' ? 0 : (spec.replicas ?? 0));
    scene.setImage('web:2');
    scene.run(65);
    expect(scene.lines.at(-1)).toBe(
      "error: update acceptor rejected web-2: pods for rc 'default/web-2' took longer than 60 seconds to become available",
    );
    expect(scene.summary).toBe('web-1 Complete 3, web-2 Failed 0');
  });
});

describe('a config', () => {
  test.each([
    ['without triggers', { triggers: [] }, ''],
    ['that is paused', { paused: true }, ''],
    [
      'that waits for an image',
      {
        triggers: [
          { type: 'ConfigChange' },
          { type: 'ImageChange', imageChangeParams: { automatic: true, from: { name: 'a:b' } } },
        ],
      },
      '',
    ],
    ['that is a test', { test: true }, 'web-1 Complete 0'],
    ['without pods', { replicas: 0 }, 'web-1 Complete 0'],
    [
      'with a strategy of its own without an image',
      { strategy: { type: 'Custom', customParams: { environment: [{ name: 'A', value: 'b' }] } } },
      'web-1 Failed 0',
    ],
  ] as const)('%s', (_name, spec, summary) => {
    expect(new ConfigScene(spec).run(5).summary).toBe(summary);
  });

  test('follows its number of pods, and keeps as many old versions as it may', () => {
    const scene = new ConfigScene({ revisionHistoryLimit: 1 });
    for (const image of ['web:2', 'web:3', 'web:4']) {
      scene.run(10);
      scene.setImage(image);
    }
    scene.run(10);
    expect(scene.summary).toBe('web-3 Complete 0, web-4 Complete 3');
    scene.edit({ replicas: 5 });
    expect(scene.run(1).summary).toBe('web-3 Complete 0, web-4 Complete 5');
    expect(scene.notes).toContain('Scaled replication controller "web-4" from 3 to 5');
    expect(scene.config.status).toMatchObject({
      latestVersion: 4,
      replicas: 5,
      updatedReplicas: 5,
      observedGeneration: 5,
    });
  });
});
