import type * as core from 'kubernetes-types/core/v1';
import { duplicateField, fieldNotFound, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { dnsLabelErrors } from '../../names/qualified-name';
import { oneOf } from '../closed-set';
import { validateContainerPorts } from '../ports';
import { validateContainerResources } from '../resources';

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'] as const;
const MESSAGE_POLICIES = ['FallbackToLogsOnError', 'File'] as const;
const RESTART_POLICIES = ['Always', 'Never', 'OnFailure'] as const;
const PROBE_NUMBERS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
] as const;
const ENV_NAME_TEXT =
  "a valid environment variable names must contain only printable ASCII characters, excluding the '=' character";

/** What containers of a pod are checked against. */
export interface ContainerContext {
  readonly volumeNames: ReadonlySet<string>;
  /** Names that the pod has for its claims of devices. */
  readonly claimNames: ReadonlySet<string>;
  /** Names that are taken by containers of the other lists; those of this list are added. */
  readonly takenNames: Set<string>;
}

/** What is wrong with a list of containers or init containers. */
export function validateContainers(
  containers: readonly core.Container[],
  field: string,
  around: ContainerContext,
): FieldError[] {
  const errors: FieldError[] = [];
  containers.forEach((container, index) => {
    const path = `${field}[${index}]`;
    validateIdentity(container, path, errors);
    if (container.terminationMessagePolicy !== undefined) {
      errors.push(...oneOf(container.terminationMessagePolicy, MESSAGE_POLICIES, `${path}.terminationMessagePolicy`));
    }
    errors.push(...validateContainerPorts(container.ports, `${path}.ports`));
    validateEnv(container.env, `${path}.env`, errors);
    validateMounts(container.volumeMounts, `${path}.volumeMounts`, around.volumeNames, errors);
    if (container.imagePullPolicy !== undefined) {
      errors.push(...oneOf(container.imagePullPolicy, PULL_POLICIES, `${path}.imagePullPolicy`));
    }
    errors.push(...validateContainerResources(container.resources, `${path}.resources`, around.claimNames));
    for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe'] as const) {
      validateProbe(container[probe], `${path}.${probe}`, errors);
    }
    if (container.restartPolicy !== undefined) {
      errors.push(...oneOf(container.restartPolicy, RESTART_POLICIES, `${path}.restartPolicy`));
    }
    if (!container.name) return;
    if (around.takenNames.has(container.name)) errors.push(duplicateField(`${path}.name`, container.name));
    around.takenNames.add(container.name);
  });
  return errors;
}

function validateIdentity(container: core.Container, path: string, errors: FieldError[]): void {
  if (!container.name) errors.push(requiredField(`${path}.name`));
  else
    for (const text of dnsLabelErrors(container.name)) errors.push(invalidField(`${path}.name`, container.name, text));
  const image = container.image ?? '';
  if (image === '') errors.push(requiredField(`${path}.image`));
  else if (image.trim() !== image) {
    errors.push(invalidField(`${path}.image`, image, 'must not have leading or trailing whitespace'));
  }
}

function validateEnv(env: readonly core.EnvVar[] | undefined, field: string, errors: FieldError[]): void {
  env?.forEach((variable, index) => {
    const path = `${field}[${index}]`;
    if (!variable.name) errors.push(requiredField(`${path}.name`));
    else if (!/^[ -<>-~]+$/.test(variable.name))
      errors.push(invalidField(`${path}.name`, variable.name, ENV_NAME_TEXT));
    if (!variable.valueFrom) return;
    if (variable.value) {
      errors.push(invalidField(`${path}.valueFrom`, '', 'may not be specified when `value` is not empty'));
    }
    const sources = Object.keys(variable.valueFrom).length;
    if (sources === 0)
      errors.push(
        invalidField(
          `${path}.valueFrom`,
          '',
          'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`',
        ),
      );
    if (sources > 1)
      errors.push(invalidField(`${path}.valueFrom`, '', 'may not have more than one field specified at a time'));
  });
}

function validateMounts(
  mounts: readonly core.VolumeMount[] | undefined,
  field: string,
  volumeNames: ReadonlySet<string>,
  errors: FieldError[],
): void {
  const paths = new Set<string>();
  mounts?.forEach((mount, index) => {
    const path = `${field}[${index}]`;
    if (!mount.name) errors.push(requiredField(`${path}.name`));
    else if (!volumeNames.has(mount.name)) errors.push(fieldNotFound(`${path}.name`, mount.name));
    if (!mount.mountPath) errors.push(requiredField(`${path}.mountPath`));
    else if (paths.has(mount.mountPath))
      errors.push(invalidField(`${path}.mountPath`, mount.mountPath, 'must be unique'));
    paths.add(mount.mountPath ?? '');
  });
}

function validateProbe(probe: core.Probe | undefined, field: string, errors: FieldError[]): void {
  if (!probe) return;
  for (const name of PROBE_NUMBERS) {
    const value = probe[name];
    if (value !== undefined && value < 0)
      errors.push(invalidField(`${field}.${name}`, value, 'must be greater than or equal to 0'));
  }
}
