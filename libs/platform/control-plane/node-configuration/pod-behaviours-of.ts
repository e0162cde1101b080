import type { KubeObject, Pod } from '@orrery/api-types';
import { PodBehaviours, type PodBehavior, type PodOwner, type ResourceUsage } from '@orrery/pod-lifecycle';
import { POD_BEHAVIOURS } from './behaviour-admission';
import type { ObjectSource } from './node-configurations';

/** Resource names of the kinds that define the usage and the stages of pods, as in the change log. */
const RESOURCE_USAGES = 'resourceusages.kwok.x-k8s.io';
const CLUSTER_RESOURCE_USAGES = 'clusterresourceusages.kwok.x-k8s.io';
export const STAGES = 'stages.kwok.x-k8s.io';

/** All kinds whose objects configure the behaviour of pods. */
export const POD_BEHAVIOUR_KINDS: readonly string[] = [POD_BEHAVIOURS, RESOURCE_USAGES, CLUSTER_RESOURCE_USAGES];

/** Resources that can own pods. */
const OWNER_RESOURCES: Readonly<Record<string, string>> = {
  ReplicaSet: 'replicasets.apps',
  Deployment: 'deployments.apps',
  StatefulSet: 'statefulsets.apps',
  DaemonSet: 'daemonsets.apps',
  Job: 'jobs.batch',
  CronJob: 'cronjobs.batch',
};

/** Source of a cluster's objects that also finds single ones. */
export interface OwnerSource extends ObjectSource {
  get(key: { resource: string; namespace: string; name: string }): KubeObject | undefined;
}

/** Makes the behaviours of a cluster's pods, with nothing read yet. */
export function podBehavioursOf(seed: string | number, objects: () => OwnerSource): PodBehaviours {
  return new PodBehaviours(seed, (pod) => ownersOf(pod, objects()));
}

/** Reads what there is now. */
export function readPodBehaviours(behaviours: PodBehaviours, objects: ObjectSource): void {
  behaviours.replace([...objects.list(POD_BEHAVIOURS)] as PodBehavior[]);
  const usages = (resource: string): ResourceUsage[] => [...objects.list(resource)] as ResourceUsage[];
  behaviours.use(usages(RESOURCE_USAGES), usages(CLUSTER_RESOURCE_USAGES));
}

/** The owners of a pod and theirs, as far as they are kinds that make pods. */
function ownersOf({ metadata }: Pod, objects: OwnerSource): PodOwner[] {
  const owners: PodOwner[] = [];
  const { namespace = '' } = metadata;
  const waiting = [...(metadata.ownerReferences ?? [])];
  for (let owner = waiting.shift(); owner && owners.length < 10; owner = waiting.shift()) {
    const { apiVersion, kind, name } = owner;
    owners.push({ apiVersion, kind, name });
    const resource = OWNER_RESOURCES[kind];
    const found = resource === undefined ? undefined : objects.get({ resource, namespace, name });
    waiting.push(...(found?.metadata.ownerReferences ?? []));
  }
  return owners;
}
