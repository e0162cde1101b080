import type * as core from 'kubernetes-types/core/v1';
import { duplicateField, forbiddenField, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { dnsLabelErrors } from '../../names/qualified-name';
import type { PodSpec } from '../../objects';
import { oneOf, requiredOneOf } from '../closed-set';
import { validateContainerPorts } from '../ports';
import { validateContainerResources } from '../resources';
import { validateEnv, validateEnvFrom } from './environment';
import { validateHooks } from './handlers';
import { validateDevices, validateMounts, type Volumes } from './mounts';
import { validateResize, type ResizePolicy } from './resize';
import { validateSecurity } from './security';

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'] as const;
/** In upstream's order, which is not that of the alphabet. */
const MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError'] as const;
const RESTART_POLICIES = ['Always', 'Never', 'OnFailure'] as const;
const OF_PLAIN_INIT = 'may not be set for init containers without restartPolicy=Always';

/** A container with what later versions of Kubernetes added. */
export type Container = core.Container & {
  readonly resizePolicy?: readonly ResizePolicy[];
  readonly restartPolicyRules?: readonly object[];
};

/** Context that containers of a pod are checked against. */
export interface ContainerContext {
  readonly spec: PodSpec;
  readonly volumes: Volumes;
  /** Names that the pod has for its claims of devices. */
  readonly claimNames: ReadonlySet<string>;
}

/** Returns the errors of the containers of a pod (`validateContainers`). */
export function validateContainers(context: ContainerContext, field: string): FieldError[] {
  const containers = (context.spec.containers ?? []) as readonly Container[];
  if (containers.length === 0) return [requiredField(field)];
  const names = new Set<string>();
  const errors = containers.flatMap((container, index) => {
    const path = `${field}[${index}]`;
    const { name = '', restartPolicy } = container as Partial<Container>;
    const found = validateContainer(container, path, context);
    if (names.has(name)) found.push(duplicateField(`${path}.name`, name));
    names.add(name);
    found.push(...validateHooks(container, path, graceSecondsOf(context.spec)));
    return [...found, ...oneOf(restartPolicy, RESTART_POLICIES, `${path}.restartPolicy`)];
  });
  return [...errors, ...hostPortErrors(containers, field)];
}

/** Returns the errors of the init containers of a pod (`validateInitContainers`). */
export function validateInitContainers(context: ContainerContext, field: string): FieldError[] {
  const { spec } = context;
  const names = new Set((spec.containers ?? []).map(({ name }) => name));
  return ((spec.initContainers ?? []) as readonly Container[]).flatMap((container, index) => {
    const path = `${field}[${index}]`;
    const { restartPolicy } = container;
    const errors = validateContainer(container, path, context);
    errors.push(...oneOf(restartPolicy, RESTART_POLICIES, `${path}.restartPolicy`));
    if (names.has(container.name)) errors.push(duplicateField(`${path}.name`, container.name));
    else if (container.name) names.add(container.name);
    errors.push(...hostPortErrors([container], field));
    if (restartPolicy === 'Always') return [...errors, ...validateHooks(container, path, graceSecondsOf(spec))];
    return [...errors, ...refusedOfInit(container, path)];
  });
}

/** An init container that ends has neither hooks nor probes, and is not resized. */
function refusedOfInit(container: Container, path: string): FieldError[] {
  const refused = (['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const).filter(
    (name) => container[name],
  );
  const errors = refused.map((name) => forbiddenField(`${path}.${name}`, OF_PLAIN_INIT));
  if (!container.resizePolicy?.length) return errors;
  const value = container.resizePolicy.map(
    ({ resourceName: ResourceName = '', restartPolicy: RestartPolicy = '' }) => ({ ResourceName, RestartPolicy }),
  );
  return [...errors, invalidField(`${path}.resizePolicy`, value, 'must not be set for init containers')];
}

/** Returns the errors of a container of any list (`validateContainerCommon`). */
export function validateContainer(container: Container, path: string, context: ContainerContext): FieldError[] {
  const { name = '', image = '' } = container as Partial<Container>;
  const { spec, volumes, claimNames } = context;
  const errors: FieldError[] = [];
  if (name === '') errors.push(requiredField(`${path}.name`));
  else for (const text of dnsLabelErrors(name)) errors.push(invalidField(`${path}.name`, name, text));
  if (image === '') errors.push(requiredField(`${path}.image`));
  if (container.terminationMessagePolicy !== undefined) {
    const field = `${path}.terminationMessagePolicy`;
    errors.push(...requiredOneOf(container.terminationMessagePolicy, MESSAGE_POLICIES, field));
  }
  errors.push(
    ...validateContainerPorts(container.ports, `${path}.ports`),
    ...validateEnv(container.env, `${path}.env`),
    ...validateEnvFrom(container.envFrom, `${path}.envFrom`),
    ...validateMounts(container, volumes, `${path}.volumeMounts`),
    ...validateDevices(container, volumes, `${path}.volumeDevices`),
  );
  if (container.imagePullPolicy !== undefined) {
    errors.push(...requiredOneOf(container.imagePullPolicy, PULL_POLICIES, `${path}.imagePullPolicy`));
  }
  return [
    ...errors,
    ...validateContainerResources(container.resources, `${path}.resources`, claimNames),
    ...validateResize(container.resizePolicy ?? [], `${path}.resizePolicy`, spec.restartPolicy),
    ...validateSecurity(container.securityContext, `${path}.securityContext`, spec),
  ];
}

/** Images of a pod, unlike those of a template, have no blanks around them (`validateContainersOnlyForPod`). */
export function imageBlankErrors(containers: readonly core.Container[] | undefined, field: string): FieldError[] {
  return (containers ?? []).flatMap(({ image = '' }, index) =>
    image.trim() === image
      ? []
      : [invalidField(`${field}[${index}].image`, image, 'must not have leading or trailing whitespace')],
  );
}

/** One port of the host serves one container (`AccumulateUniqueHostPorts`). */
function hostPortErrors(containers: readonly core.Container[], field: string): FieldError[] {
  const taken = new Set<string>();
  return containers.flatMap(({ ports }, index) =>
    (ports ?? []).flatMap(({ hostPort, hostIP = '', protocol }, at) => {
      if (!hostPort) return [];
      const claim = `${protocol}/${hostIP}/${hostPort}`;
      const isTaken = taken.has(claim);
      taken.add(claim);
      return isTaken ? [duplicateField(`${field}[${index}].ports[${at}].hostPort`, claim)] : [];
    }),
  );
}

/** Returns how long the containers of a pod have to end, in seconds. */
function graceSecondsOf({ terminationGracePeriodSeconds = 30 }: PodSpec): number {
  return terminationGracePeriodSeconds;
}
