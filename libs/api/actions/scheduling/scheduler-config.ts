import {
  bundleOf,
  configuredSchedulers,
  MAIN_SCHEDULER,
  SCHEDULER_OPTIONS,
  type ClusterRuntime,
  type ClusterSettings,
  type ConfiguredScheduler,
  type SchedulerDocument,
} from '@orrery/control-plane';
import { notFound, subdomainErrors } from '@orrery/api-types';
import { createSchedulerParts, EXTENSION_POINTS, type ConfigurationError, type ProfileParts } from '@orrery/scheduling';
import { codeOfReason } from '../errors/document-errors';
import { badUserInput } from '../errors/input-error';
import { pathOf, type UserError } from '../errors/user-errors';
import { clusterRight } from '../access/access-rules';
import { clusterAction } from '../action';
import { SET_SCHEDULER_CONFIG, type SetSchedulerConfigInput } from './scheduler-config-input';
import { one } from '../input/results';

const SCHEDULER_OPTION_NAMES = Object.keys(SCHEDULER_OPTIONS) as readonly (keyof typeof SCHEDULER_OPTIONS)[];
const SCHEDULERS = { group: 'orrery.dev', resource: 'schedulers' };

export const setSchedulerConfigAction = clusterAction({
  name: 'setSchedulerConfig',
  about: 'Sets the configuration of a scheduler; effective at once.',
  right: clusterRight('update'),
  input: SET_SCHEDULER_CONFIG,
  result: {
    name: 'SchedulerConfigPayload',
    about: 'Result of a change of the configuration.',
    fields: { config: one('SchedulerConfig', 'The resulting configuration.') },
  },
  perform: ({ runtime }, given) => setSchedulerConfig(runtime, given),
});

/** All schedulers of a cluster in the shape of their GraphQL type. */
export function schedulerConfigs(runtime: ClusterRuntime): readonly object[] {
  return validSchedulers(runtime).map((configured) => configView(runtime, configured));
}

/** One scheduler of a cluster; throws NotFound. */
export function schedulerConfig(runtime: ClusterRuntime, name: string): object {
  const configured = validSchedulers(runtime).find((each) => each.name === name);
  if (!configured) throw notFound(SCHEDULERS, name);
  return configView(runtime, configured);
}

/** Sets or removes the configuration of a scheduler. Its errors become data of the payload. */
async function setSchedulerConfig(
  runtime: ClusterRuntime,
  input: SetSchedulerConfigInput,
): Promise<{ config?: unknown; errors?: readonly UserError[] }> {
  const name = input.scheduler ?? MAIN_SCHEDULER;
  const [problem] = subdomainErrors(name);
  if (problem !== undefined) throw badUserInput(`scheduler: ${problem}`, ['scheduler']);
  const document = documentOf(input);
  const planned = withScheduler(runtime.settings, name, document);
  const verdict = configuredSchedulers(planned, runtime.plugins);
  if (verdict.errors) return { errors: verdict.errors.map((error) => userError(error, name, input)) };
  if (!input.dryRun && !(await change(runtime, name, document))) throw notFound(SCHEDULERS, name);
  const configured = verdict.ok.find((each) => each.name === name);
  return { config: configured ? configView(runtime, configured) : null };
}

/** Returns the settings of a cluster with the input applied, if they are valid; throws their first error. */
export function plannedSettings(runtime: ClusterRuntime, input: SetSchedulerConfigInput): ClusterSettings {
  const planned = withScheduler(runtime.settings, input.scheduler ?? MAIN_SCHEDULER, documentOf(input));
  const [error] = configuredSchedulers(planned, runtime.plugins).errors ?? [];
  if (error) throw badUserInput(`${error.field}: ${error.reason}`);
  return planned;
}

/** Changes the settings; they are checked as a whole, because another client may have changed them meanwhile. */
function change(runtime: ClusterRuntime, name: string, document: SchedulerDocument | undefined): Promise<unknown> {
  return runtime.changeSettings((settings) => {
    const next = withScheduler(settings, name, document);
    const [error] = configuredSchedulers(next, runtime.plugins).errors ?? [];
    if (error) throw badUserInput(`${error.field}: ${error.reason}`);
    return next;
  });
}

function withScheduler(
  settings: ClusterSettings,
  name: string,
  document: SchedulerDocument | undefined,
): ClusterSettings {
  const { [name]: _old, ...others } = settings.schedulers ?? {};
  return { ...settings, schedulers: document === undefined ? others : { ...others, [name]: document } };
}

function documentOf(input: SetSchedulerConfigInput): SchedulerDocument | undefined {
  const { yaml, object, remove, dialect } = input;
  const given = [yaml != null, object != null, remove === true].filter(Boolean).length;
  if (given !== 1) throw badUserInput('specify exactly one of yaml, object, remove');
  if (remove) return undefined;
  const options = SCHEDULER_OPTION_NAMES.flatMap((name) => (input[name] == null ? [] : [[name, input[name]] as const]));
  return {
    configuration: yaml ?? object,
    ...(dialect == null ? {} : { dialect }),
    ...Object.fromEntries(options),
  };
}

/**
 * Returns the error of the payload. Fields of the given document have their names in it, fields of another scheduler's
 * document their full paths.
 */
function userError({ field, reason }: ConfigurationError, name: string, { yaml }: SetSchedulerConfigInput): UserError {
  const code = codeOfReason(reason);
  const place = `schedulers[${name}].configuration`;
  if (field !== place && !field.startsWith(`${place}.`)) {
    return { code, message: `${field}: ${reason}`, field: [field], cause: reason };
  }
  const own = field.slice(place.length + 1);
  const path = [yaml == null ? 'object' : 'yaml', ...pathOf(own)];
  return { code, message: own === '' ? reason : `${own}: ${reason}`, field: path, cause: reason };
}

function validSchedulers({ settings, plugins }: ClusterRuntime): readonly ConfiguredScheduler[] {
  const { ok, errors } = configuredSchedulers(settings, plugins);
  if (ok) return ok;
  throw new Error(
    `the stored scheduler configuration cannot be used: ${errors.map(({ reason }) => reason).join('; ')}`,
  );
}

interface PolicyEntryText {
  readonly name: string;
  readonly weight?: number;
  readonly argument?: unknown;
}

function configView(runtime: ClusterRuntime, { name, settings, document }: ConfiguredScheduler): object {
  const { clock, seed } = runtime;
  const parts = createSchedulerParts({ clock, seed, ...settings.options }, () => undefined);
  const source = settings.document;
  const entries = (field: string): object[] | null => {
    const list = source?.[field] as readonly PolicyEntryText[] | undefined;
    return settings.dialect && list
      ? list.map((entry) => ({ name: entry.name, weight: entry.weight ?? null, argument: entry.argument ?? null }))
      : null;
  };
  return {
    scheduler: name,
    bundle: bundleOf(runtime.settings),
    format: source?.['kind'] ?? null,
    dialect: settings.dialect ?? null,
    document: document?.configuration === undefined ? null : source,
    predicates: entries('predicates'),
    priorities: entries('priorities'),
    scoreScale: parts.behaviour.score.scale,
    profiles: [...parts.profiles].map(([schedulerName, profile]) => profileView(schedulerName, profile)),
    warnings: settings.warnings,
  };
}

function profileView(schedulerName: string, { framework, cycle }: ProfileParts): object {
  const percentage = framework.profile.percentageOfNodesToScore ?? cycle.percentageOfNodesToScore;
  const plugins = EXTENSION_POINTS.flatMap((extensionPoint): object[] => {
    if (extensionPoint === 'queueSort') return [{ extensionPoint, name: framework.queueSort.name, weight: null }];
    if (extensionPoint === 'score') {
      return framework.score.map(({ plugin, weight }) => ({ extensionPoint, name: plugin.name, weight }));
    }
    return framework[extensionPoint].map(({ name }) => ({ extensionPoint, name, weight: null }));
  });
  return { schedulerName, percentageOfNodesToScore: percentage, plugins };
}
