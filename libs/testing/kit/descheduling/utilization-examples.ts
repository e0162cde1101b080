import { sampleUtilization, profileOf } from './policies';
import { THREE_NODES, zones, type Example } from './scene';
import { namesOf, podOn } from './scene-pods';

const busy = (count: number, node = 'n1'): object[] =>
  namesOf(`${node}-p`, count).map((name) => podOn(node, name, { cpu: '300m', memory: '1Gi' }));
const idle = (node: string): object[] =>
  namesOf(`${node}-p`, 2).map((name) => podOn(node, name, { cpu: '200m', memory: '1Gi' }));

/** The worked examples of utilisation (docs/spec/descheduler.md). */
export const UTILIZATION_EXAMPLES: readonly Example[] = [
  {
    name: 'numberOfNodes under-utilised nodes are not enough (spec descheduler E5)',
    scene: { nodes: zones(4), pods: [...busy(10), ...idle('n2'), ...idle('n3'), ...idle('n4')] },
    runs: [{ policy: sampleUtilization({ numberOfNodes: 3 }), want: [] }],
  },
  {
    name: 'the guide’s sample, active (spec descheduler E6)',
    scene: { nodes: zones(5), pods: [...busy(12), ...idle('n2'), ...idle('n3'), ...idle('n4'), ...idle('n5')] },
    runs: [{ policy: sampleUtilization({ numberOfNodes: 3 }), want: namesOf('n1-p', 12).slice(0, 6) }],
  },
  {
    name: 'below all thresholds, not some (spec descheduler E7)',
    scene: {
      nodes: zones(2),
      pods: [...busy(12), ...namesOf('n2-p', 5).map((name) => podOn('n2', name, { cpu: '100m', memory: '512Mi' }))],
    },
    runs: [{ policy: sampleUtilization(), want: [] }],
  },
  {
    name: 'equal is under, and not over (spec descheduler E8)',
    scene: {
      nodes: zones(2),
      pods: [
        ...namesOf('n1-p', 4).map((name) => podOn('n1', name, { cpu: '500m', memory: '2Gi' })),
        ...namesOf('n2-p', 2).map((name) => podOn('n2', name, { cpu: '400m', memory: '1Gi' })),
      ],
    },
    runs: [{ policy: sampleUtilization(), want: [] }],
  },
  {
    name: 'BestEffort before Burstable before Guaranteed (spec descheduler E9)',
    scene: {
      nodes: zones(2),
      pods: namesOf('p', 8).map((name) => {
        if (name === 'p3' || name === 'p5') return podOn('n1', name);
        return podOn('n1', name, { cpu: '400m', memory: '1Gi', guaranteed: name === 'p1' || name === 'p6' });
      }),
    },
    runs: [{ policy: sampleUtilization(), want: ['p3', 'p5', 'p2'] }],
  },
  {
    name: 'the destinations run out of room (spec descheduler E11)',
    scene: {
      nodes: [
        { name: 'big', allocatable: { cpu: '16', memory: '64Gi', pods: '50' } },
        { name: 'small', allocatable: { cpu: '2', memory: '8Gi', pods: '20' } },
      ],
      pods: [
        ...namesOf('b', 10).map((name) => podOn('big', name, { cpu: '1', memory: '1Gi' })),
        podOn('small', 's1', { cpu: '200m', memory: '1Gi' }),
      ],
    },
    runs: [{ policy: sampleUtilization(), want: ['b01'] }],
  },
  {
    name: 'a resource without threshold counts as 100 (spec descheduler E12)',
    scene: {
      nodes: zones(2),
      pods: [
        ...namesOf('n1-p', 12).map((name) => podOn('n1', name, { cpu: '100m', memory: '1Gi' })),
        podOn('n2', 'm1', { cpu: '100m', memory: '12Gi' }),
      ],
    },
    runs: [
      {
        policy: profileOf('LowNodeUtilization', {
          thresholds: { cpu: 20, pods: 20 },
          targetThresholds: { cpu: 50, pods: 50 },
        }),
        want: ['n1-p01', 'n1-p02'],
      },
    ],
  },
  {
    name: 'two sources share the room (spec descheduler E13)',
    scene: {
      nodes: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
      pods: [
        ...namesOf('a', 6).map((name) => podOn('a', name, { cpu: '400m', memory: '1Gi' })),
        ...namesOf('b', 8).map((name) => podOn('b', name, { cpu: '400m', memory: '1Gi' })),
        podOn('c', 'c1', { cpu: '400m', memory: '1Gi' }),
      ],
    },
    runs: [
      { policy: sampleUtilization(), want: ['b1', 'b2', 'b3', 'a1'] },
      {
        policy: profileOf('LowNodeUtilization', {
          thresholds: { cpu: 20, memory: 20, pods: 20 },
          targetThresholds: { cpu: 50, memory: 50, pods: 50 },
          evictionLimits: { node: 1 },
        }),
        want: ['b1', 'a1'],
      },
    ],
  },
  {
    name: 'thresholds around the mean (spec descheduler E14)',
    scene: {
      nodes: THREE_NODES,
      pods: [
        ...busy(10),
        ...namesOf('n2-p', 4).map((name) => podOn('n2', name, { cpu: '250m', memory: '1Gi' })),
        podOn('n3', 'n3-p1', { cpu: '100m', memory: '1Gi' }),
      ],
    },
    runs: [
      {
        policy: profileOf('LowNodeUtilization', {
          useDeviationThresholds: true,
          thresholds: { cpu: 10, memory: 10, pods: 10 },
          targetThresholds: { cpu: 10, memory: 10, pods: 10 },
        }),
        want: namesOf('n1-p', 10).slice(0, 5),
      },
    ],
  },
  {
    name: 'an almost empty node is emptied (spec descheduler E22)',
    scene: {
      nodes: THREE_NODES,
      pods: [
        ...busy(2),
        ...namesOf('n2-p', 5).map((name) => podOn('n2', name, { cpu: '500m', memory: '2Gi' })),
        ...namesOf('n3-p', 4).map((name) => podOn('n3', name, { cpu: '400m', memory: '2Gi' })),
      ],
    },
    runs: [
      {
        policy: profileOf('HighNodeUtilization', { thresholds: { cpu: 20, memory: 20, pods: 20 } }),
        want: ['n1-p1', 'n1-p2'],
      },
    ],
  },
];
