import { checkNodes, checkPods, nodeOf } from './checks';
import type { Lesson } from './lesson';
import { apply, mutate, on, pass, pod } from './requests';

const GI = 2 ** 30;
const kubelet = (configuration: object) => ({ 'orrery.dev/kubelet-configuration': JSON.stringify(configuration) });
const RESERVED = { systemReserved: { cpu: '500m', memory: '512Mi' }, kubeReserved: { cpu: '500m', memory: '512Mi' } };

export const allocatable: Lesson = {
  id: 'allocatable',
  title: 'Capacity and what is left of it',
  summary: 'What pods may request of a node is its capacity without what is reserved for the node itself.',
  text: [
    'A node has to run more than pods: its system, its kubelet, its container runtime. What is reserved for them is not offered to pods. What is left is called allocatable, and the scheduler looks at nothing else.',
    'Allocatable is the capacity, less systemReserved, less kubeReserved, less the hard eviction threshold of memory and disk.',
  ],
  cluster: { nodes: 1, zones: 1 },
  setup: [],
  steps: [
    {
      title: 'A node that keeps something for itself',
      text: 'Add a node named reserved with 4 CPUs, whose kubelet keeps half a CPU for the system and half a CPU for itself. Three are left.',
      commands: [
        'mutation { addNodes(input: { name: "reserved", capacity: { cpu: "4", memory: "8Gi" } }) { errors { message } } }',
        `kubectl annotate node reserved 'orrery.dev/kubelet-configuration=${JSON.stringify(RESERVED)}'`,
      ],
      action: [
        mutate('addNodes', { name: 'reserved', capacity: { cpu: '4', memory: '8Gi' }, annotations: kubelet(RESERVED) }),
        pass('10s'),
      ],
      check: checkNodes(({ reserved }) => Number(reserved?.allocatable.cpuMillis) === 3000),
    },
    {
      title: 'Too much for what is left',
      text: 'Create large, which selects that node and requests 3500m. The capacity would do, the allocatable does not: it waits.',
      commands: [
        `kubectl run large --image=nginx --overrides='{"spec": {"nodeSelector": {"kubernetes.io/hostname": "reserved"}, "containers": [{"name": "large", "image": "nginx", "resources": {"requests": {"cpu": "3500m"}}}]}}'`,
      ],
      action: [apply(pod('large', { spec: on('reserved'), requests: { cpu: '3500m' } })), pass('5s')],
      check: checkPods(['large'], (large) => large !== null && nodeOf(large) === undefined),
    },
    {
      title: 'Exactly enough',
      text: 'Create fitting, which requests 3 CPUs of that node: it runs.',
      commands: [
        `kubectl run fitting --image=nginx --overrides='{"spec": {"nodeSelector": {"kubernetes.io/hostname": "reserved"}, "containers": [{"name": "fitting", "image": "nginx", "resources": {"requests": {"cpu": "3"}}}]}}'`,
      ],
      action: [apply(pod('fitting', { spec: on('reserved'), requests: { cpu: '3' } })), pass('5s')],
      check: checkPods(['fitting'], (fitting) => nodeOf(fitting) === 'reserved'),
    },
  ],
  question: {
    text: 'A node of 8Gi reserves nothing, but its hard eviction threshold is memory.available<1Gi. How much memory can pods request?',
    choices: [
      { text: '8Gi: a threshold is not a reservation.', isRight: false },
      { text: '7Gi.', isRight: true },
      { text: '8Gi until there is pressure, then 7Gi.', isRight: false },
    ],
    trial: [
      mutate('addNodes', {
        name: 'threshold',
        capacity: { cpu: '4', memory: '8Gi' },
        annotations: kubelet({ evictionHard: { 'memory.available': '1Gi' } }),
      }),
      pass('10s'),
    ],
    check: checkNodes(({ threshold }) => Number(threshold?.allocatable.memoryBytes) === 7 * GI),
    because:
      'Memory below the threshold can never be used for long: the kubelet would evict. So it is taken off what is offered, in the same way as a reservation.',
  },
};
