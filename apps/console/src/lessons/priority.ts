import { check, type Lesson } from './lesson';
import { checkApp, checkPods, nodeOf } from './checks';
import { apply, deployment, pass, pod } from './requests';

const cpu = { requests: { cpu: '1' } };
const priorityClass = (name: string, more: object = {}) => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name },
  value: 1000,
  ...more,
});

export const priority: Lesson = {
  id: 'priority',
  title: 'Priority and preemption',
  summary: 'A pod that matters more takes the place of pods that matter less.',
  text: [
    'A PriorityClass gives a name to a number. Of the pods that wait, those of higher priority are tried first. If none of the nodes has room for one, the scheduler looks for a node where it would fit without some pods of lower priority, and evicts those.',
    'The victims get their time to end, so the place is free only then; until that the pod has a nominated node.',
  ],
  cluster: { nodes: 1, zones: 1 },
  setup: [],
  steps: [
    {
      title: 'Fill the node',
      text: 'node-1 has four CPUs. Create the deployment low of four pods that request one each.',
      commands: ['kubectl create deployment low --image=nginx --replicas=4   # requests: cpu 1'],
      action: [apply(deployment('low', 4, cpu)), pass('10s')],
      check: checkApp('low', (nodes) => nodes.filter((node) => node === 'node-1').length === 4),
    },
    {
      title: 'Name a priority',
      text: 'Create the PriorityClass high with the value 1000.',
      commands: ['kubectl create priorityclass high --value=1000'],
      action: [apply(priorityClass('high'))],
      check: check<{ priorityClass: { json: { value: number } } | null }>(
        '{ priorityClass(name: "high") { json } }',
        {},
        ({ priorityClass: found }) => found?.json.value === 1000,
      ),
    },
    {
      title: 'Preempt',
      text: 'Create urgent, of that class, which requests one CPU too. One pod of low is evicted for it; give that pod its 30 seconds to end.',
      commands: [
        `kubectl run urgent --image=nginx --overrides='{"spec": {"priorityClassName": "high", "containers": [{"name": "urgent", "image": "nginx", "resources": {"requests": {"cpu": "1"}}}]}}'`,
        'orrery clock advance 1m',
      ],
      action: [apply(pod('urgent', { ...cpu, spec: { priorityClassName: 'high' } })), pass('1m')],
      check: checkPods(['urgent'], (urgent) => nodeOf(urgent) === 'node-1'),
    },
  ],
  question: {
    text: 'Another class has the same value and preemptionPolicy: Never. A pod of it requests one CPU. What happens?',
    choices: [
      { text: 'It preempts: the value is high enough.', isRight: false },
      { text: 'It waits, at the head of the queue.', isRight: true },
      { text: 'It is refused.', isRight: false },
    ],
    trial: [
      apply(priorityClass('polite', { preemptionPolicy: 'Never' })),
      apply(pod('polite', { ...cpu, spec: { priorityClassName: 'polite' } })),
      pass('1m'),
    ],
    check: checkPods(['polite'], (polite) => polite !== null && nodeOf(polite) === undefined),
    because:
      'The policy takes preemption from the class, not its place in the queue: when a CPU becomes free, the pod is tried before all of lower priority.',
  },
};
