import type { Pod, PodSpec } from '@orrery/api-types';
import { HookFailurePolicy } from '@orrery/api-types';
import type { ConfigStrategy, ExecNewPodHook, LifecycleHook } from './config-types';
import { podNameOf } from './deployer-pod-name';
import { ConfigAnnotation, DEPLOYER_FOR_LABEL, type Version } from './version';

/** Moments at which hooks run. */
export type HookMoment = 'pre' | 'mid' | 'post';

const TYPE_LABEL = 'openshift.io/deployer-pod.type';
const MAX_DURATION_SECONDS = 21_600;
const GRACE_SECONDS = 10;

type Container = PodSpec['containers'][number];

export interface HookPodInput {
  readonly hook: LifecycleHook & { readonly execNewPod: ExecNewPodHook };
  readonly version: Version;
  readonly strategy: ConfigStrategy;
  readonly moment: HookMoment;
  /** Start of the deployer pod, and cluster time, in ms. */
  readonly startedMs: number;
  readonly nowMs: number;
}

/** The name of the pod that runs a hook of a version. */
export function hookPodName(version: string, moment: HookMoment): string {
  return podNameOf(version, `hook-${moment}`);
}

/** The pod of a hook (`makeHookPod` of origin's strategy/support); undefined if the template has no such container. */
export function hookPod(input: HookPodInput): object | undefined {
  const { hook, version, strategy, moment, startedMs, nowMs } = input;
  const { execNewPod, failurePolicy } = hook;
  const spec = version.spec.template?.spec;
  const base = spec?.containers.find(({ name }) => name === execNewPod.containerName);
  if (!spec || !base) return undefined;
  const { name, namespace, uid } = version.metadata;
  const deadline = strategy.activeDeadlineSeconds ?? MAX_DURATION_SECONDS;
  const volumes = (spec.volumes ?? []).filter((volume) => execNewPod.volumes?.includes(volume.name));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: hookPodName(name, moment),
      namespace,
      annotations: { ...strategy.annotations, [ConfigAnnotation.Deployment]: name },
      labels: { ...strategy.labels, [TYPE_LABEL]: `hook-${moment}`, [DEPLOYER_FOR_LABEL]: name },
      ownerReferences: [{ apiVersion: 'v1', kind: 'ReplicationController', name, uid }],
    },
    spec: {
      containers: [container(base, execNewPod, version, new Set(volumes.map((volume) => volume.name)))],
      ...(spec.securityContext ? { securityContext: spec.securityContext } : {}),
      ...(volumes.length > 0 ? { volumes } : {}),
      activeDeadlineSeconds: Math.max(1, deadline - Math.floor((nowMs - startedMs) / 1000)),
      ...(spec.nodeSelector ? { nodeSelector: spec.nodeSelector } : {}),
      // The kubelet repeats what is to be repeated.
      restartPolicy: failurePolicy === HookFailurePolicy.Retry ? 'OnFailure' : 'Never',
      ...(spec.imagePullSecrets ? { imagePullSecrets: spec.imagePullSecrets } : {}),
      terminationGracePeriodSeconds: GRACE_SECONDS,
    },
  };
}

function container(base: Container, hook: ExecNewPodHook, version: Version, volumes: ReadonlySet<string>): object {
  const { image, imagePullPolicy, workingDir, resources, securityContext, volumeMounts = [] } = base;
  const variables = new Map([...(base.env ?? []), ...(hook.env ?? [])].map((each) => [each.name, each]));
  const mounts = volumeMounts.filter(({ name }) => volumes.has(name));
  const { name, namespace } = version.metadata;
  return {
    name: 'lifecycle',
    ...(image === undefined ? {} : { image }),
    ...(imagePullPolicy === undefined ? {} : { imagePullPolicy }),
    command: hook.command ?? [],
    ...(workingDir === undefined ? {} : { workingDir }),
    env: [
      ...variables.values(),
      { name: 'OPENSHIFT_DEPLOYMENT_NAME', value: name },
      { name: 'OPENSHIFT_DEPLOYMENT_NAMESPACE', value: namespace },
    ],
    ...(resources ? { resources } : {}),
    ...(mounts.length > 0 ? { volumeMounts: mounts } : {}),
    ...(securityContext ? { securityContext } : {}),
  };
}

/** Returns the result of a hook's pod; undefined while it has not ended. */
export function hookOutcome({ status }: Pod): 'succeeded' | 'failed' | undefined {
  if (status?.phase === 'Succeeded') return 'succeeded';
  return status?.phase === 'Failed' ? 'failed' : undefined;
}
