import { checkNodes, checkPods, hasTaint, isGone, nodeOf } from './checks';
import type { Lesson } from './lesson';
import { apply, mutate, on, pass, pod } from './requests';

const tolerating = { tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'batch', effect: 'NoSchedule' }] };

export const taints: Lesson = {
  id: 'taints',
  title: 'Taints and tolerations',
  summary: 'A node refuses pods, and a pod says which refusals it puts up with.',
  text: [
    'A taint is on a node and says: no pods here, unless they tolerate it. A toleration is on a pod and says which taints it puts up with. So a node can be kept for pods that were made for it.',
    'The effect of a taint says how much it refuses: NoSchedule keeps new pods away, PreferNoSchedule only makes the node a poor choice, and NoExecute also sends away pods that run there already.',
  ],
  cluster: { nodes: 2, zones: 1 },
  setup: [],
  steps: [
    {
      title: 'Keep node-1 for batch work',
      text: 'Give node-1 the taint dedicated=batch with the effect NoSchedule.',
      commands: ['kubectl taint nodes node-1 dedicated=batch:NoSchedule'],
      action: [mutate('addTaint', { name: 'node-1', key: 'dedicated', value: 'batch', effect: 'NoSchedule' })],
      check: checkNodes(({ 'node-1': node }) => hasTaint(node, 'dedicated', 'NoSchedule')),
    },
    {
      title: 'An ordinary pod goes elsewhere',
      text: 'Create a pod named plain, without tolerations, and let some seconds pass. node-1 is as empty as node-2, but it refuses the pod.',
      commands: ['kubectl run plain --image=nginx'],
      action: [apply(pod('plain')), pass('5s')],
      check: checkPods(['plain'], (plain) => nodeOf(plain) === 'node-2'),
    },
    {
      title: 'A pod that tolerates the taint may come',
      text: 'Create a pod named batch that tolerates the taint and selects node-1. Without the toleration it would wait for ever.',
      commands: [
        `kubectl run batch --image=nginx --overrides='{"spec": {"nodeSelector": {"kubernetes.io/hostname": "node-1"}, "tolerations": [{"key": "dedicated", "value": "batch", "effect": "NoSchedule"}]}}'`,
      ],
      action: [apply(pod('batch', { spec: { ...on('node-1'), ...tolerating } })), pass('5s')],
      check: checkPods(['batch'], (batch) => nodeOf(batch) === 'node-1'),
    },
    {
      title: 'NoExecute sends pods away',
      text: 'Taint node-2 with gone=yes:NoExecute. The pod plain does not tolerate that: it is deleted at once.',
      commands: ['kubectl taint nodes node-2 gone=yes:NoExecute'],
      action: [mutate('addTaint', { name: 'node-2', key: 'gone', value: 'yes', effect: 'NoExecute' }), pass('5s')],
      check: checkPods(['plain', 'batch'], (plain, batch) => isGone(plain) && nodeOf(batch) === 'node-1'),
    },
  ],
  question: {
    text: 'A new pod tolerates dedicated=batch:NoSchedule, and selects no node. Where does it run now?',
    choices: [
      { text: 'On node-2: a toleration does not attract.', isRight: false },
      { text: 'On node-1: it is the only node whose taints it tolerates all.', isRight: true },
      { text: 'Nowhere: both nodes have taints.', isRight: false },
    ],
    trial: [apply(pod('free', { spec: tolerating })), pass('5s')],
    check: checkPods(['free'], (free) => nodeOf(free) === 'node-1'),
    because:
      'A toleration does not attract a pod to a node; it only stops the node from refusing it. node-2 still refuses, because every taint of a node must be tolerated.',
  },
};
