import { makeNode } from '@orrery/builders';
import {
  asItIs,
  displaceable,
  HOSTNAME,
  important,
  inZones,
  object,
  OBJECTS,
  onItsNode,
  plainPod,
  preferredAffinity,
  preferredAntiAffinity,
  requiredAffinity,
  requiredAntiAffinity,
  spread,
  teamAntiAffinity,
  TEAMS,
  tooLarge,
  zonedNode,
  type Template,
} from './pod-templates';
import type { Churn, SchedulerWorkload, UpstreamFigures } from './workload';

/** A row for 5,000 nodes; `nodes` fixes another number. */
interface Shape {
  readonly name: string;
  readonly nodes?: number;
  readonly seedPods: number;
  readonly pods: number;
  readonly zones?: readonly string[];
  readonly template: Template;
  readonly seedTemplate?: Template;
  readonly seedOutcome?: SchedulerWorkload['seedOutcome'];
  /** The pods of the row take nodes from each other, so smaller clusters can only have fewer of them. */
  readonly fillsCluster?: boolean;
  readonly preempts?: boolean;
  readonly upstream?: UpstreamFigures;
  readonly objects?: SchedulerWorkload['objects'];
  readonly churn?: Churn;
}

const FULL_SIZE = 5000;
const MOONS = ['moon-1', 'moon-2', 'moon-3'];
const MIXTURE: readonly Template[] = [
  requiredAffinity('blue'),
  preferredAffinity('red'),
  preferredAntiAffinity('yellow'),
  requiredAntiAffinity('green'),
  asItIs,
];
const mixed: Template = (pod, index, nodes) => MIXTURE[index % MIXTURE.length]!(pod, index, nodes);

/** A node, a pod that fits nowhere and a service come, and go in the next round. */
const COMINGS_AND_GOINGS: Churn = {
  everyPods: 250,
  make: (round) => ({
    nodes: [makeNode(`guest-${round}`).allocatable({ cpu: '4', memory: '32Gi' }).zone('zone1').build()],
    pods: [
      important(plainPod(`large-${round}`), 0, 1)
        .requests({ cpu: '9' })
        .build(),
    ],
    objects: [
      object(
        'v1',
        'Service',
        `service-${round}`,
        { spec: { selector: { app: 'foo' }, ports: [{ port: 80, protocol: 'TCP' }] } },
        { namespace: 'sched-1' },
      ),
    ],
  }),
};

/** The shapes of v1.34 `test/integration/scheduler_perf`. */
const SHAPES: readonly Shape[] = [
  {
    name: 'basic, 1,000 nodes',
    nodes: 1000,
    seedPods: 1000,
    pods: 10_000,
    template: asItIs,
    upstream: { measured: 385 },
  },
  { name: 'basic', seedPods: 1000, pods: 10_000, template: asItIs, upstream: { published: 680, measured: 330 } },
  {
    name: 'required pod anti-affinity',
    seedPods: 1000,
    pods: 2000,
    fillsCluster: true,
    template: requiredAntiAffinity('green'),
    upstream: { published: 60, measured: 250 },
  },
  {
    name: 'required pod affinity',
    seedPods: 5000,
    pods: 5000,
    template: requiredAffinity('blue'),
    upstream: { published: 35 },
  },
  { name: 'preferred pod affinity', seedPods: 5000, pods: 5000, template: preferredAffinity('red') },
  { name: 'preferred pod anti-affinity', seedPods: 5000, pods: 5000, template: preferredAntiAffinity('yellow') },
  {
    name: 'anti-affinity with namespace selector',
    seedPods: 2000,
    pods: 2000,
    fillsCluster: true,
    objects: TEAMS,
    template: teamAntiAffinity,
    upstream: { published: 24 },
  },
  {
    name: 'topology spread, hard',
    seedPods: 5000,
    pods: 5000,
    zones: MOONS,
    template: spread('DoNotSchedule'),
    upstream: { published: 460, measured: 220 },
  },
  { name: 'topology spread, soft', seedPods: 5000, pods: 5000, zones: MOONS, template: spread('ScheduleAnyway') },
  {
    name: 'topology spread by host, hard',
    seedPods: 5000,
    pods: 5000,
    zones: MOONS,
    template: spread('DoNotSchedule', HOSTNAME),
  },
  { name: 'node affinity', seedPods: 5000, pods: 10_000, zones: MOONS, template: inZones('moon-1', 'moon-2') },
  { name: 'mixed', seedPods: 5000, pods: 5000, fillsCluster: true, template: mixed },
  {
    name: 'preemption',
    seedPods: 20_000,
    pods: 5000,
    fillsCluster: true,
    preempts: true,
    template: important,
    seedTemplate: displaceable,
    upstream: { published: 570, measured: 75 },
  },
  {
    name: 'unschedulable pods in the queue',
    seedPods: 200,
    pods: 10_000,
    template: asItIs,
    seedTemplate: tooLarge,
    seedOutcome: 'noneBound',
  },
  { name: 'mixed churn', seedPods: 0, pods: 10_000, template: asItIs, churn: COMINGS_AND_GOINGS },
  { name: 'daemon pods, 15,000 nodes', nodes: 15_000, seedPods: 0, pods: 30_000, template: onItsNode },
];

export interface WorkloadSize {
  readonly nodes: number;
  /** Measured pods at most. */
  readonly pods: number;
}

/**
 * Returns all rows for clusters of this number of nodes; smaller clusters get fewer pods in proportion where the pods
 * fill them.
 */
export function schedulerWorkloads({ nodes: wanted, pods: most }: WorkloadSize): SchedulerWorkload[] {
  return SHAPES.map((shape) => {
    const { name, template, zones = ['zone1'], seedTemplate = template, nodes: fixed = FULL_SIZE } = shape;
    const nodes = shape.nodes && wanted >= FULL_SIZE ? fixed : Math.min(wanted, fixed);
    const share = Math.min(1, nodes / fixed);
    const seedPods = Math.round(shape.seedPods * share);
    return {
      name,
      nodes,
      seedPods,
      seedOutcome: shape.seedOutcome ?? 'allBound',
      pods: Math.min(most, shape.fillsCluster ? Math.round(shape.pods * share) : shape.pods),
      preempts: shape.preempts ?? false,
      upstream: shape.upstream ?? {},
      objects: [...OBJECTS, ...(shape.objects ?? [])],
      churn: shape.churn,
      makeNode: zonedNode(...zones),
      makeSeedPod: (index) => seedTemplate(plainPod(`seed-${index}`), index, nodes).build(),
      makePod: (index) =>
        template(plainPod(`pod-${index}`), index + (seedTemplate === template ? seedPods : 0), nodes).build(),
    };
  });
}
