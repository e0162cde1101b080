import { isPlainObject } from '@orrery/documents';
import { readDefaultEvictorArgs, type DefaultEvictorArgs } from '../../evictor/default-evictor-args';
import { METRIC_RESOURCE } from '../../plugins/low-node-utilization/args';
import { strategyByName } from '../../plugins/registry';
import type { DeschedulingBehaviour } from '../../run/behaviour';
import { DeschedulingPoint, type ConfiguredStrategy } from '../../run/strategy';
import type { PolicyStep } from '../descheduler-policy';
import type { FieldProblem } from '../field-problem';
import type { FieldReader } from '../field-reader';
import type { PolicyError } from '../policy-error';
import { readArgs, type GivenArgs } from '../read-args';

/** The plugin that decides which pods a profile may evict. */
export const DEFAULT_EVICTOR = 'DefaultEvictor';

/** A profile as read, with all that is wrong with it. */
export interface ProfileVerdict {
  readonly name: string;
  readonly steps: readonly PolicyStep[];
  readonly prometheusQueries: readonly string[];
  readonly problems: readonly FieldProblem[];
  /** The reason why the profile cannot be built although its values are right. */
  readonly buildErrors: readonly PolicyError[];
}

type ConfiguredPlugins = ReadonlyMap<string, ConfiguredStrategy>;

/** Reads one profile. */
export function readProfile(source: FieldReader, index: number, behaviour: DeschedulingBehaviour): ProfileVerdict {
  const problems: FieldProblem[] = [];
  const name = source.string('name') ?? '';
  const configs = new Map<string, ConfiguredStrategy>();
  const queries: string[] = [];
  const criticalAnnotation = behaviour.criticalAnnotation === 'on';
  let evictor: DefaultEvictorArgs | undefined;
  for (const entry of source.objects('pluginConfig', 'PluginConfig') ?? []) {
    const plugin = entry.string('name') ?? '';
    const before = problems.length;
    const args = argsIn(entry);
    entry.refuseUnknown();
    const strategy = strategyByName(plugin);
    if (plugin === DEFAULT_EVICTOR) evictor = readDefaultEvictorArgs(args, criticalAnnotation, problems);
    else if (strategy) {
      const { ok, problems: found } = readArgs(strategy.args, args);
      problems.push(...found);
      // The schema of the strategy has read its arguments.
      configs.set(plugin, ok === undefined ? idle : strategy.configure(ok as never));
    } else
      problems.push({
        field: `${entry.path}.name`,
        reason: `plugin ${plugin} in pluginConfig not registered`,
        isDecoding: false,
      });
    const found = problems.splice(before).map((problem) => ({ ...problem, plugin: entry.path }));
    problems.push(...found);
    queries.push(...queryOf(entry.value('args')));
  }
  const plugins = source.object('plugins', 'Plugins');
  const enabled = readEnabled(plugins);
  plugins?.refuseUnknown();
  source.refuseUnknown();
  evictor ??= readDefaultEvictorArgs({ value: {}, path: '' }, criticalAnnotation, problems);
  const { steps, buildErrors } = buildSteps({ profile: name, path: `profiles[${index}]`, enabled, configs, evictor });
  const ofBuild = problems.filter(({ isBuilding }) => isBuilding).map(({ field, reason }) => ({ field, reason }));
  return {
    name,
    steps,
    prometheusQueries: queries,
    problems: problems.filter(({ isBuilding }) => !isBuilding),
    buildErrors: [...ofBuild, ...buildErrors],
  };
}

/** Replaces a strategy whose arguments are wrong: the policy is refused, or runs without the profile. */
const idle: ConfiguredStrategy = () => Promise.resolve();

function argsIn(entry: FieldReader): GivenArgs {
  const args = entry.value('args');
  return { value: isPlainObject(args) ? args : {}, path: `${entry.path}.args` };
}

/** The Prometheus query in the arguments of LowNodeUtilization; validated where the arguments are read. */
function queryOf(args: unknown): string[] {
  if (!isPlainObject(args) || !isPlainObject(args['thresholds'])) return [];
  if (!Object.hasOwn(args['thresholds'], METRIC_RESOURCE)) return [];
  const metrics = args['metricsUtilization'];
  const prometheus = isPlainObject(metrics) ? metrics['prometheus'] : undefined;
  const query = isPlainObject(prometheus) ? prometheus['query'] : undefined;
  return typeof query === 'string' ? [query] : [];
}

/** Plugins enabled at one extension point. */
interface EnabledPlugins {
  readonly point: string;
  readonly names: readonly string[];
}

const EVICTOR_POINTS = ['filter', 'preEvictionFilter'] as const;
const SPELLINGS: readonly (readonly [key: string, point: string])[] = [
  ['deschedule', DeschedulingPoint.Deschedule],
  ['balance', DeschedulingPoint.Balance],
  ['filter', 'filter'],
  ['preEvictionFilter', 'preEvictionFilter'],
  ['preevictionfilter', 'preEvictionFilter'],
  ['sort', 'sort'],
  ['presort', 'presort'],
];

function readEnabled(plugins: FieldReader | undefined): EnabledPlugins[] {
  return SPELLINGS.map(([key, point]) => {
    const set = plugins?.object(key, 'PluginSet');
    const names = set?.strings('enabled') ?? [];
    set?.strings('disabled');
    set?.refuseUnknown();
    return { point, names };
  });
}

interface ProfileParts {
  readonly profile: string;
  readonly path: string;
  readonly enabled: readonly EnabledPlugins[];
  readonly configs: ConfiguredPlugins;
  readonly evictor: DefaultEvictorArgs;
}

function buildSteps({ profile, path, enabled, configs, evictor }: ProfileParts): {
  readonly steps: PolicyStep[];
  readonly buildErrors: PolicyError[];
} {
  const steps: PolicyStep[] = [];
  const buildErrors: PolicyError[] = [];
  for (const { point, names } of enabled) {
    if (point === 'sort' || point === 'presort') continue;
    const field = `${path}.plugins.${point}.enabled`;
    const odd = names.filter((name) => !implementsPoint(name, point));
    if (odd.length > 0) {
      const listed = odd.map((name) => `${name}:{}`).join(' ');
      const reason = `profile "${profile}" configures ${point} extension point of non-existing plugins: map[${listed}]`;
      buildErrors.push({ field, reason });
    }
    for (const name of new Set(names)) {
      const strategy = strategyByName(name);
      if (!strategy || strategy.point !== point) continue;
      const run = configs.get(name);
      if (run) steps.push({ profile, strategy: name, point: strategy.point, evictor, run });
      else {
        const reason = `unable to get plugin config for plugin "${name}": it is enabled without a pluginConfig entry`;
        buildErrors.push({ field, reason });
      }
    }
  }
  return { steps, buildErrors };
}

function implementsPoint(name: string, point: string): boolean {
  if ((EVICTOR_POINTS as readonly string[]).includes(point)) return name === DEFAULT_EVICTOR;
  return strategyByName(name)?.point === point;
}
