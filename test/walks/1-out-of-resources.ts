import { asking, pod, type Document } from './walk';

const SCENARIO = JSON.stringify({
  kubeletArguments: {
    'eviction-hard': ['memory.available<500Mi'],
    'system-reserved': ['memory=1.5Gi'],
    'enforce-node-allocatable': [''],
  },
});
const PRESSURE = '.status.conditions[?(@.type=="MemoryPressure")].status';

/** Handling out of resource errors, of OpenShift 3. */
export const outOfResources: Document = {
  title: 'handling out of resource errors',
  setting: {
    bundle: 'okd-legacy',
    nodes: [
      {
        name: 'node1',
        capacity: { cpu: '4', memory: '10Gi' },
        annotations: { 'orrery.dev/usage-memory': '1Gi', 'orrery.dev/kubelet-configuration': SCENARIO },
      },
    ],
  },
  run: async (walk) => {
    await walk.step('Example Scenario', 'allocatable = capacity - system-reserved = 8.5 Gi', async () => {
      expect(await walk.field('node/node1', '.status.capacity.memory')).toBe('10Gi');
      expect(await walk.field('node/node1', '.status.allocatable.memory')).toBe(`${8.5 * 1024}Mi`);
    });
    await walk.step(
      'Soft Eviction Thresholds',
      'if no grace period is provided, the node errors on startup',
      async () => {
        const wrong = JSON.stringify({ kubeletArguments: { 'eviction-soft': ['memory.available<1.5Gi'] } });
        const { stderr } = await walk.refused(
          `annotate --overwrite node node1 orrery.dev/kubelet-configuration=${wrong}`,
        );
        expect(stderr).toContain('grace period must be specified for the soft eviction threshold memory.available');
      },
    );
    await walk.step('Eviction Thresholds', 'a threshold can be expressed as a percentage', async () => {
      const wrong = JSON.stringify({ kubeletArguments: { 'eviction-hard': ['memory.available<120%'] } });
      const { stderr } = await walk.refused(
        `annotate --overwrite node node1 orrery.dev/kubelet-configuration=${wrong}`,
      );
      expect(stderr).toContain('eviction percentage threshold memory.available must be <= 100%: 120%');
    });
    await walk.step('Eviction of Pods', 'BestEffort pods that consume the most are failed first', async () => {
      const usage = (memory: string) => ({ 'orrery.dev/usage-memory': memory });
      await walk.oc('create -f -', pod('burstable', asking({ memory: '2Gi' }), usage('2Gi')));
      await walk.oc('create -f -', pod('best-effort', {}, usage('0s=1Gi,30s=7Gi')));
      await walk.pass('20s');
      expect(await walk.oc('get pods -o name')).toBe('pod/best-effort\npod/burstable\n');
      expect(await walk.field('node/node1', PRESSURE)).toBe('False');
      await walk.pass('40s');
      expect(await walk.field('pod/best-effort', '.status.phase')).toBe('Failed');
      expect(await walk.field('pod/best-effort', '.status.reason')).toBe('Evicted');
      expect(await walk.field('pod/burstable', '.status.phase')).toBe('Running');
      expect(await walk.field('node/node1', PRESSURE)).toBe('True');
    });
    await walk.step('Table 3', 'the scheduler will not place BestEffort pods on that node', async () => {
      await walk.oc('create -f -', pod('late-best-effort'));
      await walk.oc('create -f -', pod('late-burstable', asking({ memory: '64Mi' })));
      await walk.pass('20s');
      expect(await walk.field('pod/late-best-effort', '.status.phase')).toBe('Pending');
      expect(await walk.field('pod/late-burstable', '.status.phase')).toBe('Running');
    });
    await walk.step('Oscillation of Node Conditions', 'the condition ends after the transition period', async () => {
      await walk.pass('6m');
      expect(await walk.field('node/node1', PRESSURE)).toBe('False');
      expect(await walk.field('pod/late-best-effort', '.status.phase')).toBe('Running');
    });
  },
};
