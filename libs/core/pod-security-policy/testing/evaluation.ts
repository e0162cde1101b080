import { ApiError, kindByGvk, type KubeObject, type PodSecurityPolicySpec, type PodSpec } from '@orrery/api-types';
import type { AdmissionLookup, AdmissionRequest } from '@orrery/admission';
import { podSecurityPolicy } from '../pod-security-policy';

/** The annotation with the policy by which a pod was admitted. */
export const PSP = 'kubernetes.io/psp';
export const SECCOMP = 'seccomp.security.alpha.kubernetes.io';
export const APP_ARMOR = 'apparmor.security.beta.kubernetes.io';

const metadata = (name: string, annotations: Record<string, string> = {}) => ({
  name,
  namespace: 'ns',
  uid: 'u',
  resourceVersion: '1',
  creationTimestamp: '2026-01-01T00:00:00Z',
  ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
});

/** Restricts nothing but privileges, volumes and the host. */
export const OPEN: PodSecurityPolicySpec = {
  allowPrivilegeEscalation: true,
  runAsUser: { rule: 'RunAsAny' },
  seLinux: { rule: 'RunAsAny' },
  fsGroup: { rule: 'RunAsAny' },
  supplementalGroups: { rule: 'RunAsAny' },
};

/** Policies with their users, and a pod. */
export interface Story {
  readonly policies?: Readonly<Record<string, PodSecurityPolicySpec | undefined>>;
  readonly rules?: Record<string, string>;
  readonly usable?: readonly string[];
  readonly annotations?: Record<string, string>;
  readonly spec?: object;
  readonly container?: object;
  readonly old?: KubeObject;
}

/** The pod of a story. */
export function podOf({ annotations, spec, container }: Story): KubeObject {
  const containers = [{ name: 'c', image: 'i', ...container }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: metadata('p', annotations),
    spec: { serviceAccountName: 'default', containers, ...spec },
  };
}

/** The request that creates the pod of a story, or changes it. */
export function requestOf(story: Story, object: KubeObject = podOf(story)): AdmissionRequest {
  const { policies = { open: OPEN }, rules, usable = Object.keys(policies), old } = story;
  const objects = Object.entries(policies).map(([name, spec]) => ({
    apiVersion: 'policy/v1beta1',
    kind: 'PodSecurityPolicy',
    metadata: metadata(name, rules),
    spec,
  }));
  const lookup: Pick<AdmissionLookup, 'podSecurityPolicies' | 'isAllowedForPod'> = {
    podSecurityPolicies: () => objects as KubeObject[],
    isAllowedForPod: ({ verb, group, resource, namespace, name }, account) =>
      verb === 'use' &&
      resource === 'podsecuritypolicies' &&
      namespace === 'ns' &&
      account === 'default' &&
      usable.includes(name) &&
      // The right may be given in either group.
      group === (name.startsWith('old') ? 'extensions' : 'policy'),
  };
  return {
    operation: old ? 'UPDATE' : 'CREATE',
    kind: kindByGvk('v1', 'Pod')!,
    object,
    ...(old ? { oldObject: old } : {}),
    user: { name: 'u', groups: [] },
    // The plugin looks at nothing else.
    lookup: lookup as AdmissionLookup,
  };
}

/** The pod as admitted, or the words of the refusal. */
export function admitted(story: Story): { metadata: KubeObject['metadata']; spec: PodSpec } | string {
  const outcome = podSecurityPolicy.admit(requestOf(story));
  if (outcome instanceof ApiError) return outcome.message.replace('pods "p" is forbidden: PodSecurityPolicy: ', '');
  expect(podSecurityPolicy.check(requestOf(story, outcome))).toBeUndefined();
  return outcome as never;
}
