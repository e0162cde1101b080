import { asking, pod, type Document } from './walk';

const KEY1 = { key: 'key1', operator: 'Equal', value: 'value1' };

/** Controlling pod placement using node taints, of OpenShift 4. */
export const taints: Document = {
  title: 'controlling pod placement using node taints',
  setting: { bundle: 'k8s-1.20', nodes: [{ name: 'node1' }] },
  run: async (walk) => {
    const phase = (name: string): Promise<string> => walk.field(`pod/${name}`, '.status.phase');
    await walk.step('evicting pods by condition', 'tolerationSeconds=300 are added automatically', async () => {
      await walk.oc('create -f -', pod('plain'));
      const seconds = await walk.field('pod/plain', '.spec.tolerations[*].tolerationSeconds');
      expect(seconds).toBe('300 300');
    });
    await walk.step('multiple taints', 'the pod with two tolerations continues running', async () => {
      const tolerations = [
        { ...KEY1, effect: 'NoSchedule' },
        { ...KEY1, effect: 'NoExecute' },
      ];
      await walk.oc('create -f -', pod('tolerant', { tolerations }));
      await walk.pass('10s');
      await walk.oc('adm taint nodes node1 key1=value1:NoSchedule');
      await walk.oc('adm taint nodes node1 key1=value1:NoExecute');
      await walk.oc('adm taint nodes node1 key2=value2:NoSchedule');
      await walk.oc('create -f -', pod('late', { tolerations }));
      await walk.pass('40s');
      expect(await walk.oc('get pods -o name')).toBe('pod/late\npod/tolerant\n');
      expect([await phase('tolerant'), await phase('late')]).toEqual(['Running', 'Pending']);
      await walk.oc('adm taint nodes node1 key2-');
      await walk.pass('10s');
      expect(await phase('late')).toBe('Running');
    });
    await walk.step('toleration seconds', 'the pod stays bound for 3,600 seconds and then is evicted', async () => {
      await walk.oc('adm taint nodes node1 key1-');
      const tolerations = [{ ...KEY1, effect: 'NoExecute', tolerationSeconds: 3600 }];
      await walk.oc('create -f -', pod('patient', { tolerations }));
      await walk.pass('10s');
      await walk.oc('adm taint nodes node1 key1=value1:NoExecute');
      await walk.pass('3590s');
      expect(await walk.oc('get pods -o name')).toContain('pod/patient\n');
      await walk.pass('60s');
      expect(await walk.oc('get pods -o name')).toBe('pod/late\npod/tolerant\n');
      await walk.oc('adm taint nodes node1 key1-');
    });
    await walk.step('taint node by condition', 'pods that have a QoS class tolerate memory pressure', async () => {
      const condition = { name: 'node1', type: 'MemoryPressure', status: 'True' };
      await walk.configure('setNodeCondition', condition, 'node { id }');
      await walk.pass('10s');
      expect(await walk.oc('describe node node1')).toContain('node.kubernetes.io/memory-pressure:NoSchedule');
      await walk.oc('create -f -', pod('burstable', asking({ memory: '64Mi' })));
      await walk.oc('create -f -', pod('best-effort'));
      await walk.pass('20s');
      expect([await phase('burstable'), await phase('best-effort')]).toEqual(['Running', 'Pending']);
    });
  },
};
