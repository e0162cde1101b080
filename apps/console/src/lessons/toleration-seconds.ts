import { checkNodes, checkPods, isGone } from './checks';
import type { Lesson } from './lesson';
import { apply, mutate, on, pass, pod } from './requests';

const limited = {
  ...on('node-1'),
  tolerations: [{ key: 'maintenance', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 }],
};
const taint = mutate('addTaint', { name: 'node-1', key: 'maintenance', value: 'now', effect: 'NoExecute' });
const untaint = mutate('removeTaint', { name: 'node-1', key: 'maintenance', effect: 'NoExecute' });

export const tolerationSeconds: Lesson = {
  id: 'toleration-seconds',
  title: 'Tolerating for a while',
  summary: 'tolerationSeconds lets a pod stay on a node that wants it gone, for so long and no longer.',
  text: [
    'A toleration of NoExecute may have a limit: tolerationSeconds. The pod then stays that long after the taint came, and is deleted when the time is over, unless the taint has gone before.',
    'This is how pods ride out a short loss of their node: every pod gets tolerations of 300 seconds for nodes that are not ready or not reachable, unless it says otherwise.',
  ],
  cluster: { nodes: 2, zones: 1 },
  setup: [apply(pod('patient', { spec: limited }), pod('hasty', { spec: on('node-1') })), pass('10s')],
  steps: [
    {
      title: 'Taint the node',
      text: 'Two pods run on node-1: patient tolerates the taint maintenance for 60 seconds, hasty does not. Taint the node: hasty goes at once, patient stays.',
      commands: ['kubectl taint nodes node-1 maintenance=now:NoExecute'],
      action: [taint, pass('2s')],
      check: checkPods(['patient', 'hasty'], (patient, hasty) => !isGone(patient) && isGone(hasty)),
    },
    {
      title: 'Half of the time',
      text: 'Let 30 seconds pass. The patient pod is still there: its time is not over.',
      commands: ['orrery clock advance 30s'],
      action: [pass('30s')],
      check: checkNodes(({ 'node-1': node }, nowMs) => {
        const since = node?.taints.find(({ key }) => key === 'maintenance')?.timeAdded;
        return since != null && nowMs - Date.parse(since) >= 30_000;
      }),
    },
    {
      title: 'The time is over',
      text: 'Let another 30 seconds pass, and the pod is deleted: 60 seconds after the taint, on the second.',
      commands: ['orrery clock advance 30s'],
      action: [pass('40s')],
      check: checkPods(['patient'], isGone),
    },
  ],
  question: {
    text: 'A pod tolerates a taint for 60 seconds. The taint is there for 30 seconds, goes, and comes again at once. How long does the pod stay now?',
    choices: [
      { text: '30 seconds: the count goes on.', isRight: false },
      { text: '60 seconds: the count begins again.', isRight: true },
      { text: 'For ever: a toleration counts once.', isRight: false },
    ],
    trial: [
      untaint,
      apply(pod('patient-2', { spec: limited })),
      pass('10s'),
      taint,
      pass('30s'),
      untaint,
      pass('1s'),
      taint,
      pass('45s'),
    ],
    check: checkPods(['patient-2'], (pod) => !isGone(pod)),
    because:
      'When the taint goes, the planned deletion is cancelled. The new taint plans another one, 60 seconds from then; after 45 seconds the pod is still there.',
  },
};
