import type { Document } from './walk';

const SAMPLE = {
  apiVersion: 'machineconfiguration.openshift.io/v1',
  kind: 'KubeletConfig',
  metadata: { name: 'set-allocatable' },
  spec: {
    machineConfigPoolSelector: { matchLabels: { 'custom-kubelet': 'small-pods' } },
    kubeletConfig: {
      systemReserved: { cpu: '500m', memory: '512Mi' },
      kubeReserved: { cpu: '500m', memory: '512Mi' },
    },
  },
};
const HARD = {
  kubeReserved: { memory: '2Gi' },
  systemReserved: { memory: '1Gi' },
  evictionHard: { 'memory.available': '100Mi' },
};

/** Allocating resources for nodes, of OpenShift 4. */
export const allocatable: Document = {
  title: 'allocating resources for nodes',
  setting: {
    bundle: 'k8s-1.20',
    nodes: [
      { name: 'cluster.node22', capacity: { cpu: '4', memory: '16Gi' } },
      {
        name: 'large',
        capacity: { cpu: '16', memory: '32Gi' },
        labels: { 'node-role.kubernetes.io/master': '' },
        annotations: { 'orrery.dev/kubelet-configuration': JSON.stringify(HARD) },
      },
    ],
  },
  run: async (walk) => {
    const memoryOf = (node: string): Promise<string> => walk.field(`node/${node}`, '.status.allocatable.memory');
    await walk.step('Understanding Eviction Thresholds', 'the effective node allocatable value is 28.9Gi', async () => {
      const mebibytes = Number.parseInt(await memoryOf('large'), 10);
      expect((mebibytes / 1024).toFixed(1)).toBe('28.9');
    });
    await walk.step('Configuring, 1', 'oc get --raw of the summary', async () => {
      const summary = await walk.oc('get --raw /api/v1/nodes/cluster.node22/proxy/stats/summary');
      expect(JSON.parse(summary)).toMatchObject({ node: { nodeName: 'cluster.node22' } });
    });
    await walk.step('Configuring, 2.1', 'oc describe machineconfigpool worker', async () => {
      expect(await walk.oc('describe machineconfigpool worker')).toMatch(/Name: +worker/);
    });
    await walk.step('Configuring, 2.2', 'oc label machineconfigpool worker custom-kubelet=small-pods', async () => {
      await walk.oc('label machineconfigpool worker custom-kubelet=small-pods');
      expect(await walk.oc('describe machineconfigpool worker')).toContain('custom-kubelet=small-pods');
    });
    await walk.step('Configuring, 3', 'the custom resource takes effect on the nodes of the pool', async () => {
      await walk.oc('create -f -', JSON.stringify(SAMPLE));
      await walk.pass('3m');
      expect(await walk.field('kubeletconfig/set-allocatable', '.status.conditions[0].type')).toBe('Success');
      expect(await walk.field('node/cluster.node22', '.status.allocatable.cpu')).toBe('3');
      // 16Gi without both reservations and the usual hard threshold of 100Mi.
      expect(await memoryOf('cluster.node22')).toBe('15260Mi');
      expect(await walk.field('machineconfigpool/worker', '.status.updatedMachineCount')).toBe('1');
    });
  },
};
