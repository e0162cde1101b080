import { invalidField, type FieldError } from '../../errors/field-error';

const PATH = 'metadata.annotations';
const APP_ARMOR_DEFAULT = 'apparmor.security.beta.kubernetes.io/defaultProfileName';
const APP_ARMOR_ALLOWED = 'apparmor.security.beta.kubernetes.io/allowedProfileNames';
const SECCOMP_DEFAULT = 'seccomp.security.alpha.kubernetes.io/defaultProfileName';
const SECCOMP_ALLOWED = 'seccomp.security.alpha.kubernetes.io/allowedProfileNames';

/** Returns the errors of the profiles that a policy names in annotations (`ValidatePodSecurityPolicySpecificAnnotations` of v1.20). */
export function profileErrors(annotations: Readonly<Record<string, string>> = {}): FieldError[] {
  const at = (key: string): string => `${PATH}[${key}]`;
  const listed = (key: string): string[] => (annotations[key] ? annotations[key].split(',') : []);
  const armor = (key: string, profile: string): FieldError[] =>
    isAppArmorProfile(profile)
      ? []
      : [invalidField(at(key), annotations[key], `invalid AppArmor profile name: ${JSON.stringify(profile)}`)];
  return [
    ...(annotations[APP_ARMOR_DEFAULT] ? armor(APP_ARMOR_DEFAULT, annotations[APP_ARMOR_DEFAULT]) : []),
    ...listed(APP_ARMOR_ALLOWED).flatMap((profile) => armor(APP_ARMOR_ALLOWED, profile)),
    ...(annotations[SECCOMP_DEFAULT] ? seccompErrors(annotations[SECCOMP_DEFAULT], at(SECCOMP_DEFAULT)) : []),
    ...listed(SECCOMP_ALLOWED).flatMap((profile) =>
      profile === '*' ? [] : seccompErrors(profile, at(SECCOMP_ALLOWED)),
    ),
  ];
}

function isAppArmorProfile(profile: string): boolean {
  return (
    profile === '' || profile === 'runtime/default' || profile === 'unconfined' || profile.startsWith('localhost/')
  );
}

function seccompErrors(profile: string, path: string): FieldError[] {
  if (['runtime/default', 'docker/default', 'unconfined'].includes(profile)) return [];
  if (!profile.startsWith('localhost/')) return [invalidField(path, profile, 'must be a valid seccomp profile')];
  const file = profile.slice('localhost/'.length);
  return [
    ...(file.startsWith('/') ? [invalidField(path, file, 'must be a relative path')] : []),
    ...(file.split('/').includes('..') ? [invalidField(path, file, "must not contain '..'")] : []),
  ];
}
