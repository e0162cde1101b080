import { checkApp } from './checks';
import type { Lesson } from './lesson';
import { apply, deployment, mutate, pass } from './requests';

const spread = (app: string, whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway') => ({
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: 'topology.kubernetes.io/zone',
      whenUnsatisfiable,
      labelSelector: { matchLabels: { app } },
    },
  ],
});
const cordon = ['node-3', 'node-6'].map((name) => mutate('cordonNode', { name }));
const uncordon = ['node-3', 'node-6'].map((name) => mutate('uncordonNode', { name }));
/** Nodes are given to zones in turn: node-1 and node-4 are in the first of three. */
const zoneOf = (node: string): number => (Number(node.replace('node-', '')) - 1) % 3;
const perZone = (nodes: readonly (string | undefined)[]): readonly number[] =>
  [0, 1, 2].map((zone) => nodes.filter((node) => node !== undefined && zoneOf(node) === zone).length);

export const topologySpread: Lesson = {
  id: 'spread',
  title: 'Spreading over zones',
  summary: 'Topology spread constraints keep the numbers of pods in zones close to each other.',
  text: [
    'A spread constraint counts the pods that a selector finds in each zone, or in each value of another label. A pod may go to a zone only if the difference to the emptiest zone stays within maxSkew.',
    'Zones count even if they cannot take pods at the moment, and that is where it becomes interesting.',
  ],
  cluster: { nodes: 6, zones: 3 },
  setup: [],
  steps: [
    {
      title: 'Two in each zone',
      text: 'Create the deployment web of six pods with maxSkew 1 over zones, DoNotSchedule otherwise.',
      commands: ['kubectl apply -f web.yaml   # topologySpreadConstraints, maxSkew 1, topology.kubernetes.io/zone'],
      action: [apply(deployment('web', 6, { spec: spread('web', 'DoNotSchedule') })), pass('10s')],
      check: checkApp('web', (nodes) => perZone(nodes).join() === '2,2,2'),
    },
    {
      title: 'A zone that takes no pods',
      text: 'Cordon both nodes of zone-3, then scale to nine. Zones 1 and 2 get a third pod each; a fourth would be two more than zone-3 has, so one pod waits.',
      commands: ['kubectl cordon node-3 node-6', 'kubectl scale deployment/web --replicas 9'],
      action: [...cordon, mutate('scale', { kind: 'Deployment', name: 'web', replicas: 9 }), pass('10s')],
      check: checkApp('web', (nodes) => nodes.length === 9 && perZone(nodes).join() === '3,3,2'),
    },
    {
      title: 'It can again',
      text: 'Uncordon the nodes: the pod that waited goes to zone-3.',
      commands: ['kubectl uncordon node-3 node-6'],
      action: [...uncordon, pass('10s')],
      check: checkApp('web', (nodes) => perZone(nodes).join() === '3,3,3'),
    },
  ],
  question: {
    text: 'Zone-3 is cordoned once more, and a deployment of nine pods has the same constraint with ScheduleAnyway. How many wait?',
    choices: [
      { text: 'Seven: the skew is already at its limit with one pod in each of two zones.', isRight: false },
      { text: 'One, as before.', isRight: false },
      { text: 'None.', isRight: true },
    ],
    trial: [...cordon, apply(deployment('soft', 9, { spec: spread('soft', 'ScheduleAnyway') })), pass('10s')],
    check: checkApp('soft', (nodes) => nodes.length === 9 && perZone(nodes)[2] === 0 && !nodes.includes(undefined)),
    because:
      'ScheduleAnyway makes the constraint a score: nodes of fuller zones are worse, but a worse node is better than none. With DoNotSchedule it is a filter.',
  },
};
