import type { KubeObject } from '../../objects';
import { POD_TABLE } from './table';

const NOW = Date.parse('2026-01-01T01:00:00Z');
const running = { running: { startedAt: '2026-01-01T00:00:00Z' } };
const c = (name: string, more: object): object => ({
  name,
  restartCount: 0,
  ready: false,
  image: '',
  imageID: '',
  ...more,
});

function cells(spec: object, status: object, metadata: object = {}): readonly unknown[] {
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', creationTimestamp: '2026-01-01T00:59:00Z', ...metadata },
    spec: { containers: [{ name: 'a' }, { name: 'b' }], ...spec },
    status,
  };
  // Between state and restarts of today is the column of older releases, which says no time.
  const [, ready, state, , restarts] = POD_TABLE.cells(pod as unknown as KubeObject, NOW);
  return [ready, state, restarts];
}

describe('the row of a pod', () => {
  const gone = { deletionTimestamp: '2026-01-01T01:00:10Z' };
  test.each<[string, object, object, object, unknown[]]>([
    ['phase', {}, { phase: 'Pending' }, {}, ['0/2', 'Pending', '0']],
    ['reason over phase', {}, { phase: 'Failed', reason: 'Evicted' }, {}, ['0/2', 'Evicted', '0']],
    [
      'a gate',
      {},
      { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }] },
      {},
      ['0/2', 'SchedulingGated', '0'],
    ],
    [
      'running',
      {},
      { phase: 'Running', containerStatuses: [c('a', { ready: true, state: running }), c('b', { state: running })] },
      {},
      ['1/2', 'Running', '0'],
    ],
    [
      'the first container decides',
      {},
      {
        phase: 'Running',
        containerStatuses: [
          c('a', {
            state: { waiting: { reason: 'CrashLoopBackOff' } },
            restartCount: 3,
            lastState: { terminated: { exitCode: 1, finishedAt: '2026-01-01T00:55:00Z' } },
          }),
          c('b', { state: { terminated: { exitCode: 1, reason: 'Error' } } }),
        ],
      },
      {},
      ['0/2', 'CrashLoopBackOff', '3 (5m ago)'],
    ],
    [
      'an exit code',
      {},
      { phase: 'Failed', containerStatuses: [c('a', { state: { terminated: { exitCode: 2 } } })] },
      {},
      ['0/2', 'ExitCode:2', '0'],
    ],
    [
      'a signal',
      {},
      { phase: 'Failed', containerStatuses: [c('a', { state: { terminated: { exitCode: 137, signal: 9 } } })] },
      {},
      ['0/2', 'Signal:9', '0'],
    ],
    [
      'one completed, one running',
      {},
      {
        phase: 'Running',
        containerStatuses: [
          c('a', { state: { terminated: { exitCode: 0, reason: 'Completed' } } }),
          c('b', { ready: true, state: running }),
        ],
      },
      {},
      ['1/2', 'NotReady', '0'],
    ],
    [
      'one completed, one running, ready',
      {},
      {
        phase: 'Running',
        conditions: [{ type: 'Ready', status: 'True' }],
        containerStatuses: [
          c('a', { state: { terminated: { exitCode: 0, reason: 'Completed' } } }),
          c('b', { ready: true, state: running }),
        ],
      },
      {},
      ['1/2', 'Running', '0'],
    ],
    [
      'initialising',
      { initContainers: [{ name: 'i' }, { name: 'j' }] },
      {
        phase: 'Pending',
        initContainerStatuses: [
          c('i', { state: { terminated: { exitCode: 0 } } }),
          c('j', { restartCount: 2, state: running }),
        ],
      },
      {},
      ['0/2', 'Init:1/2', '2'],
    ],
    [
      'initialisation failed',
      { initContainers: [{ name: 'i' }] },
      { phase: 'Pending', initContainerStatuses: [c('i', { state: { terminated: { exitCode: 3 } } })] },
      {},
      ['0/2', 'Init:ExitCode:3', '0'],
    ],
    [
      'initialisation waits',
      { initContainers: [{ name: 'i' }] },
      { phase: 'Pending', initContainerStatuses: [c('i', { state: { waiting: { reason: 'ErrImagePull' } } })] },
      {},
      ['0/2', 'Init:ErrImagePull', '0'],
    ],
    [
      'a sidecar counts as a container',
      { initContainers: [{ name: 'i', restartPolicy: 'Always' }] },
      {
        phase: 'Running',
        initContainerStatuses: [c('i', { started: true, ready: true, restartCount: 1, state: running })],
        containerStatuses: [c('a', { ready: true, state: running }), c('b', { ready: true, state: running })],
      },
      {},
      ['3/3', 'Running', '1'],
    ],
    ['terminating', {}, { phase: 'Running' }, gone, ['0/2', 'Terminating', '0']],
    ['lost', {}, { phase: 'Running', reason: 'NodeLost' }, gone, ['0/2', 'Unknown', '0']],
  ])('%s', (_name, spec, status, metadata, want) => {
    expect(cells(spec, status, metadata)).toEqual(want);
  });
});
