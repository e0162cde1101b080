import { check, type Lesson } from './lesson';
import { checkApp, checkPods, isGone } from './checks';
import { apply, deployment, mutate, on, pass, pod } from './requests';

const strategy = (name: string): string =>
  `apiVersion: descheduler/v1alpha1\nkind: DeschedulerPolicy\nstrategies: { ${name}: { enabled: true } }\n`;
const DUPLICATES = strategy('RemoveDuplicates');
const others = ['node-2', 'node-3'];

export const descheduler: Lesson = {
  id: 'descheduler',
  title: 'The descheduler',
  summary: 'What was placed well once may stand badly today; the descheduler evicts it, so that it is placed again.',
  text: [
    'A scheduler never moves a pod. When nodes come back, or labels and taints change, pods stay where they are. The descheduler looks for pods that stand badly, by strategies that a policy names, and evicts them; their owners make new ones, and the scheduler places those.',
    'It evicts as any client does: disruption budgets hold, and pods that would not come back are left alone.',
  ],
  cluster: { nodes: 3, zones: 1 },
  setup: [
    ...others.map((name) => mutate('cordonNode', { name })),
    apply(deployment('web', 6)),
    pass('20s'),
    ...others.map((name) => mutate('uncordonNode', { name })),
  ],
  steps: [
    {
      title: 'Ask what it would do',
      text: 'All six pods of web are on node-1, because the others were cordoned. Run one cycle of the strategy RemoveDuplicates as a dry run.',
      commands: ['orrery deschedule --policy policy.yaml --dry-run   # strategies: RemoveDuplicates'],
      action: [mutate('runDescheduler', { yaml: DUPLICATES, dryRun: true })],
      check: check<{ deschedulerRuns: { dryRun: boolean; evicted: number }[] }>(
        '{ deschedulerRuns(first: 5) { dryRun evicted } }',
        {},
        ({ deschedulerRuns }) => deschedulerRuns.some(({ dryRun, evicted }) => dryRun && evicted > 0),
      ),
    },
    {
      title: 'In earnest',
      text: 'Run the cycle without the dry run, and let a minute pass. Evicted pods are replaced, and the new ones go to the empty nodes.',
      commands: ['orrery deschedule --policy policy.yaml', 'orrery clock advance 1m'],
      action: [mutate('runDescheduler', { yaml: DUPLICATES }), pass('1m')],
      check: checkApp('web', (nodes) => nodes.length === 6 && others.every((name) => nodes.includes(name))),
    },
    {
      title: 'From now on',
      text: 'Put the policy on a schedule, every five minutes.',
      commands: [
        'mutation ($yaml: YAML!) { setDeschedulerSchedule(input: { yaml: $yaml, interval: "5m" }) { errors { message } } }',
      ],
      action: [mutate('setDeschedulerSchedule', { yaml: DUPLICATES, interval: '5m' })],
      check: check<{ deschedulerSchedule: { interval: string | null } | null }>(
        '{ deschedulerSchedule { interval } }',
        {},
        ({ deschedulerSchedule }) => deschedulerSchedule?.interval === '5m',
      ),
    },
  ],
  question: {
    text: 'A pod without an owner runs on node-3, which then gets a NoSchedule taint. Does the strategy RemovePodsViolatingNodeTaints evict it?',
    choices: [
      { text: 'Yes: it violates the taint.', isRight: false },
      { text: 'No: it would not come back.', isRight: true },
      { text: 'Only if another node has room.', isRight: false },
    ],
    trial: [
      apply(pod('bare', { spec: on('node-3') })),
      pass('10s'),
      mutate('addTaint', { name: 'node-3', key: 'closed', value: 'yes', effect: 'NoSchedule' }),
      mutate('runDescheduler', { yaml: strategy('RemovePodsViolatingNodeTaints') }),
      pass('1m'),
    ],
    check: checkPods(['bare'], (bare) => !isGone(bare)),
    because:
      'Without an owner no controller would make another pod: to evict it would be to lose it. An annotation of the pod can allow it.',
  },
};
