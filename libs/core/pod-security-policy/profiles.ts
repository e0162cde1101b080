import { notAllowed } from './go-text';
import type { ContainerSecurity, EvaluatedPod, PodSecurity, Provider, SpecContainer } from './security';

/** Annotation of a pod with its seccomp profile. */
export const SECCOMP_POD = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/';
const APP_ARMOR_CONTAINER = 'container.apparmor.security.beta.kubernetes.io/';
const SECCOMP_DEFAULT = 'seccomp.security.alpha.kubernetes.io/defaultProfileName';
const SECCOMP_ALLOWED = 'seccomp.security.alpha.kubernetes.io/allowedProfileNames';
const APP_ARMOR_DEFAULT = 'apparmor.security.beta.kubernetes.io/defaultProfileName';
const APP_ARMOR_ALLOWED = 'apparmor.security.beta.kubernetes.io/allowedProfileNames';
const RUNTIME_DEFAULT = 'runtime/default';
/** Former name of the runtime's default: a policy that allows one of the two allows both. */
const DOCKER_DEFAULT = 'docker/default';

/** The seccomp profile that a pod has, or gets from the policy; empty for none. */
export function givenSeccompProfile({ annotations: rules }: Provider, { annotations, spec }: EvaluatedPod): string {
  const own = annotations[SECCOMP_POD];
  if (own) return own;
  const field = spec.securityContext?.seccompProfile;
  return field ? annotationOf(field) : (rules[SECCOMP_DEFAULT] ?? '');
}

/** Returns the errors of the seccomp profile of a pod (`pkg/security/podsecuritypolicy/seccomp`). */
export function podSeccompErrors(provider: Provider, { annotations, spec }: EvaluatedPod): readonly string[] {
  const field = spec.securityContext?.seccompProfile;
  const profile = annotations[SECCOMP_POD] || (field ? annotationOf(field) : '');
  return seccompErrors(provider, `pod.metadata.annotations[${SECCOMP_POD}]`, profile);
}

/** Returns the errors of the seccomp profile of a container, which is its pod's unless it has one of its own. */
export function containerSeccompErrors(
  provider: Provider,
  { annotations, spec }: EvaluatedPod,
  { name, securityContext }: SpecContainer,
): readonly string[] {
  const key = `${SECCOMP_CONTAINER}${name}`;
  const [own, ofPod] = [securityContext?.seccompProfile, spec.securityContext?.seccompProfile];
  const shared = ofPod ? annotationOf(ofPod) : (annotations[SECCOMP_POD] ?? '');
  const profile = own ? annotationOf(own) : (annotations[key] ?? shared);
  return seccompErrors(provider, `pod.metadata.annotations[${key}]`, profile);
}

function seccompErrors({ annotations: rules }: Provider, path: string, profile: string): readonly string[] {
  const listed = rules[SECCOMP_ALLOWED];
  const all = listed === undefined ? [] : listed.split(',');
  if (all.includes('*')) return [];
  const hasDefault = all.includes(DOCKER_DEFAULT) || all.includes(RUNTIME_DEFAULT);
  const allowed = new Set([...all, ...(hasDefault ? [DOCKER_DEFAULT, RUNTIME_DEFAULT] : [])]);
  if (allowed.size === 0) return profile === '' ? [] : [notAllowed(path, 'seccomp may not be set')];
  if (allowed.has(profile)) return [];
  return [notAllowed(path, `${profile} is not an allowed seccomp profile. Valid values are ${listed ?? ''}`)];
}

/** `SeccompAnnotationForField`. */
function annotationOf({
  type,
  localhostProfile,
}: NonNullable<(PodSecurity | ContainerSecurity)['seccompProfile']>): string {
  if (type === 'Unconfined') return 'unconfined';
  if (type === 'RuntimeDefault') return RUNTIME_DEFAULT;
  return type === 'Localhost' && localhostProfile !== undefined ? `localhost/${localhostProfile}` : '';
}

/** The AppArmor annotation that a container gets from the policy; empty if it gets none. */
export function givenAppArmor(
  { annotations: rules }: Provider,
  annotations: EvaluatedPod['annotations'],
  { name }: Pick<SpecContainer, 'name'>,
): Readonly<Record<string, string>> {
  const key = `${APP_ARMOR_CONTAINER}${name}`;
  const given = rules[APP_ARMOR_DEFAULT];
  return annotations[key] || !given ? {} : { [key]: given };
}

/** Returns the errors of the AppArmor profile of a container (`pkg/security/podsecuritypolicy/apparmor`). */
export function appArmorErrors(
  { annotations: rules }: Provider,
  { annotations }: EvaluatedPod,
  { name }: SpecContainer,
): readonly string[] {
  const listed = rules[APP_ARMOR_ALLOWED];
  if (listed === undefined) return [];
  const path = `pod.metadata.annotations[${APP_ARMOR_CONTAINER}${name}]`;
  const profile = annotations[`${APP_ARMOR_CONTAINER}${name}`] ?? '';
  if (profile === '') return [notAllowed(path, 'AppArmor profile must be set')];
  if (listed.split(',').includes(profile)) return [];
  return [notAllowed(path, `${profile} is not an allowed profile. Allowed values: ${JSON.stringify(listed)}`)];
}
