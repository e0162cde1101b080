import type { GraphqlClient } from '../../../libs/testing/kit/graphql-client';
import { LIVES, URGENT, WAITING } from './story-objects';

export const deployment = (name: string, replicas: number, more: object = {}): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'default' },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'c', image: 'nginx', resources: { requests: { cpu: '500m' } } }], ...more },
    },
  },
});

const CRON_JOB = {
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name: 'tick', namespace: 'default' },
  spec: {
    schedule: '*/2 * * * *',
    jobTemplate: {
      spec: {
        template: {
          spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'busybox', command: ['sleep', '20'] }] },
        },
      },
    },
  },
};

const STATEFUL_SET = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'store', namespace: 'default' },
  spec: {
    replicas: 3,
    serviceName: 'store',
    selector: { matchLabels: { app: 'store' } },
    template: {
      metadata: { labels: { app: 'store' } },
      spec: { containers: [{ name: 'c', image: 'nginx' }] },
    },
  },
};

const AUTOSCALER = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    minReplicas: 2,
    maxReplicas: 12,
    metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } }],
  },
};

const POLICY = `
apiVersion: descheduler/v1alpha2
kind: DeschedulerPolicy
profiles:
  - name: default
    pluginConfig:
      - { name: RemovePodsHavingTooManyRestarts, args: { podRestartThreshold: 1 } }
      - { name: PodLifeTime, args: { maxPodLifeTimeSeconds: 400 } }
    plugins: { deschedule: { enabled: [PodLifeTime, RemovePodsHavingTooManyRestarts] } }
`;

const SPREAD = {
  maxSkew: 1,
  topologyKey: 'topology.kubernetes.io/zone',
  whenUnsatisfiable: 'ScheduleAnyway',
  labelSelector: { matchLabels: { app: 'wide' } },
};

/** Deployments with too little room, a zone that fails and comes back, jobs, claims, an autoscaler and a descheduler. */
export function story(cluster: GraphqlClient): (() => Promise<unknown>)[] {
  const create = (...objects: object[]) => cluster.mutate('createObject', { objects }, 'objects { id }');
  const advance = (by: string) => cluster.mutate('advanceClock', { by }, 'events');
  return [
    () => create(deployment('web', 10), STATEFUL_SET, CRON_JOB),
    () => create(AUTOSCALER),
    () => create(deployment('wide', 30, { topologySpreadConstraints: [SPREAD] })),
    () => create(...LIVES, ...WAITING),
    () => advance('37s'),
    () => create(...URGENT),
    () => advance('53s'),
    () => cluster.mutate('deleteObject', { apiVersion: 'v1', kind: 'Pod', name: 'stops-slowly' }, 'isGone'),
    () => cluster.mutate('injectFault', { kind: 'POWER_OFF', zone: 'zone-1' }, 'nodes'),
    () => advance('50s'),
    () => advance('5m'),
    () => advance('70s'),
    () => cluster.mutate('clearFaults', { zone: 'zone-1' }, 'nodes'),
    () => cluster.mutate('setDeschedulerSchedule', { yaml: POLICY, interval: '2m' }, 'clientMutationId'),
    () => advance('10s'),
    () => advance('6m'),
    () => cluster.mutate('deleteObject', { apiVersion: 'apps/v1', kind: 'Deployment', name: 'wide' }, 'isGone'),
    () => advance('2m'),
  ];
}
