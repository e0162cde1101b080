import { checkNodes, checkPods, isGone } from './checks';
import type { Lesson } from './lesson';
import { apply, mutate, on, pass, pod } from './requests';

const here = { spec: on('node-1') };
const usage = (name: string, memory: string) => mutate('setPodUsage', { name, memory });
const isEvicted = (found: { readonly status: { readonly reason: string | null } | null } | null | undefined) =>
  found === null || found === undefined || found.status?.reason === 'Evicted';

export const nodePressure: Lesson = {
  id: 'node-pressure',
  title: 'Node pressure and its victims',
  summary: 'A node that runs out of memory fails pods, in an order that requests and priorities decide.',
  text: [
    'The kubelet watches signals such as memory.available. When one crosses its threshold, the node reports pressure, takes no new pods of the lowest class, and fails pods until there is enough again.',
    'Pods that use more than they request come first, among them those of the lowest priority, then those that exceed their requests the most. A pod that requests nothing exceeds its request with its first byte.',
  ],
  cluster: { nodes: 0, zones: 1 },
  setup: [
    mutate('addNodes', {
      name: 'node-1',
      capacity: { cpu: '4', memory: '16Gi' },
      annotations: { 'orrery.dev/kubelet-configuration': '{"evictionHard": {"memory.available": "100Mi"}}' },
    }),
    pass('10s'),
  ],
  steps: [
    {
      title: 'Two pods on one node',
      text: 'node-1 has 16Gi of memory, and evicts when less than 100Mi are left. Create safe, which requests 1Gi and is limited to it, and risky, which requests nothing.',
      commands: [
        'kubectl run risky --image=nginx',
        `kubectl run safe --image=nginx --overrides='{"spec": {"containers": [{"name": "safe", "image": "nginx", "resources": {"limits": {"cpu": "100m", "memory": "1Gi"}}}]}}'`,
      ],
      action: [
        apply(pod('safe', { ...here, limits: { cpu: '100m', memory: '1Gi' } }), pod('risky', here)),
        pass('20s'),
      ],
      check: checkPods(['safe', 'risky'], (...pods) => pods.every((each) => each?.status?.phase === 'Running')),
    },
    {
      title: 'Use up the memory',
      text: 'Let risky use 4Gi, safe 500Mi, and processes outside of pods the rest, so that less than 100Mi are left. The kubelet fails risky, and safe goes on.',
      commands: [
        'mutation { setNodeUsage(input: { name: "node-1", memory: "11725Mi" }) { errors { message } } }',
        'mutation { setPodUsage(input: { name: "risky", memory: "4Gi" }) { errors { message } } }',
        'mutation { setPodUsage(input: { name: "safe", memory: "500Mi" }) { errors { message } } }',
        'orrery clock advance 30s',
      ],
      action: [
        mutate('setNodeUsage', { name: 'node-1', memory: '11725Mi' }),
        usage('safe', '500Mi'),
        usage('risky', '4Gi'),
        pass('30s'),
      ],
      check: checkPods(['safe', 'risky'], (safe, risky) => isEvicted(risky) && safe?.status?.phase === 'Running'),
    },
    {
      title: 'The pressure goes, later',
      text: 'With risky gone there is enough memory. The node still reports pressure for five minutes, so that it does not swing to and fro. Let six minutes pass.',
      commands: ['orrery clock advance 6m'],
      action: [pass('6m')],
      check: checkNodes(
        ({ 'node-1': node }) =>
          node?.conditions.some(({ type, status }) => type === 'MemoryPressure' && status === 'False') ?? false,
      ),
    },
  ],
  question: {
    text: 'Two pods request nothing and use 2Gi each. One of them has a priority of 1000. The node runs out of memory: which one goes?',
    choices: [
      { text: 'Both: neither requests anything.', isRight: false },
      { text: 'The one without a priority.', isRight: true },
      { text: 'The one that started first.', isRight: false },
    ],
    trial: [
      apply(
        { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'important' }, value: 1000 },
        pod('modest', here),
        pod('important', { spec: { ...on('node-1'), priorityClassName: 'important' } }),
      ),
      pass('20s'),
      usage('modest', '1Gi,10s~2Gi'),
      usage('important', '1Gi,10s~2Gi'),
      pass('30s'),
    ],
    check: checkPods(
      ['modest', 'important'],
      (modest, important) => isEvicted(modest) && !isGone(important) && important?.status?.phase === 'Running',
    ),
    because:
      'Both use more than they request, so priority decides. When the first has gone, the signal is below its threshold again, and the kubelet stops.',
  },
};
