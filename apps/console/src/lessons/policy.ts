import { check, type Lesson } from './lesson';
import { checkPods, nodeOf } from './checks';
import { apply, mutate, pass, pod } from './requests';

const policy = (predicates: readonly string[], priorities: readonly (readonly [string, number])[]): string =>
  JSON.stringify({
    kind: 'Policy',
    apiVersion: 'v1',
    predicates: predicates.map((name) => ({ name })),
    priorities: priorities.map(([name, weight]) => ({ name, weight })),
  });
const FILL = policy(['PodFitsResources', 'PodToleratesNodeTaints'], [['MostRequestedPriority', 1]]);
const cpu = { requests: { cpu: '1', memory: '1Gi' } };

export const policyAndWeights: Lesson = {
  id: 'policy',
  title: 'Policy and weights',
  summary: 'Predicates say where a pod may run, priorities and their weights where it runs best.',
  text: [
    'The scheduler first filters nodes, then scores those that are left; the highest sum wins. A Policy names the filters, which it calls predicates, and the scores, which it calls priorities, each with a weight.',
    'Newer configurations say the same by profiles of plugins. What is not named in a Policy does not count.',
  ],
  cluster: { nodes: 3, zones: 1 },
  setup: [apply(pod('first', cpu)), pass('5s')],
  steps: [
    {
      title: 'The defaults spread',
      text: 'One pod runs already. Create second, which requests as much: it goes to another node, because an emptier node scores more.',
      commands: ['kubectl run second --image=nginx   # requests: cpu 1, memory 1Gi'],
      action: [apply(pod('second', cpu)), pass('5s')],
      check: checkPods(
        ['first', 'second'],
        (first, second) => nodeOf(second) !== undefined && nodeOf(second) !== nodeOf(first),
      ),
    },
    {
      title: 'Turn it round',
      text: 'Configure a Policy whose only priority is MostRequestedPriority: now a fuller node scores more.',
      commands: ['orrery config apply policy.yaml   # priorities: [{name: MostRequestedPriority, weight: 1}]'],
      action: [mutate('setSchedulerConfig', { yaml: FILL })],
      check: check<{ schedulerConfig: { priorities: { name: string }[] | null } }>(
        '{ schedulerConfig { priorities { name } } }',
        {},
        ({ schedulerConfig }) => schedulerConfig.priorities?.[0]?.name === 'MostRequestedPriority',
      ),
    },
    {
      title: 'It fills',
      text: 'Create third: it joins one of the others instead of taking the empty node.',
      commands: ['kubectl run third --image=nginx   # requests: cpu 1, memory 1Gi'],
      action: [apply(pod('third', cpu)), pass('5s')],
      check: checkPods(['first', 'second', 'third'], (first, second, third) =>
        [nodeOf(first), nodeOf(second)].includes(nodeOf(third) ?? 'none'),
      ),
    },
  ],
  question: {
    text: 'A Policy names no predicate that looks at resources. A pod requests 100 CPUs; no node has more than four. Does the scheduler place it?',
    choices: [
      { text: 'Yes.', isRight: true },
      { text: 'No: resources are always looked at.', isRight: false },
      { text: 'Only with priority.', isRight: false },
    ],
    trial: [
      mutate('setSchedulerConfig', { yaml: policy(['HostName'], [['LeastRequestedPriority', 1]]) }),
      apply(pod('vast', { requests: { cpu: '100' } })),
      pass('5s'),
    ],
    check: checkPods(['vast'], (vast) => nodeOf(vast) !== undefined),
    because:
      'What a Policy does not name does not count. The kubelet looks again before it starts a pod, and refuses it: the pod fails there with OutOfcpu.',
  },
};
