import type { ContainerStatus } from '@orrery/api-types';
import type { RunContext } from '@orrery/container-shell';
import { parseTimeMs } from '@orrery/time';
import { SimulatedStore } from '../testing/simulated-store';

const script = `
f=/restart-count/restartCount
count=$(echo 'hello' >> $f ; wc -l $f | awk {'print $1'})
if [ $count -eq 1 ]; then
	exit 1
fi
if [ $count -eq 2 ]; then
	exit 0
fi
while true; do sleep 1; done
`;

function storeWith(restartPolicy: string, startMs = Date.UTC(2026, 0, 1)): SimulatedStore {
  const overrides = { sandboxMs: 0, imagePullMs: 0, containerStartMs: 0 };
  const runContext = (pod: RunContext['objects']['pod'], status: ContainerStatus): RunContext => {
    const objects = { pod, find: () => undefined, services: () => [], allocatable: {}, skipsInvalidVariables: true };
    const startedAtMs = parseTimeMs(status.state?.running?.startedAt) ?? 0;
    return { objects, startedAtMs, shownAt: () => objects, nextChangeMs: () => Number.POSITIVE_INFINITY };
  };
  const container = {
    ...{ name: 'app', image: 'busybox', command: ['sh', '-c', script] },
    volumeMounts: [{ name: 'count', mountPath: '/restart-count' }],
  };
  return new SimulatedStore({ bundle: 'k8s-1.20', overrides, runContext, startMs })
    .addNode('n1')
    .addPod('web', { containers: [container], volumes: [{ name: 'count', emptyDir: {} }], restartPolicy } as object)
    .runUntil(startMs + 60_000);
}

test.each([
  ['Always', 'Running', 2, { running: expect.anything() as unknown }, 'True'],
  ['OnFailure', 'Succeeded', 1, { terminated: { exitCode: 0 } }, 'False'],
  ['Never', 'Failed', 0, { terminated: { exitCode: 1 } }, 'False'],
])('a run finds what the run before wrote to its volume: %s', (policy, phase, restartCount, state, ready) => {
  const { status } = storeWith(policy).pod('web');
  expect(status).toMatchObject({ phase, containerStatuses: [{ restartCount, state }] });
  expect(status?.conditions?.find(({ type }) => type === 'Ready')?.status).toBe(ready);
});
