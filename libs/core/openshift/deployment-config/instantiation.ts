import { deepEqual, DeploymentTrigger, type DeploymentConfig } from '@orrery/api-types';
import { hasTrigger } from './version';
import type { ConfigDetails, ConfigTrigger } from './config-types';

/** The reason why a config cannot be rolled out again, or why it is. */
export type InstantiationVerdict =
  | { readonly kind: 'rollout'; readonly details: ConfigDetails }
  /** No change since the last one. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unresolved'; readonly message: string };

/**
 * Returns whether a new rollout of a config is due (`canTrigger` of origin's registry/instantiate). `made` is the
 * config as it was for its latest version; absent before the first. Image streams do not exist, so that triggers find
 * no images; a written `lastTriggeredImage` is accepted.
 */
export function planInstantiation(
  config: DeploymentConfig,
  made: DeploymentConfig | undefined,
  { isForced }: { readonly isForced: boolean },
): InstantiationVerdict {
  const triggers = (config.spec.triggers ?? []).filter(({ type }) => type === DeploymentTrigger.ImageChange);
  if (triggers.some(({ imageChangeParams }) => !imageChangeParams?.lastTriggeredImage)) {
    const name = JSON.stringify(config.metadata.name);
    return {
      kind: 'unresolved',
      message: `cannot trigger a deployment for ${name} because it contains unresolved images`,
    };
  }
  if (isForced) return rollout('manual change', [{ type: DeploymentTrigger.Manual }]);
  const changed = triggers.filter((trigger) => trigger.imageChangeParams?.automatic && isNew(trigger, triggers, made));
  if (changed.length > 0) return rollout('image change', changed.map(imageCause));
  const isChanged = !made || !deepEqual(config.spec.template, made.spec.template);
  if (!isChanged || !hasTrigger(config, DeploymentTrigger.ConfigChange)) return { kind: 'nothing' };
  return rollout('config change', [{ type: DeploymentTrigger.ConfigChange }]);
}

function rollout(message: string, causes: ConfigDetails['causes']): InstantiationVerdict {
  return { kind: 'rollout', details: { message, causes } };
}

/** Returns true if the trigger has a different image than the latest version was made for, or one of them is new. */
function isNew(trigger: ConfigTrigger, all: readonly ConfigTrigger[], made: DeploymentConfig | undefined): boolean {
  if (!made) return true;
  const before = (made.spec.triggers ?? []).filter(({ type }) => type === DeploymentTrigger.ImageChange);
  const known = (each: ConfigTrigger): ConfigTrigger | undefined =>
    before.find((candidate) => sourceOf(candidate) === sourceOf(each));
  if (all.some((each) => !known(each))) return true;
  return known(trigger)?.imageChangeParams?.lastTriggeredImage !== trigger.imageChangeParams?.lastTriggeredImage;
}

function sourceOf({ imageChangeParams }: ConfigTrigger): string {
  const { namespace = '', name = '' } = imageChangeParams?.from ?? {};
  return `${namespace}/${name}`;
}

function imageCause({ imageChangeParams }: ConfigTrigger): ConfigDetails['causes'][number] {
  const { name, namespace } = imageChangeParams?.from ?? {};
  const from = { kind: 'ImageStreamTag', ...(namespace ? { namespace } : {}), name };
  return { type: DeploymentTrigger.ImageChange, imageTrigger: { from } };
}
