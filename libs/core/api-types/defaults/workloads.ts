import type { KubeObject, PodSpec } from '../objects';
import { defaultTemplateSpec } from './pod-spec';

type Fields = Record<string, unknown>;

/** Fills the spec of a workload and the pods of its template (spec api B). */
export function defaultWorkload(object: KubeObject): void {
  const spec = (object.spec ??= {}) as Fields;
  const template = spec['template'] as { metadata?: { labels?: Record<string, string> }; spec?: PodSpec } | undefined;
  if (template?.spec) defaultTemplateSpec(template.spec);
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
    defaultSetStrategy((spec['updateStrategy'] ??= {}) as Fields);
    spec['revisionHistoryLimit'] ??= 10;
    const retention = (spec['persistentVolumeClaimRetentionPolicy'] ??= {}) as Fields;
    retention['whenDeleted'] ??= 'Retain';
    retention['whenScaled'] ??= 'Retain';
    for (const claim of (spec['volumeClaimTemplates'] as Fields[] | undefined) ?? []) defaultClaimTemplate(claim);
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
  Job: (spec, templateLabels, object) => {
    defaultJobSpec(spec);
    spec['manualSelector'] ??= false;
    if (templateLabels) object.metadata.labels ??= { ...templateLabels };
  },
  CronJob: (spec) => {
    spec['concurrencyPolicy'] ??= 'Allow';
    spec['suspend'] ??= false;
    spec['successfulJobsHistoryLimit'] ??= 3;
    spec['failedJobsHistoryLimit'] ??= 1;
    const jobSpec = (spec['jobTemplate'] as Fields | undefined)?.['spec'] as Fields | undefined;
    const podSpec = (jobSpec?.['template'] as Fields | undefined)?.['spec'] as PodSpec | undefined;
    if (podSpec) defaultTemplateSpec(podSpec);
  },
};

/** Only who names no strategy gets the fields of the usual one. */
function defaultSetStrategy(strategy: Fields): void {
  if (strategy['type'] === undefined) strategy['rollingUpdate'] ??= {};
  strategy['type'] ??= 'RollingUpdate';
  const rolling = strategy['rollingUpdate'] as Fields | undefined;
  if (strategy['type'] === 'RollingUpdate' && rolling) rolling['partition'] ??= 0;
}

/** A claim inside a set looks like one that was stored, so that clients compare equal what they wrote and what they read. */
function defaultClaimTemplate(claim: Fields): void {
  claim['apiVersion'] = 'v1';
  claim['kind'] = 'PersistentVolumeClaim';
  ((claim['spec'] ??= {}) as Fields)['volumeMode'] ??= 'Filesystem';
  ((claim['status'] ??= {}) as Fields)['phase'] ??= 'Pending';
}

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
