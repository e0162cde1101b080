import type { Affinity, KubeObject, Node } from '@orrery/api-types';
import { makeNode, makePod, type PodBuilder } from '@orrery/builders';

export const HOSTNAME = 'kubernetes.io/hostname';
export const ZONE = 'topology.kubernetes.io/zone';
export const TEAM_NAMESPACES = 100;

/** Change by which a pod of a row differs from a plain one. */
export type Template = (pod: PodBuilder, index: number, nodes: number) => PodBuilder;

/** A pod as upstream's rows have it, in their namespace. */
export const plainPod = (name: string): PodBuilder =>
  makePod(name).namespace('sched-1').requests({ cpu: '100m', memory: '500Mi' }).image('registry.k8s.io/pause:3.10');

export const asItIs: Template = (pod) => pod;

/** Nodes of upstream's rows, dealt out to zones. */
export const zonedNode =
  (...zones: readonly string[]) =>
  (index: number): Node =>
    makeNode(`node-${index}`)
      .allocatable({ cpu: '4', memory: '32Gi' })
      .zone(zones[index % zones.length]!)
      .build();

const labelled = (color: string) => ({ labelSelector: { matchLabels: { color } } });
const term = (color: string, topologyKey: string) => ({
  ...labelled(color),
  topologyKey,
  namespaces: ['sched-1', 'sched-0'],
});
const colored =
  (color: string, affinity: Affinity): Template =>
  (pod) =>
    pod.label('color', color).affinity(affinity);

export const requiredAntiAffinity = (color: string): Template =>
  colored(color, { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term(color, HOSTNAME)] } });
export const requiredAffinity = (color: string): Template =>
  colored(color, { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term(color, ZONE)] } });
export const preferredAffinity = (color: string): Template =>
  colored(color, { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [weighted(color)] } });
export const preferredAntiAffinity = (color: string): Template =>
  colored(color, { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [weighted(color)] } });

const weighted = (color: string) => ({ weight: 1, podAffinityTerm: term(color, HOSTNAME) });

/** The pod keeps away from pods of its kind in every namespace of its team. */
export const teamAntiAffinity: Template = (pod, index, nodes) =>
  colored('green', {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { ...labelled('green'), topologyKey: HOSTNAME, namespaceSelector: { matchLabels: { team: 'devops' } } },
      ],
    },
  })(pod.namespace(`team-${index % TEAM_NAMESPACES}`), index, nodes);

export const spread =
  (whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway', topologyKey = ZONE): Template =>
  (pod) =>
    pod.label('color', 'blue').spec({
      topologySpreadConstraints: [{ maxSkew: 5, topologyKey, whenUnsatisfiable, ...labelled('blue') }],
    });

const nodeTerm = (operator: string, key: string, values: readonly string[]) => ({
  nodeSelectorTerms: [{ matchExpressions: [{ key, operator, values: [...values] }] }],
});

export const inZones =
  (...zones: readonly string[]): Template =>
  (pod) =>
    pod.affinity({
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: nodeTerm('In', ZONE, zones) },
    });

/** Pods like those of a DaemonSet: each names its node by a field. */
export const onItsNode: Template = (pod, index, nodes) =>
  pod.requests({ cpu: '10m', memory: '10Mi' }).affinity({
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [
          { matchFields: [{ key: 'metadata.name', operator: 'In', values: [`node-${index % nodes}`] }] },
        ],
      },
    },
  });

/** More than any node has. */
export const tooLarge: Template = (pod) => pod.requests({ cpu: '9', memory: '500Mi' });

/** Four of them fill a node. */
export const displaceable: Template = (pod) =>
  pod.requests({ cpu: '900m', memory: '500Mi' }).spec({ terminationGracePeriodSeconds: 0 });

/** Needs most of a node. */
export const important: Template = (pod) =>
  pod.requests({ cpu: '3000m', memory: '500Mi' }).spec({ priorityClassName: 'important', priority: 10 });

/** Objects that pods of the rows refer to. */
export const OBJECTS: readonly KubeObject[] = [
  object('scheduling.k8s.io/v1', 'PriorityClass', 'important', { value: 10 }),
  object('v1', 'Namespace', 'sched-0'),
  object('v1', 'Namespace', 'sched-1'),
];

export const TEAMS: readonly KubeObject[] = Array.from({ length: TEAM_NAMESPACES }, (_, i) =>
  object('v1', 'Namespace', `team-${i}`, {}, { labels: { team: 'devops' } }),
);

export function object(
  apiVersion: string,
  kind: string,
  name: string,
  rest: object = {},
  metadata: object = {},
): KubeObject {
  return {
    apiVersion,
    kind,
    metadata: { name, uid: `${kind}-${name}`, resourceVersion: '1', ...metadata },
    ...rest,
  } as KubeObject;
}
