import { deepEqual, DeploymentTrigger, type DeploymentConfig } from '@orrery/api-types';
import type { ConfigDetails, ConfigStatus } from './config-types';
import { ConfigReason, configStatus, type ConditionNote } from './config-status';
import { newVersion } from './new-version';
import {
  activeVersion,
  annotated,
  byNumber,
  ConfigAnnotation,
  configOf,
  hasTrigger,
  isCancelled,
  isOver,
  latestVersion,
  numberOf,
  replicasOf,
  scaled,
  versionName,
  type Version,
} from './version';

/** An event about the config. */
export interface ConfigNote {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

export interface ConfigInput {
  readonly config: DeploymentConfig;
  /** The replication controllers that it controls. */
  readonly versions: readonly Version[];
  /** Cluster time in ms. */
  readonly nowMs: number;
}

/** Writes for a config now. */
export interface ConfigPlan {
  /** A replication controller to be created. */
  readonly creation?: object;
  readonly updates: readonly { readonly seen: Version; readonly next: Version }[];
  readonly deletions: readonly Version[];
  readonly notes: readonly ConfigNote[];
  /** Status to write when the rest is done; undefined: unchanged. */
  readonly status?: ConfigStatus;
  /** True if another step is due once the status is written. */
  readonly continues: boolean;
}

const NOTHING: ConfigPlan = { updates: [], deletions: [], notes: [], continues: false };

/**
 * Plans a step of a config (`DeploymentConfigController.Handle` of origin 3.11): requests a version when a trigger
 * fires, makes its replication controller once no other rollout is under way, keeps the pods of the version that was
 * rolled out last at the requested number, and deletes old versions.
 */
export function planDeploymentConfig(input: ConfigInput): ConfigPlan {
  const { config, versions } = input;
  const isInitial = (config.status?.latestVersion ?? 0) === 0;
  if (isInitial && !hasAnyTrigger(config)) return withStatus(NOTHING, { ...input, versions: [] });
  if (config.metadata.deletionTimestamp) return withStatus(NOTHING, input);
  const latest = latestVersion(config, versions);
  const running = latest ? [] : versions.filter((version) => !isOver(version));
  if (running.length > 0) return cancelling(config, running);
  const verdict = triggered(config, latest);
  if (verdict.details) {
    const next = { version: (config.status?.latestVersion ?? 0) + 1, details: verdict.details };
    return { ...NOTHING, status: configStatus({ ...input, next }), continues: true };
  }
  if (isInitial) return withStatus(NOTHING, input);
  if (latest) return isOver(latest) ? reconciled(input) : withStatus(NOTHING, input);
  if (config.spec.paused) return withStatus({ ...NOTHING, deletions: outdated(config, versions) }, input);
  return { ...NOTHING, creation: newVersion(config) };
}

/** Plans the step after the replication controller of a version was made. */
export function afterCreation({ config, versions, nowMs }: ConfigInput, created: Version): ConfigPlan {
  const number = config.status?.latestVersion ?? 0;
  const message = `Created new replication controller ${JSON.stringify(created.metadata.name)} for version ${number}`;
  const note: ConditionNote = { type: 'Progressing', status: 'True', reason: ConfigReason.Created, message };
  const all = [...versions, created];
  return {
    ...NOTHING,
    deletions: outdated(config, all),
    notes: [{ type: 'Normal', reason: 'DeploymentCreated', message }],
    status: configStatus({ config, versions: all, nowMs, note }),
  };
}

/** Plans the step after it could not be made; `isTaken`: another object has its name. */
export function afterRefusedCreation(
  input: ConfigInput,
  error: { readonly message: string; readonly isTaken: boolean },
): ConfigPlan {
  const { config } = input;
  const number = config.status?.latestVersion ?? 0;
  const name = versionName(config.metadata.name, number);
  const reason = error.isTaken
    ? `replication controller ${name} already exists and deployment config is not allowed to claim it.`
    : error.message;
  const notes: ConfigNote[] = [
    { type: 'Warning', reason: 'DeploymentCreationFailed', message: `Couldn't deploy version ${number}: ${reason}` },
  ];
  const note: ConditionNote = {
    type: 'Progressing',
    status: 'False',
    reason: ConfigReason.CreateError,
    message: error.message,
  };
  return withStatus({ ...NOTHING, notes }, error.isTaken ? input : { ...input, note });
}

function withStatus(plan: ConfigPlan, input: ConfigInput & { readonly note?: ConditionNote }): ConfigPlan {
  const status = configStatus(input);
  return deepEqual(status, input.config.status) ? plan : { ...plan, status };
}

function hasAnyTrigger(config: DeploymentConfig): boolean {
  return hasTrigger(config, DeploymentTrigger.ConfigChange) || hasTrigger(config, DeploymentTrigger.ImageChange);
}

/** Older rollouts that are under way give way to the new version, which waits for their end. */
function cancelling({ status }: DeploymentConfig, running: readonly Version[]): ConfigPlan {
  const number = status?.latestVersion ?? 0;
  const fresh = running.filter((version) => !isCancelled(version));
  if (fresh.length === 0) return NOTHING;
  const cancelled = {
    [ConfigAnnotation.Cancelled]: 'true',
    [ConfigAnnotation.Reason]: 'newer deployment was found running',
  };
  return {
    ...NOTHING,
    updates: fresh.map((seen) => ({ seen, next: annotated(seen, cancelled) })),
    notes: [
      ...fresh.map(({ metadata }): ConfigNote => {
        const message = `Cancelled deployment ${JSON.stringify(metadata.name)} superceded by version ${number}`;
        return { type: 'Normal', reason: 'DeploymentCancelled', message };
      }),
      {
        type: 'Normal',
        reason: 'DeploymentAwaitingCancellation',
        message: `Deployment of version ${number} awaiting cancellation of older running deployments`,
      },
    ],
  };
}

const CONFIG_CHANGE: ConfigDetails = {
  causes: [{ type: DeploymentTrigger.ConfigChange }],
  message: 'config change',
};

/** Returns the cause of a new version; empty while no trigger fires, or one waits for its image. */
function triggered(config: DeploymentConfig, latest: Version | undefined): { readonly details?: ConfigDetails } {
  const { spec, status } = config;
  if (spec.paused) return {};
  const images = (spec.triggers ?? []).filter(({ type }) => type === DeploymentTrigger.ImageChange);
  if ((status?.latestVersion ?? 0) === 0) {
    const hasImages = images.every(({ imageChangeParams }) => imageChangeParams?.lastTriggeredImage);
    return hasImages ? { details: CONFIG_CHANGE } : {};
  }
  if (!latest) return {};
  if (images.length > 0) {
    const changed = changedImages(config, latest);
    if (changed.length > 0) return { details: imageChange(changed) };
  }
  if (!hasTrigger(config, DeploymentTrigger.ConfigChange)) return {};
  const made = configOf(latest);
  return made && !deepEqual(made.spec.template, spec.template) ? { details: CONFIG_CHANGE } : {};
}

function changedImages({ spec }: DeploymentConfig, latest: Version): readonly string[] {
  const had = new Set(latest.spec.template?.spec?.containers.map(({ image }) => image));
  return (spec.template?.spec?.containers ?? []).map(({ image = '' }) => image).filter((image) => !had.has(image));
}

function imageChange(images: readonly string[]): ConfigDetails {
  const causes = images.map((name) => ({
    type: DeploymentTrigger.ImageChange,
    imageTrigger: { from: { kind: 'DockerImage', name } },
  }));
  return { causes, message: 'image change' };
}

/** The version that was rolled out last has the pods, and all others have none. */
function reconciled(input: ConfigInput): ConfigPlan {
  const { config, versions } = input;
  const active = activeVersion(versions);
  const updates: { seen: Version; next: Version }[] = [];
  const notes: ConfigNote[] = [];
  const kept = versions.map((seen) => {
    const wanted = seen === active && !config.spec.test ? (config.spec.replicas ?? 0) : 0;
    const before = replicasOf(seen);
    if (wanted === before) return seen;
    const next = scaled(seen, wanted);
    updates.push({ seen, next });
    const message = `Scaled replication controller ${JSON.stringify(seen.metadata.name)} from ${before} to ${wanted}`;
    notes.push({ type: 'Normal', reason: 'ReplicationControllerScaled', message });
    return next;
  });
  const plan = { ...NOTHING, updates, notes, deletions: outdated(config, kept) };
  return withStatus(plan, { ...input, versions: kept });
}

/** The versions beyond the limit of history, as far as they have no pods. */
function outdated({ spec, status }: DeploymentConfig, versions: readonly Version[]): readonly Version[] {
  const limit = spec.revisionHistoryLimit;
  if (limit === undefined) return [];
  const active = activeVersion(versions);
  const isOld = active
    ? (version: Version): boolean => numberOf(version) < numberOf(active)
    : (version: Version): boolean => numberOf(version) !== (status?.latestVersion ?? 0);
  const old = byNumber(versions).filter(isOld).reverse();
  return old.slice(0, Math.max(0, old.length - limit)).filter((version) => replicasOf(version) === 0);
}
