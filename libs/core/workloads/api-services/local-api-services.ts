import { deepEqual, groupOf, versionOf, type ApiService } from '@orrery/api-types';

/** Marks the APIServices that the server keeps for what it answers itself (`kube-aggregator/pkg/controllers/autoregister`). */
export const AUTOMANAGED = 'kube-aggregator.kubernetes.io/automanaged';

/** A group version that the server answers, and whether a CustomResourceDefinition of the cluster defines it. */
export interface LocalVersion {
  readonly apiVersion: string;
  readonly isCustom: boolean;
}

/** An APIService as it should be. */
export interface WantedApiService {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: ApiService['spec'];
}

/** Groups of the release by priority, in upstream's steps (`pkg/controlplane/apiserver/aggregator.go`). */
const GROUP_PRIORITIES: Readonly<Record<string, number>> = {
  '': 18_000,
  apps: 17_800,
  'events.k8s.io': 17_750,
  'authentication.k8s.io': 17_700,
  'authorization.k8s.io': 17_600,
  autoscaling: 17_500,
  batch: 17_400,
  'certificates.k8s.io': 17_300,
  'networking.k8s.io': 17_200,
  policy: 17_100,
  'rbac.authorization.k8s.io': 17_000,
  'storage.k8s.io': 16_800,
  'apiextensions.k8s.io': 16_700,
  'admissionregistration.k8s.io': 16_700,
  'scheduling.k8s.io': 16_600,
  'coordination.k8s.io': 16_500,
  'node.k8s.io': 16_300,
  'discovery.k8s.io': 16_200,
  'flowcontrol.apiserver.k8s.io': 16_100,
  'resource.k8s.io': 16_200,
  // Only releases before 1.22 serve it.
  extensions: 17_150,
};
const CUSTOM_PRIORITY = { groupPriorityMinimum: 1000, versionPriority: 100 };
/** Versions that have another priority than the usual one of their stage. */
const VERSION_PRIORITIES: Readonly<Record<string, number>> = {
  v1: 1,
  'admissionregistration.k8s.io/v1beta1': 12,
  'autoscaling/v2': 30,
  'autoscaling/v2beta2': 1,
  'discovery.k8s.io/v1beta1': 12,
  'events.k8s.io/v1beta1': 5,
  'extensions/v1beta1': 1,
  'flowcontrol.apiserver.k8s.io/v1': 21,
  'flowcontrol.apiserver.k8s.io/v1beta1': 12,
  'resource.k8s.io/v1': 21,
  'scheduling.k8s.io/v1beta1': 12,
  'rbac.authorization.k8s.io/v1beta1': 12,
};
const STABLE_PRIORITY = 15;
const BETA_PRIORITY = 9;
/** Its own group is not registered with itself. */
const OWN_GROUP = 'apiregistration.k8s.io';

/** Returns the APIServices of the group versions that the server serves itself. */
export function localApiServices(versions: readonly LocalVersion[]): WantedApiService[] {
  return versions.flatMap(({ apiVersion, isCustom }) => {
    const group = groupOf(apiVersion);
    if (group === OWN_GROUP) return [];
    const version = versionOf(apiVersion);
    const known = Object.hasOwn(GROUP_PRIORITIES, group) && !isCustom ? GROUP_PRIORITIES[group] : undefined;
    const priorities =
      known === undefined
        ? CUSTOM_PRIORITY
        : { groupPriorityMinimum: known, versionPriority: versionPriority(apiVersion) };
    return {
      name: `${version}.${group}`,
      labels: { [AUTOMANAGED]: isCustom ? 'true' : 'onstart' },
      spec: { ...(group === '' ? {} : { group }), version, ...priorities },
    };
  });
}

function versionPriority(apiVersion: string): number {
  const known = Object.hasOwn(VERSION_PRIORITIES, apiVersion) ? VERSION_PRIORITIES[apiVersion] : undefined;
  return known ?? (/\d(?:alpha|beta)\d/.test(apiVersion) ? BETA_PRIORITY : STABLE_PRIORITY);
}

/** Plans the writes after which exactly these APIServices exist besides those of users. */
export function planLocalApiServices(
  wanted: readonly WantedApiService[],
  existing: readonly ApiService[],
): { readonly create: WantedApiService[]; readonly restore: WantedApiService[]; readonly remove: ApiService[] } {
  const known = new Map(existing.map((each) => [each.metadata.name, each]));
  const names = new Set(wanted.map(({ name }) => name));
  return {
    create: wanted.filter(({ name }) => !known.has(name)),
    restore: wanted.filter(({ name, spec }) => {
      const each = known.get(name);
      return each !== undefined && isAutomanaged(each) && !deepEqual(each.spec, spec);
    }),
    remove: existing.filter((each) => isAutomanaged(each) && !names.has(each.metadata.name)),
  };
}

/** Returns true for an APIService that is managed automatically; one that a user made, or took over by removing the label, is not. */
function isAutomanaged({ metadata }: Pick<ApiService, 'metadata'>): boolean {
  return metadata.labels?.[AUTOMANAGED] !== undefined;
}
