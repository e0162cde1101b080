import type * as core from 'kubernetes-types/core/v1';
import { fieldNotFound, forbiddenField, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { oneOf } from '../closed-set';
import { descendingPathErrors, hasBackstep } from '../paths';

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'] as const;
const RECURSIVE_READ_ONLY = ['Disabled', 'Enabled', 'IfPossible'] as const;

/** A mount with what later versions of Kubernetes added. */
type VolumeMount = core.VolumeMount & { readonly recursiveReadOnly?: string };

/** Volumes of a pod by their names; those that a StatefulSet adds are claims. */
export type Volumes = ReadonlyMap<string, core.Volume>;

/** Returns the errors of the mounts of a container (`ValidateVolumeMounts`). */
export function validateMounts(container: core.Container, volumes: Volumes, field: string): FieldError[] {
  const devices = container.volumeDevices ?? [];
  const paths = new Set<string>();
  return (container.volumeMounts ?? []).flatMap((mount, index) => {
    const path = `${field}[${index}]`;
    const { name = '', mountPath = '' } = mount as Partial<VolumeMount>;
    const errors: FieldError[] = [];
    if (name === '') errors.push(requiredField(`${path}.name`));
    if (!volumes.has(name)) errors.push(fieldNotFound(`${path}.name`, name));
    if (mountPath === '') errors.push(requiredField(`${path}.mountPath`));
    if (paths.has(mountPath)) errors.push(invalidField(`${path}.mountPath`, mountPath, 'must be unique'));
    paths.add(mountPath);
    if (devices.some((device) => device.name === name)) {
      errors.push(invalidField(`${path}.name`, name, 'must not already exist in volumeDevices'));
    }
    if (devices.some((device) => device.devicePath === mountPath)) {
      const detail = 'must not already exist as a path in volumeDevices';
      errors.push(invalidField(`${path}.mountPath`, mountPath, detail));
    }
    return [...errors, ...subPathErrors(mount, path, field), ...sharingErrors(mount, container, field)];
  });
}

/** Returns the errors of the path below a volume; upstream names the list, not the mount in it, for those of the path. */
function subPathErrors({ subPath = '', subPathExpr = '' }: VolumeMount, path: string, field: string): FieldError[] {
  const errors = subPath === '' ? [] : descendingPathErrors(subPath, `${field}.subPath`);
  if (subPathExpr === '') return errors;
  if (subPath !== '') {
    errors.push(invalidField(`${path}.subPathExpr`, subPathExpr, 'subPathExpr and subPath are mutually exclusive'));
  }
  return [...errors, ...descendingPathErrors(subPathExpr, `${field}.subPathExpr`)];
}

/** As `validateMountPropagation` and `validateMountRecursiveReadOnly`, which name the list as well. */
function sharingErrors(
  { mountPropagation, recursiveReadOnly, readOnly }: VolumeMount,
  { securityContext }: core.Container,
  field: string,
): FieldError[] {
  const propagation = `${field}.mountPropagation`;
  const errors = oneOf(mountPropagation, PROPAGATIONS, propagation);
  if (mountPropagation === 'Bidirectional' && !securityContext?.privileged) {
    const detail = 'Bidirectional mount propagation is available only to privileged containers';
    errors.push(forbiddenField(propagation, detail));
  }
  if (recursiveReadOnly === undefined || recursiveReadOnly === 'Disabled') return errors;
  const path = `${field}.recursiveReadOnly`;
  const unsupported = oneOf(recursiveReadOnly, RECURSIVE_READ_ONLY, path);
  if (unsupported.length > 0) return [...errors, ...unsupported];
  if (!readOnly) errors.push(forbiddenField(path, 'may only be specified when readOnly is true'));
  if (mountPropagation !== undefined && mountPropagation !== 'None') {
    errors.push(forbiddenField(path, 'may only be specified when mountPropagation is None or not specified'));
  }
  return errors;
}

/** Returns the errors of the raw devices of a container (`ValidateVolumeDevices`). */
export function validateDevices(container: core.Container, volumes: Volumes, field: string): FieldError[] {
  const mounts = container.volumeMounts ?? [];
  const seen = { names: new Set<string>(), paths: new Set<string>() };
  return (container.volumeDevices ?? []).flatMap((device, index) => {
    const at = `${field}[${index}]`;
    const { name = '', devicePath = '' } = device as Partial<core.VolumeDevice>;
    const errors = deviceNameErrors(name, volumes.get(name), `${at}.name`);
    if (seen.names.has(name)) errors.splice(name === '' ? 1 : 0, 0, invalidField(`${at}.name`, name, 'must be unique'));
    if (devicePath === '') errors.push(requiredField(`${at}.devicePath`));
    if (seen.paths.has(devicePath)) errors.push(invalidField(`${at}.devicePath`, devicePath, 'must be unique'));
    if (hasBackstep(devicePath)) {
      errors.push(invalidField(`${at}.devicePath`, devicePath, "can not contain backsteps ('..')"));
    } else seen.paths.add(devicePath);
    if (mounts.some((mount) => mount.name === name)) {
      errors.push(invalidField(`${at}.name`, name, 'must not already exist in volumeMounts'));
    }
    if (mounts.some((mount) => mount.mountPath === devicePath)) {
      const detail = 'must not already exist as a path in volumeMounts';
      errors.push(invalidField(`${at}.devicePath`, devicePath, detail));
    }
    if (name !== '') seen.names.add(name);
    return errors;
  });
}

function deviceNameErrors(name: string, volume: core.Volume | undefined, field: string): FieldError[] {
  const errors = name === '' ? [requiredField(field)] : [];
  if (!volume) return [...errors, fieldNotFound(field, name)];
  if (volume.persistentVolumeClaim ?? volume.ephemeral) return errors;
  const detail = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
  return [...errors, invalidField(field, name, detail)];
}
