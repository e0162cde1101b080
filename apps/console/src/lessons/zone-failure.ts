import { check, type Lesson } from './lesson';
import { checkNodes, hasTaint } from './checks';
import { apply, deployment, mutate, pass } from './requests';

const UNREACHABLE = 'node.kubernetes.io/unreachable';
const lost = (zone: string) => mutate('injectFault', { kind: 'POWER_OFF', zone });

export const zoneFailure: Lesson = {
  id: 'zone-failure',
  title: 'When a zone fails',
  summary: 'Nodes that are silent are tainted one after the other, and not at all when everything seems lost.',
  text: [
    'A node that sends no heartbeats is marked Unknown after a grace period. Then it is tainted NoExecute, and its pods go when their tolerations run out. To lose a network for a minute should not empty a cluster, so taints are rationed: by zone, one node in ten seconds.',
    'How healthy a zone is decides about its rate. A zone of which all nodes are silent keeps the full rate, a large part of one slows down, and if every zone is silent the control plane takes itself for the one that is cut off.',
  ],
  cluster: { nodes: 6, zones: 3 },
  setup: [apply(deployment('web', 6)), pass('30s')],
  steps: [
    {
      title: 'Cut the power of zone-1',
      text: 'Switch off both nodes of zone-1, and let a minute pass: the zone is in full disruption.',
      commands: ['orrery fault inject power-off --zone zone-1', 'orrery clock advance 1m'],
      action: [lost('zone-1'), pass('60s')],
      check: check<{ zones: { name: string; state: string }[] }>('{ zones { name state } }', {}, ({ zones }) =>
        zones.some(({ name, state }) => name.endsWith('zone-1') && state === 'FULL_DISRUPTION'),
      ),
    },
    {
      title: 'One node after the other',
      text: 'Let half a minute pass. Both nodes get the NoExecute taint unreachable, ten seconds apart: the times of the taints tell it.',
      commands: ['orrery clock advance 30s'],
      action: [pass('30s')],
      check: checkNodes((nodes) =>
        ['node-1', 'node-4'].every((name) => hasTaint(nodes[name], UNREACHABLE, 'NoExecute')),
      ),
    },
    {
      title: 'Pods are replaced',
      text: 'The pods tolerate the taint for 300 seconds. Let seven minutes pass: their replacements run in the other zones.',
      commands: ['orrery clock advance 7m'],
      action: [pass('7m')],
      check: check<{
        deployment: { status: { readyReplicas: number | null } | null } | null;
        pods: { nodes: { spec: { nodeName: string | null } | null; metadata: { deletionTimestamp: string | null } }[] };
      }>(
        '{ deployment(name: "web") { status { readyReplicas } } pods(filter: { labelSelector: "app=web" }) { nodes { spec { nodeName } metadata { deletionTimestamp } } } }',
        {},
        ({ deployment: web, pods }) =>
          web?.status?.readyReplicas === 6 &&
          pods.nodes
            .filter(({ metadata }) => metadata.deletionTimestamp === null)
            .every(({ spec }) => !['node-1', 'node-4'].includes(spec?.nodeName ?? 'node-1')),
      ),
    },
  ],
  question: {
    text: 'The zone comes back. Then all three zones fail in the same moment. What is evicted within ten minutes?',
    choices: [
      { text: 'Everything, at one node in ten seconds and zone.', isRight: false },
      { text: 'Nothing.', isRight: true },
      { text: 'The pods of one zone, the largest.', isRight: false },
    ],
    trial: [
      mutate('clearFaults', { zone: 'zone-1' }),
      pass('3m'),
      lost('zone-1'),
      lost('zone-2'),
      lost('zone-3'),
      pass('10m'),
    ],
    check: checkNodes((nodes) => Object.values(nodes).every((node) => !hasTaint(node, UNREACHABLE, 'NoExecute'))),
    because:
      'Where no zone has a healthy node, the likeliest cause is that the control plane cannot reach them. No node could run the pods anyway: NoExecute taints are taken away, and nothing is evicted until a zone is back.',
  },
};
