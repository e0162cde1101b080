import { forbiddenField, invalidField, type FieldError } from '../../errors/field-error';
import type { PodSpec } from '../../objects';
import { descendingPathErrors } from '../paths';

const SECCOMP_POD = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/';
const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';
const LISTS = ['initContainers', 'containers', 'ephemeralContainers'] as const;
const LOCALHOST = 'localhost/';

interface Profile {
  readonly type?: string;
  readonly localhostProfile?: string;
}
type Context = { readonly seccompProfile?: Profile; readonly appArmorProfile?: Profile } | undefined;

/** A pod, or the template of one. */
export interface AnnotatedSpec {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> | undefined } | undefined;
  readonly spec: PodSpec;
}

/** Returns the errors of the annotations by which older clients ask for seccomp and AppArmor. */
export function profileAnnotationErrors({ metadata, spec }: AnnotatedSpec, field: string): FieldError[] {
  return Object.entries(metadata?.annotations ?? {}).flatMap(([key, value]) => {
    if (key === SECCOMP_POD || key.startsWith(SECCOMP_CONTAINER)) return seccompErrors(value, `${field}.${key}`);
    return key.startsWith(APP_ARMOR) ? appArmorErrors(key, value, spec, `${field}[${key}]`) : [];
  });
}

/** As `ValidateSeccompProfile`. */
function seccompErrors(value: string, field: string): FieldError[] {
  if (value === 'runtime/default' || value === 'docker/default' || value === 'unconfined') return [];
  if (value.startsWith(LOCALHOST)) return descendingPathErrors(value.slice(LOCALHOST.length), field);
  return [invalidField(field, value, 'must be a valid seccomp profile')];
}

/** As `ValidateAppArmorPodAnnotations`. */
function appArmorErrors(key: string, value: string, spec: PodSpec, field: string): FieldError[] {
  const name = key.slice(APP_ARMOR.length);
  const isThere = LISTS.some((list) => spec[list]?.some((container) => container.name === name));
  const errors = isThere ? [] : [invalidField(field, name, 'container not found')];
  const isKnown = value === '' || value === 'runtime/default' || value === 'unconfined' || value.startsWith(LOCALHOST);
  if (isKnown) return errors;
  return [...errors, invalidField(field, value, `invalid AppArmor profile name: ${JSON.stringify(value)}`)];
}

/**
 * Returns an error for each annotation of a new pod that differs from the field with the same meaning
 * (`validateSeccompAnnotationsAndFields`, `validateAppArmorAnnotationsAndFieldsMatchOnCreate`).
 */
export function profileErrors({ metadata, spec }: AnnotatedSpec, field: string, isPod: boolean): FieldError[] {
  const annotations = metadata?.annotations;
  if (!annotations) return [];
  const ofPod = spec.securityContext as Context;
  const pod = annotations[SECCOMP_POD];
  const path = `${field}.securityContext.seccompProfile`;
  const errors = mismatchErrors('seccomp', pod, ofPod?.seccompProfile, path);
  for (const list of LISTS) {
    spec[list]?.forEach(({ name, securityContext }, index) => {
      const at = `${field}.${list}[${index}].securityContext`;
      const own = securityContext as Context;
      const annotation = annotations[`${SECCOMP_CONTAINER}${name}`];
      errors.push(...mismatchErrors('seccomp', annotation, own?.seccompProfile, `${at}.seccompProfile`));
      if (!isPod || spec.os?.name === 'windows') return;
      const profile = own?.appArmorProfile ?? ofPod?.appArmorProfile;
      errors.push(...mismatchErrors('apparmor', annotations[`${APP_ARMOR}${name}`], profile, `${at}.appArmorProfile`));
    });
  }
  return errors;
}

function mismatchErrors(
  subject: 'seccomp' | 'apparmor',
  annotation: string | undefined,
  profile: Profile | undefined,
  field: string,
): FieldError[] {
  if (annotation === undefined || !profile) return [];
  const wrongType = [forbiddenField(`${field}.type`, `${subject} type in annotation and field must match`)];
  switch (profile.type) {
    case 'Unconfined':
      return annotation === 'unconfined' ? [] : wrongType;
    case 'RuntimeDefault':
      return annotation === 'runtime/default' || (subject === 'seccomp' && annotation === 'docker/default')
        ? []
        : wrongType;
    case 'Localhost': {
      if (!annotation.startsWith(LOCALHOST)) return wrongType;
      if (annotation.slice(LOCALHOST.length) === profile.localhostProfile) return [];
      return [forbiddenField(`${field}.localhostProfile`, `${subject} profile in annotation and field must match`)];
    }
    default:
      return [];
  }
}
