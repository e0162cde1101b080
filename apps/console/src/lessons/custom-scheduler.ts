import { checkPods, nodeOf } from './checks';
import type { Lesson } from './lesson';
import { apply, mutate, pass, pod } from './requests';

const PACKER = `apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: packer
    pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: MostAllocated
            resources: [{ name: cpu, weight: 1 }, { name: memory, weight: 1 }]
`;
const packed = { requests: { cpu: '500m', memory: '2Gi' }, spec: { schedulerName: 'packer' } };

export const customScheduler: Lesson = {
  id: 'custom-scheduler',
  title: 'A scheduler of your own',
  summary: 'A pod names the scheduler that places it; several can work on one cluster.',
  text: [
    'schedulerName of a pod says who places it. Without it that is default-scheduler. Nothing checks that there is a scheduler of that name: the pod simply waits.',
    'A second scheduler has its own configuration and its own queue. Both see all nodes and all pods, and each places the pods that name it.',
  ],
  cluster: { nodes: 3, zones: 1 },
  setup: [],
  steps: [
    {
      title: 'A name without a scheduler',
      text: 'Create one, whose schedulerName is packer. It waits, and no event says why: no scheduler feels responsible.',
      commands: ['kubectl apply -f one.yaml   # spec.schedulerName: packer'],
      action: [apply(pod('one', packed)), pass('10s')],
      check: checkPods(['one'], (one) => one !== null && nodeOf(one) === undefined),
    },
    {
      title: 'Add the scheduler',
      text: 'Configure a scheduler named packer that prefers full nodes. It finds the pod that waits, and places it.',
      commands: ['orrery config apply packer.yaml --scheduler packer', 'orrery clock advance 10s'],
      action: [mutate('setSchedulerConfig', { scheduler: 'packer', yaml: PACKER }), pass('10s')],
      check: checkPods(['one'], (one) => nodeOf(one) !== undefined),
    },
    {
      title: 'It has its own mind',
      text: 'Create two and three with the same scheduler: they join the first, while the default scheduler would spread them.',
      commands: ['kubectl apply -f two.yaml -f three.yaml   # spec.schedulerName: packer'],
      action: [apply(pod('two', packed), pod('three', packed)), pass('10s')],
      check: checkPods(['one', 'two', 'three'], (one, ...others) =>
        others.every((each) => nodeOf(each) !== undefined && nodeOf(each) === nodeOf(one)),
      ),
    },
  ],
  question: {
    text: 'The scheduler packer is removed. What becomes of the pods that it placed?',
    choices: [
      { text: 'They are placed again, by the default scheduler.', isRight: false },
      { text: 'They run on, where they are.', isRight: true },
      { text: 'They are deleted.', isRight: false },
    ],
    trial: [mutate('setSchedulerConfig', { scheduler: 'packer', remove: true }), pass('1m')],
    check: checkPods(['one', 'two', 'three'], (...pods) =>
      pods.every((each) => nodeOf(each) !== undefined && each?.status?.phase === 'Running'),
    ),
    because:
      'A scheduler decides once, when a pod is new; the binding is final. Only new pods that name it would wait again.',
  },
};
