import { invalidField, requiredField, type FieldError } from '../../../errors/field-error';
import { subdomainErrors } from '../../../names/qualified-name';
import type { KubeObject, PodTemplateSpec } from '../../../objects';
import { validatePods } from '../../../validation/workload';
import { notNegative } from '../../../validation/workload-times';
import {
  ConfigLabel,
  DeploymentTrigger,
  type DeploymentConfig,
  type DeploymentConfigSpec,
  type DeploymentConfigStatus,
  type DeploymentTriggerPolicy,
} from './deployment-config';
import { streamTagProblem } from './hook-errors';
import { strategyErrors } from './strategy-errors';

const DEFAULT_TIMEOUT_SECONDS = 600;
const COUNTS = [
  'latestVersion',
  'observedGeneration',
  'replicas',
  'readyReplicas',
  'availableReplicas',
  'unavailableReplicas',
] as const satisfies readonly (keyof DeploymentConfigStatus)[];

/** Returns the errors of a DeploymentConfig (`pkg/apps/apis/apps/validation/validation.go` of origin 3.11). */
export function validateDeploymentConfig(object: KubeObject): FieldError[] {
  const { spec = {}, status, metadata } = object as Partial<DeploymentConfig> & Pick<KubeObject, 'metadata'>;
  const { template, strategy = {}, triggers = [], replicas = 0 } = spec;
  const errors = [
    ...triggers.flatMap((trigger, i) => triggerErrors(trigger, `spec.triggers[${i}]`)),
    ...(template?.spec ? strategyErrors(strategy, template.spec, 'spec.strategy') : []),
    ...notNegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit'),
    ...minReadyErrors(spec),
    ...(template ? templateErrors(object, spec) : [requiredField('spec.template')]),
    ...(replicas < 0 ? [invalidField('spec.replicas', replicas, 'replicas cannot be negative')] : []),
    ...selectorErrors(spec, metadata.name),
    ...statusErrors(status),
  ];
  return errors;
}

/** The same of a changed one, with the rules of its status. */
export function validateDeploymentConfigUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  return [...validateDeploymentConfig(next), ...validateDeploymentConfigStatus(next, old)];
}

/** Returns the errors of a written status: its version goes up one by one, and its generation never back. */
export function validateDeploymentConfigStatus(next: KubeObject, old: KubeObject): FieldError[] {
  const after = (next as DeploymentConfig).status;
  const before = (old as DeploymentConfig).status;
  const errors = statusErrors(after);
  const { latestVersion = 0, observedGeneration = 0 } = after ?? {};
  const { latestVersion: lastVersion = 0, observedGeneration: lastGeneration = 0 } = before ?? {};
  if (latestVersion < lastVersion) {
    errors.push(invalidField('status.latestVersion', latestVersion, 'latestVersion cannot be decremented'));
  } else if (latestVersion > lastVersion + 1) {
    errors.push(invalidField('status.latestVersion', latestVersion, 'latestVersion can only be incremented by 1'));
  }
  if (observedGeneration < lastGeneration) {
    errors.push(
      invalidField('status.observedGeneration', observedGeneration, 'observedGeneration cannot be decremented'),
    );
  }
  return errors;
}

function statusErrors(status: DeploymentConfigStatus | undefined): FieldError[] {
  return COUNTS.flatMap((name) => notNegative(status?.[name], `status.${name}`));
}

function triggerErrors({ type, imageChangeParams }: DeploymentTriggerPolicy, field: string): FieldError[] {
  if (!type) return [requiredField(`${field}.type`)];
  if (type !== DeploymentTrigger.ImageChange) return [];
  const own = `${field}.imageChangeParams`;
  if (!imageChangeParams) return [requiredField(own)];
  const { from = {}, containerNames = [] } = imageChangeParams;
  const errors: FieldError[] = [];
  if (!from.name) errors.push(requiredField(`${own}.from`));
  else {
    if (from.kind !== 'ImageStreamTag') {
      errors.push(invalidField(`${own}.from.kind`, from.kind, 'kind must be an ImageStreamTag'));
    }
    const problem = streamTagProblem(from.name);
    if (problem !== undefined) errors.push(invalidField(`${own}.from.name`, from.name, problem));
    if (from.namespace && subdomainErrors(from.namespace).length > 0) {
      errors.push(invalidField(`${own}.from.namespace`, from.namespace, 'namespace must be a valid subdomain'));
    }
  }
  if (containerNames.length === 0) errors.push(requiredField(`${own}.containerNames`));
  return errors;
}

function minReadyErrors({ minReadySeconds = 0, strategy }: DeploymentConfigSpec): FieldError[] {
  const field = 'spec.minReadySeconds';
  const errors = notNegative(minReadySeconds, field);
  const { rollingParams, recreateParams, activeDeadlineSeconds } = strategy ?? {};
  const timeout = rollingParams?.timeoutSeconds ?? recreateParams?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
  if (timeout > 0 && minReadySeconds >= timeout) {
    errors.push(invalidField(field, minReadySeconds, `must be less than the deployment timeout (${timeout}s)`));
  }
  if (activeDeadlineSeconds !== undefined && minReadySeconds >= activeDeadlineSeconds) {
    const detail = `must be less than activeDeadlineSeconds (${activeDeadlineSeconds}s - used by the deployer pod)`;
    errors.push(invalidField(field, minReadySeconds, detail));
  }
  return errors;
}

/** The rules of a replication controller's template; a trigger may fill an empty image. */
function templateErrors(object: KubeObject, { template, selector, triggers = [] }: DeploymentConfigSpec): FieldError[] {
  const filled = new Set(
    triggers
      .filter(({ type }) => type === DeploymentTrigger.ImageChange)
      .flatMap(({ imageChangeParams }) => imageChangeParams?.containerNames ?? []),
  );
  const asController = {
    ...object,
    kind: 'ReplicationController',
    spec: { selector: selector ?? {}, template: withImages(template!, filled) },
  };
  const isSelectorEmpty = Object.keys(selector ?? {}).length === 0;
  // An empty selector is refused in other words.
  return validatePods(asController).filter(({ field }) => !isSelectorEmpty || field !== 'spec.selector');
}

function withImages(template: PodTemplateSpec, filled: ReadonlySet<string>): PodTemplateSpec {
  const { spec } = template;
  if (!spec || filled.size === 0) return template;
  const containers = spec.containers.map((container) =>
    !container.image && filled.has(container.name) ? { ...container, image: 'unset' } : container,
  );
  return { ...template, spec: { ...spec, containers } };
}

function selectorErrors({ selector, template }: DeploymentConfigSpec, name: string): FieldError[] {
  if (Object.keys(selector ?? {}).length === 0) {
    return [invalidField('spec.selector', selector ?? null, 'selector cannot be empty')];
  }
  const labels = template?.metadata?.labels;
  const isOther = (label: string | undefined): boolean => label !== undefined && label !== name;
  const refused = (of: 'selector' | 'label', label: string): FieldError =>
    invalidField(
      of === 'selector' ? 'spec.selector' : 'spec.template.labels',
      of === 'selector' ? selector : labels,
      `can't set restricted ${of} \`${label}\``,
    );
  return [
    ...(isOther(selector?.[ConfigLabel.Config]) ? [refused('selector', ConfigLabel.Config)] : []),
    ...(isOther(labels?.[ConfigLabel.Config]) ? [refused('label', ConfigLabel.Config)] : []),
    ...(selector?.[ConfigLabel.Version] === undefined ? [] : [refused('selector', ConfigLabel.Version)]),
    ...(labels?.[ConfigLabel.Version] === undefined ? [] : [refused('label', ConfigLabel.Version)]),
  ];
}
