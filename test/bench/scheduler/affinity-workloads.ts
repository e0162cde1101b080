import type { Affinity, KubeObject, Node, Pod } from '@orrery/api-types';
import { makeNode, makePod, type PodBuilder } from '@orrery/testing';

/** One row of the benchmark: a cluster, pods that are placed before, and pods whose decisions are measured. */
export interface SchedulerWorkload {
  readonly name: string;
  readonly nodes: number;
  /** Pods that are placed before the measurement. */
  readonly seedPods: number;
  readonly pods: number;
  readonly objects?: readonly KubeObject[];
  makeNode(index: number): Node;
  /** Seed pods come first: the index goes on from them. */
  makePod(index: number): Pod;
}

const HOSTNAME = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';

type Template = (pod: PodBuilder, index: number) => PodBuilder;

const basicPod = (index: number): PodBuilder =>
  makePod(`pod-${index}`).namespace('sched-1').requests({ cpu: '100m', memory: '500Mi' });
const zoned =
  (...zones: readonly string[]) =>
  (index: number): Node =>
    makeNode(`node-${index}`)
      .allocatable({ cpu: '4', memory: '32Gi' })
      .zone(zones[index % zones.length]!)
      .build();
const term = (color: string, topologyKey: string) => ({
  labelSelector: { matchLabels: { color } },
  topologyKey,
  namespaces: ['sched-1', 'sched-0'],
});
const withAffinity =
  (color: string, affinity: Affinity): Template =>
  (pod) =>
    pod.label('color', color).affinity(affinity);
const spread =
  (whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway', topologyKey = ZONE): Template =>
  (pod) =>
    pod.label('color', 'blue').spec({
      topologySpreadConstraints: [
        { maxSkew: 5, topologyKey, whenUnsatisfiable, labelSelector: { matchLabels: { color: 'blue' } } },
      ],
    });

const MOONS = ['moon-1', 'moon-2', 'moon-3'];
const TEAM_NAMESPACES = 100;
const teamNamespaces: readonly KubeObject[] = Array.from({ length: TEAM_NAMESPACES }, (_, i) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: `team-${i}`, uid: `ns-${i}`, labels: { team: 'devops' } },
})) as unknown as readonly KubeObject[];

interface Shape extends Pick<SchedulerWorkload, 'name' | 'seedPods' | 'pods' | 'objects'> {
  readonly zones: readonly string[];
  readonly template: Template;
}

/** The shapes of v1.34 `test/integration/scheduler_perf` that ask about other pods, and a basic one. */
const SHAPES: readonly Shape[] = [
  { name: 'basic', seedPods: 1000, pods: 5000, zones: ['zone1'], template: (pod) => pod },
  {
    name: 'required pod anti-affinity',
    seedPods: 1000,
    pods: 1000,
    zones: ['zone1'],
    template: withAffinity('green', {
      podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term('green', HOSTNAME)] },
    }),
  },
  {
    name: 'required pod affinity',
    seedPods: 5000,
    pods: 1000,
    zones: ['zone1'],
    template: withAffinity('blue', {
      podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term('blue', ZONE)] },
    }),
  },
  {
    name: 'preferred pod affinity',
    seedPods: 5000,
    pods: 1000,
    zones: ['zone1'],
    template: withAffinity('red', {
      podAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: term('red', HOSTNAME) }],
      },
    }),
  },
  {
    name: 'preferred pod anti-affinity',
    seedPods: 5000,
    pods: 1000,
    zones: ['zone1'],
    template: withAffinity('yellow', {
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: term('yellow', HOSTNAME) }],
      },
    }),
  },
  {
    name: 'anti-affinity with namespace selector',
    seedPods: 2000,
    pods: 1000,
    zones: ['zone1'],
    objects: teamNamespaces,
    template: (pod, index) =>
      withAffinity('green', {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            {
              labelSelector: { matchLabels: { color: 'green' } },
              topologyKey: HOSTNAME,
              namespaceSelector: { matchLabels: { team: 'devops' } },
            },
          ],
        },
      })(pod.namespace(`team-${index % TEAM_NAMESPACES}`), index),
  },
  { name: 'topology spread, hard', seedPods: 5000, pods: 2000, zones: MOONS, template: spread('DoNotSchedule') },
  { name: 'topology spread, soft', seedPods: 5000, pods: 2000, zones: MOONS, template: spread('ScheduleAnyway') },
  {
    name: 'topology spread by host, hard',
    seedPods: 2000,
    pods: 2000,
    zones: MOONS,
    template: spread('DoNotSchedule', HOSTNAME),
  },
];

/** All rows for a cluster of so many nodes; smaller clusters get fewer seed pods in proportion. */
export function affinityWorkloads(nodes: number): SchedulerWorkload[] {
  return SHAPES.map(({ name, seedPods, pods, zones, template, objects = [] }) => ({
    name,
    nodes,
    seedPods: Math.round(seedPods * Math.min(1, nodes / 5000)),
    pods: Math.round(pods * Math.min(1, nodes / 1500)),
    objects,
    makeNode: zoned(...zones),
    makePod: (index) => template(basicPod(index), index).build(),
  }));
}
