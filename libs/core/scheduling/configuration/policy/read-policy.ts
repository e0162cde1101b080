import type { BundleName } from '../../behaviour/bundles';
import type { PluginRegistry } from '../../framework/plugin-args';
import { DEFAULT_PLUGINS } from '../../profiles/default-plugins';
import { DEFAULT_SCHEDULER_NAME, type PluginEntry, type Profile } from '../../profiles/profile';
import { readExtenders, resourcesLeftToExtenders, type ExtenderSettings } from '../extender-settings';
import { profileErrors } from '../profile-errors';
import type { ConfigurationError } from '../configuration-error';
import { readInto, type Findings } from '../findings';
import { PolicyDialect, type SchedulerSettings } from '../scheduler-settings';
import { translateGuidePolicy } from './guide-dialect';
import { POLICY, type PolicyDocument } from './policy-document';
import type { PolicyTranslation } from './translation';
import { translateUpstreamPolicy } from './upstream-dialect';
import { validatePolicy } from './validate-policy';

/** Choices about a Policy that its text does not make. */
export interface PolicyOptions {
  readonly bundle: BundleName;
  readonly dialect: PolicyDialect;
  /** S; 10 in the guide's dialect and 100 in that of 1.20 if absent. */
  readonly scoreScale: number | undefined;
  /** Pods of higher priority preempt no other pods. */
  readonly disablePreemption: boolean;
  readonly registry: PluginRegistry;
}

/** Plugins that run regardless of the Policy, if the generation has them. */
const LEADING_PLUGINS = ['SchedulingGates', 'PrioritySort'];
const PREEMPTION = 'DefaultPreemption';
const BINDER = 'DefaultBinder';
/** Sums of weighted scores must stay below 2^63. */
const TOTAL_LIMIT = 2n ** 63n - 1n;

/** Reads a Policy; problems are added to `findings`, and then the result must not be used. */
export function readPolicy(
  value: unknown,
  options: PolicyOptions,
  findings: Findings,
): Omit<SchedulerSettings, 'warnings'> | undefined {
  const { errors } = findings;
  const policy = readInto(value, POLICY, '', findings);
  if (!policy || errors.length > 0) return undefined;
  errors.push(...validatePolicy(policy, options));
  const extenders = readExtenders(policy.extenders ?? [], errors);
  if (errors.length > 0) return undefined;
  const { bundle, dialect, registry } = options;
  const scale = options.scoreScale ?? (dialect === PolicyDialect.Guide ? 10 : 100);
  const isGuide = dialect === PolicyDialect.Guide;
  const translation = isGuide ? translateGuidePolicy(policy, bundle) : translateUpstreamPolicy(policy, bundle);
  errors.push(...overflowErrors(translation.scores, scale));
  const profile = profileOf(policy, translation, { ...options, extenders });
  const knobs = { score: { scale } };
  errors.push(...profileErrors({ bundle, knobs, profile, registry }).map((reason) => ({ field: '', reason })));
  return { options: { bundle, knobs, profiles: [profile], registry }, extenders, dialect };
}

function profileOf(
  policy: PolicyDocument,
  { filters, scores, args }: PolicyTranslation,
  { bundle, disablePreemption, extenders }: PolicyOptions & { readonly extenders: readonly ExtenderSettings[] },
): Profile {
  const all = [{ name: '*' }];
  const entries = (names: readonly string[]): readonly PluginEntry[] => names.map((name) => ({ name }));
  const scorers = scores.map(({ name }) => name);
  const defaults = new Set(DEFAULT_PLUGINS[bundle].map(({ name }) => name));
  const drivingStages = LEADING_PLUGINS.filter((name) => defaults.has(name));
  const preemption = !disablePreemption && defaults.has(PREEMPTION) ? [PREEMPTION] : [];
  const everywhere = [...drivingStages, ...new Set([...filters, ...scorers]), ...preemption, BINDER];
  return {
    schedulerName: DEFAULT_SCHEDULER_NAME,
    ...(policy.alwaysCheckAllPredicates ? { alwaysCheckAllFilters: true } : {}),
    plugins: {
      multiPoint: { enabled: entries(everywhere), disabled: all },
      preFilter: { disabled: entries(scorers.filter((name) => !filters.includes(name))) },
      filter: { enabled: entries(filters), disabled: all },
      preScore: { disabled: entries(filters.filter((name) => !scorers.includes(name))) },
      score: { enabled: scores, disabled: all },
    },
    pluginConfig: pluginConfigOf(policy, { used: new Set(everywhere), args, extenders }),
  };
}

function pluginConfigOf(
  { hardPodAffinitySymmetricWeight }: PolicyDocument,
  {
    used,
    args,
    extenders,
  }: Pick<PolicyTranslation, 'args'> & {
    readonly used: ReadonlySet<string>;
    readonly extenders: readonly ExtenderSettings[];
  },
): NonNullable<Profile['pluginConfig']> {
  const ignoredResources = resourcesLeftToExtenders(extenders);
  const all = new Map<string, unknown>(args);
  if (hardPodAffinitySymmetricWeight) {
    all.set('InterPodAffinity', { hardPodAffinityWeight: Number(hardPodAffinitySymmetricWeight) });
  }
  if (ignoredResources.length > 0) {
    for (const name of ['NodeResourcesFit', 'GeneralPredicates']) all.set(name, { ignoredResources });
  }
  return [...all].filter(([name]) => used.has(name)).map(([name, value]) => ({ name, args: value }));
}

function overflowErrors(scores: readonly Required<PluginEntry>[], scale: number): ConfigurationError[] {
  const total = scores.reduce((sum, { weight }) => sum + BigInt(weight) * BigInt(scale), 0n);
  return total > TOTAL_LIMIT ? [{ field: 'priorities', reason: 'total score of Score plugins could overflow' }] : [];
}
