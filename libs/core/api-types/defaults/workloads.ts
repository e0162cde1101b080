import type { KubeObject, PodSpec } from '../objects';
import { defaultPodSpec } from './pod-spec';

type Fields = Record<string, unknown>;

/** Fills the spec of a workload and the pods of its template (section B). */
export function defaultWorkload(object: KubeObject): void {
  const spec = (object.spec ??= {}) as Fields;
  const template = spec['template'] as { metadata?: { labels?: Record<string, string> }; spec?: PodSpec } | undefined;
  if (template?.spec) defaultPodSpec(template.spec);
  const fill = DEFAULTS[object.kind];
  if (fill) fill(spec, template?.metadata?.labels, object);
}

const DEFAULTS: Readonly<
  Record<string, (spec: Fields, templateLabels: Record<string, string> | undefined, object: KubeObject) => void>
> = {
  Deployment: (spec) => {
    spec['replicas'] ??= 1;
    const strategy = (spec['strategy'] ??= {}) as Fields;
    strategy['type'] ??= 'RollingUpdate';
    if (strategy['type'] === 'RollingUpdate') {
      const rolling = (strategy['rollingUpdate'] ??= {}) as Fields;
      rolling['maxUnavailable'] ??= '25%';
      rolling['maxSurge'] ??= '25%';
    }
    spec['revisionHistoryLimit'] ??= 10;
    spec['progressDeadlineSeconds'] ??= 600;
  },
  ReplicaSet: (spec) => void (spec['replicas'] ??= 1),
  ReplicationController: (spec, templateLabels, object) => {
    spec['replicas'] ??= 1;
    if (!templateLabels) return;
    spec['selector'] ??= { ...templateLabels };
    object.metadata.labels ??= { ...templateLabels };
  },
  StatefulSet: (spec) => {
    spec['replicas'] ??= 1;
    spec['podManagementPolicy'] ??= 'OrderedReady';
    const strategy = (spec['updateStrategy'] ??= {}) as Fields;
    strategy['type'] ??= 'RollingUpdate';
    if (strategy['type'] === 'RollingUpdate') ((strategy['rollingUpdate'] ??= {}) as Fields)['partition'] ??= 0;
    spec['revisionHistoryLimit'] ??= 10;
    spec['persistentVolumeClaimRetentionPolicy'] ??= { whenDeleted: 'Retain', whenScaled: 'Retain' };
  },
  DaemonSet: (spec) => {
    const strategy = (spec['updateStrategy'] ??= {}) as Fields;
    strategy['type'] ??= 'RollingUpdate';
    if (strategy['type'] === 'RollingUpdate') {
      const rolling = (strategy['rollingUpdate'] ??= {}) as Fields;
      rolling['maxUnavailable'] ??= 1;
      rolling['maxSurge'] ??= 0;
    }
    spec['revisionHistoryLimit'] ??= 10;
  },
  Job: (spec) => defaultJobSpec(spec),
  CronJob: (spec) => {
    spec['concurrencyPolicy'] ??= 'Allow';
    spec['suspend'] ??= false;
    spec['successfulJobsHistoryLimit'] ??= 3;
    spec['failedJobsHistoryLimit'] ??= 1;
    const jobSpec = (spec['jobTemplate'] as Fields | undefined)?.['spec'] as Fields | undefined;
    const podSpec = (jobSpec?.['template'] as Fields | undefined)?.['spec'] as PodSpec | undefined;
    if (podSpec) defaultPodSpec(podSpec);
  },
};

function defaultJobSpec(spec: Fields): void {
  if (spec['completions'] === undefined && spec['parallelism'] === undefined) spec['completions'] = 1;
  spec['parallelism'] ??= 1;
  // With a limit for each index there is none for all, unless it is asked for.
  spec['backoffLimit'] ??= typeof spec['backoffLimitPerIndex'] === 'number' ? 2 ** 31 - 1 : 6;
  spec['completionMode'] ??= 'NonIndexed';
  spec['suspend'] ??= false;
  const policy = spec['podFailurePolicy'] as { rules?: { onPodConditions?: Fields[] }[] } | undefined;
  spec['podReplacementPolicy'] ??= policy ? 'Failed' : 'TerminatingOrFailed';
  for (const { onPodConditions = [] } of policy?.rules ?? []) {
    for (const pattern of onPodConditions) pattern['status'] ??= 'True';
  }
}
