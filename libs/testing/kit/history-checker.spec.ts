import type { KubeObject } from '@orrery/api-types';
import { Operation, type Change } from '@orrery/store';
import { makeNode } from '@orrery/builders';
import { makePod, type PodBuilder } from '@orrery/builders';
import { checkHistory } from './history-checker';

const node = makeNode('n1').allocatable({ cpu: '1', memory: '1Gi', pods: '2' }).build();
const other = makeNode('n2').build();
const small = (name: string): PodBuilder => makePod(name).requests({ cpu: '400m', memory: '256Mi' });
const running = (name: string): PodBuilder => small(name).node('n1').phase('Running');

type Step = [operation: Operation, object: object, revision?: number];

function history(...steps: Step[]): Change[] {
  return steps.map(([operation, object, revision], i) => {
    const { kind, metadata } = object as KubeObject;
    const resource = kind === 'Node' ? 'nodes' : 'pods';
    const key = { resource, namespace: metadata.namespace ?? '', name: metadata.name };
    return { revision: revision ?? i + 1, operation, key, object: object as KubeObject };
  });
}

const { Create, Update, Delete } = Operation;

test.each<{ name: string; steps: Step[]; pods?: string[]; want: string[] }>([
  {
    name: 'finds nothing wrong with a good life',
    steps: [
      [Create, node],
      [Create, small('a').build()],
      [Update, running('a').build()],
    ],
    pods: ['default/a'],
    want: [],
  },
  {
    name: 'a gap in the revisions',
    steps: [
      [Create, node],
      [Create, other, 3],
    ],
    want: ['revision 3 follows 1'],
  },
  {
    name: 'a revision twice',
    steps: [
      [Create, node],
      [Create, other, 1],
    ],
    want: ['revision 1 follows 1'],
  },
  {
    name: 'a pod that went to another node',
    steps: [
      [Create, node],
      [Create, other],
      [Create, running('a').build()],
      [Update, running('a').node('n2').build()],
    ],
    want: ['revision 4: pod default/a went from n1 to n2'],
  },
  {
    name: 'a later pod of the same name may go elsewhere',
    steps: [
      [Create, node],
      [Create, other],
      [Create, running('a').build()],
      [Delete, running('a').build()],
      [Create, running('a').uid('later').node('n2').build()],
    ],
    want: [],
  },
  {
    name: 'a node with too many pods',
    steps: [[Create, node], ...['a', 'b', 'c'].map((name): Step => [Create, makePod(name).node('n1').build()])],
    want: ['revision 4: node n1 holds 3 of 2 pods'],
  },
  {
    name: 'a node with too little cpu',
    steps: [
      [Create, node],
      [Create, running('a').build()],
      [Create, makePod('b').requests({ cpu: '601m' }).node('n1').build()],
    ],
    want: ['revision 3: node n1 holds 1001 of 1000 cpu'],
  },
  {
    name: 'a finished pod takes no room',
    steps: [
      [Create, node],
      [Create, running('a').build()],
      [Update, running('a').phase('Succeeded').build()],
      [Create, makePod('b').requests({ cpu: '1' }).node('n1').build()],
    ],
    want: [],
  },
  {
    name: 'a pod on a node that is not there',
    steps: [[Create, running('a').build()]],
    want: ['revision 1: there is no node n1'],
  },
  {
    name: 'a lost pod, and one that does not run',
    steps: [
      [Create, node],
      [Create, small('a').build()],
      [Create, running('b').build()],
      [Delete, running('b').build()],
    ],
    pods: ['default/a', 'default/b'],
    want: ['pod default/a is Pending in the end', 'pod default/b is lost'],
  },
])('$name', ({ steps, pods = [], want }) => {
  expect(checkHistory(history(...steps), { pods })).toEqual(want);
});
