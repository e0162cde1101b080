import { checkNodes, checkPods, nodeOf } from './checks';
import type { Lesson } from './lesson';
import { apply, mutate, pass, pod } from './requests';

const HOST = 'kubernetes.io/hostname';
const labelOf = (value: string | null) =>
  mutate('setLabels', { apiVersion: 'v1', kind: 'Node', name: 'node-2', labels: { disk: value } });
const onSsd = {
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] }],
      },
    },
  },
};
const toCache = (rule: 'podAffinity' | 'podAntiAffinity') => ({
  affinity: {
    [rule]: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey: HOST, labelSelector: { matchLabels: { app: 'cache' } } },
      ],
    },
  },
});

export const affinity: Lesson = {
  id: 'affinity',
  title: 'Affinity',
  summary: 'Pods choose nodes by their labels, and neighbours by theirs.',
  text: [
    'Node affinity says which labels a node must have, or had better have. Pod affinity says which pods must be near, and pod anti-affinity which must not; near is whatever has the same value of a label: a node, a zone, a region.',
    'Required rules are filters: without a fitting node the pod waits. Preferred ones are scores: they lose against others that weigh more.',
  ],
  cluster: { nodes: 3, zones: 3 },
  setup: [],
  steps: [
    {
      title: 'Label a node',
      text: 'Say that node-2 has a fast disk: give it the label disk=ssd.',
      commands: ['kubectl label node node-2 disk=ssd'],
      action: [labelOf('ssd')],
      check: checkNodes(({ 'node-2': node }) => node?.metadata.labels['disk'] === 'ssd'),
    },
    {
      title: 'A pod that needs it',
      text: 'Create cache, with a required node affinity to disk In [ssd]. It can only go to node-2.',
      commands: ['kubectl apply -f cache.yaml   # affinity.nodeAffinity, key disk, operator In, values [ssd]'],
      action: [apply(pod('cache', { spec: onSsd })), pass('5s')],
      check: checkPods(['cache'], (cache) => nodeOf(cache) === 'node-2'),
    },
    {
      title: 'Near the other',
      text: 'Create web, with a required pod affinity to pods of app=cache, by host name. It goes where cache is.',
      commands: ['kubectl apply -f web.yaml   # affinity.podAffinity, topologyKey kubernetes.io/hostname'],
      action: [apply(pod('web', { spec: toCache('podAffinity') })), pass('5s')],
      check: checkPods(['web'], (web) => nodeOf(web) === 'node-2'),
    },
    {
      title: 'Away from the other',
      text: 'Create backup, with a required pod anti-affinity to the same pods: anywhere, but not there.',
      commands: ['kubectl apply -f backup.yaml   # affinity.podAntiAffinity, topologyKey kubernetes.io/hostname'],
      action: [apply(pod('backup', { spec: toCache('podAntiAffinity') })), pass('5s')],
      check: checkPods(['backup'], (backup) => nodeOf(backup) !== undefined && nodeOf(backup) !== 'node-2'),
    },
  ],
  question: {
    text: 'The label disk=ssd is taken from node-2 while cache runs there. What becomes of cache?',
    choices: [
      { text: 'It stays.', isRight: true },
      { text: 'It is evicted, and waits for a node with the label.', isRight: false },
      { text: 'It moves to another node.', isRight: false },
    ],
    trial: [labelOf(null), pass('1m')],
    check: checkPods(['cache'], (cache) => nodeOf(cache) === 'node-2' && cache?.metadata.deletionTimestamp === null),
    because:
      'The rule is required during scheduling and, as its long name says, ignored during execution. A descheduler can evict such pods if its policy says so.',
  },
};
