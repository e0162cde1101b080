import { defaultTemplateSpec } from '../../../defaults/pod-spec';
import { labelValueErrors } from '../../../names/qualified-name';
import type { KubeObject, PodSpec } from '../../../objects';
import { ConfigLabel, DeploymentStrategyType, DeploymentTrigger } from './deployment-config';

type Fields = Record<string, unknown>;

const TIMEOUT_SECONDS = 600;
/** The longest that a deployer pod may run: six hours. */
const MAX_DURATION_SECONDS = 21_600;
const HISTORY_LIMIT = 10;

/**
 * Fills the fields that a client may leave out (`pkg/apps/apis/apps/v1/defaults.go` of origin 3.11, and `Canonicalize` of its
 * strategy: selector and template get the label with the name of the object).
 */
export function defaultDeploymentConfig(object: KubeObject): void {
  const spec = (object.spec ??= {}) as Fields;
  const template = spec['template'] as { metadata?: Fields; spec?: PodSpec } | undefined;
  if (template?.spec) defaultTemplateSpec(template.spec);
  spec['replicas'] ??= 0;
  spec['test'] ??= false;
  spec['revisionHistoryLimit'] ??= HISTORY_LIMIT;
  spec['triggers'] ??= [{ type: DeploymentTrigger.ConfigChange }];
  const labels = template?.metadata?.['labels'] as Fields | undefined;
  if (Object.keys((spec['selector'] as Fields | undefined) ?? {}).length === 0 && labels)
    spec['selector'] = { ...labels };
  defaultStrategy((spec['strategy'] ??= {}) as Fields);
  defaultHooks(spec, template?.spec);
  defaultTriggers(spec['triggers'] as Fields[], object.metadata.namespace);
  labelWithName(spec, object.metadata.name);
}

function defaultStrategy(strategy: Fields): void {
  strategy['type'] ??= DeploymentStrategyType.Rolling;
  strategy['resources'] ??= {};
  strategy['activeDeadlineSeconds'] ??= MAX_DURATION_SECONDS;
  if (strategy['type'] === DeploymentStrategyType.Rolling) strategy['rollingParams'] ??= {};
  if (strategy['type'] === DeploymentStrategyType.Recreate) strategy['recreateParams'] ??= {};
  const recreate = strategy['recreateParams'] as Fields | undefined;
  if (recreate) recreate['timeoutSeconds'] ??= TIMEOUT_SECONDS;
  const rolling = strategy['rollingParams'] as Fields | undefined;
  if (rolling) defaultRolling(rolling);
}

function defaultRolling(rolling: Fields): void {
  rolling['intervalSeconds'] ??= 1;
  rolling['updatePeriodSeconds'] ??= 1;
  rolling['timeoutSeconds'] ??= TIMEOUT_SECONDS;
  const { maxUnavailable, maxSurge } = rolling;
  const isNothing = (bound: unknown): boolean => bound === undefined || bound === 0 || bound === '0%';
  if (maxUnavailable === undefined && isNothing(maxSurge)) rolling['maxUnavailable'] = '25%';
  if (maxSurge === undefined && isNothing(maxUnavailable)) rolling['maxSurge'] = '25%';
}

/** Of a template with one container, hooks mean that one. */
function defaultHooks({ strategy }: Fields, pod: PodSpec | undefined): void {
  if (pod?.containers?.length !== 1) return;
  const { name } = pod.containers[0]!;
  const { recreateParams, rollingParams } = strategy as Record<string, Fields | undefined>;
  for (const params of [recreateParams, rollingParams]) {
    for (const when of ['pre', 'mid', 'post']) defaultHook(params?.[when] as Fields | undefined, name);
  }
}

function defaultHook(hook: Fields | undefined, containerName: string): void {
  if (!hook) return;
  const targets = [...((hook['tagImages'] as Fields[] | undefined) ?? []), hook['execNewPod'] as Fields | undefined];
  for (const target of targets) if (target) target['containerName'] ||= containerName;
}

function defaultTriggers(triggers: readonly Fields[], namespace: string | undefined): void {
  for (const { imageChangeParams } of triggers) {
    if (!imageChangeParams) continue;
    const from = ((imageChangeParams as Fields)['from'] ??= {}) as Fields;
    from['kind'] ||= 'ImageStreamTag';
    if (namespace) from['namespace'] ||= namespace;
  }
}

function labelWithName(spec: Fields, name: string): void {
  // The version of a name that is not a label is made by the controller, and refused.
  if (!name || labelValueErrors(name).length > 0) return;
  const metadata = (spec['template'] as { metadata?: Fields } | undefined)?.metadata;
  for (const labels of [spec['selector'], metadata?.['labels']] as (Fields | undefined)[]) {
    if (labels && Object.keys(labels).length > 0) labels[ConfigLabel.Config] ??= name;
  }
}

/** Images that triggers found are not the client's to say (`PrepareForCreate` of the strategy). */
export function forgetTriggeredImages({ spec }: KubeObject): void {
  for (const { imageChangeParams } of ((spec as Fields)['triggers'] as Fields[] | undefined) ?? []) {
    if (imageChangeParams) delete (imageChangeParams as Fields)['lastTriggeredImage'];
  }
}
