import { makeNode, makePod } from '@orrery/builders';
import { behaviourOf } from '../behaviour/bundles';
import { NodeInfo } from './node-info';
import { podInfoOf, type PodInfo } from './pod-info';
import { PodShapes } from './pod-shape';
import { ResourceSlots } from './resource-slots';

const PORT = { ip: '0.0.0.0', protocol: 'TCP', port: 80 };
const term = { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'web' } } };

const slots = new ResourceSlots();
const shapes = new PodShapes(slots, behaviourOf('modern'));

/** A pod that uses all that is counted on a node. */
function greedy(name: string): PodInfo {
  const pod = makePod(name)
    .requests({ cpu: '1', memory: '1Gi' })
    .hostPorts({ port: PORT.port })
    .affinity({ podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } })
    .volumes({ name: 'data', persistentVolumeClaim: { claimName: 'data' } });
  return podInfoOf(pod.node('n1').build(), shapes);
}

function empty(name: string): NodeInfo {
  const info = new NodeInfo(name, slots);
  info.setNode(makeNode(name).build());
  return info;
}

function counted(info: NodeInfo): unknown {
  return {
    pods: [...info.pods.keys()],
    affinity: [...info.podsWithAffinity.keys()],
    antiAffinity: [...info.podsWithRequiredAntiAffinity.keys()],
    claims: [...info.claimUsers],
    requested: [...info.requested].slice(0, 2),
    isPortTaken: info.usedPorts.conflictsWith(PORT),
  };
}

const NOTHING_COUNTED = counted(empty('n0'));

test.each([
  ['an empty node', () => empty('n1')],
  ['a simulation of an empty node', () => empty('n1').clone()],
])('%s counts what comes and goes, and no other node notices', (_, make) => {
  const other = empty('n2');
  const info = make();
  const [one, two] = [greedy('one'), greedy('two')];
  info.addPod(one);
  info.addPod(two);
  expect(counted(info)).toEqual({
    pods: [one.uid, two.uid],
    affinity: [one.uid, two.uid],
    antiAffinity: [one.uid, two.uid],
    claims: [['default/data', 2]],
    requested: [2000, 2 * 2 ** 30],
    isPortTaken: true,
  });
  for (const unused of [other, empty('n3'), other.clone()]) expect(counted(unused)).toEqual(NOTHING_COUNTED);
  info.removePod(one.uid);
  info.removePod(two.uid);
  expect(counted(info)).toEqual(NOTHING_COUNTED);
});

test('a node and its simulation do not see what the other does', () => {
  const info = empty('n1');
  const [stays, leaves, comes] = [greedy('stays'), greedy('leaves'), greedy('comes')];
  info.addPod(stays);
  info.addPod(leaves);
  const before = counted(info);
  const copy = info.clone();
  expect(counted(copy)).toEqual(before);
  copy.removePod(leaves.uid);
  copy.removePod(stays.uid);
  expect([counted(copy), counted(info)]).toEqual([NOTHING_COUNTED, before]);
  info.addPod(comes);
  expect(counted(copy)).toEqual(NOTHING_COUNTED);
});
