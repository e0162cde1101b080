import type { BundleName } from '../../behaviour/bundles';
import type { PluginEntry } from '../../profiles/profile';
import { PolicyDialect } from '../scheduler-settings';
import { DEFAULT_POLICY } from './default-policy';
import { LABEL_PREDICATE, legacyPredicates, legacyPriority, predicateName, SERVICE_PREDICATE } from './legacy-names';
import type { PolicyDocument, PredicatePolicy, PriorityPolicy } from './policy-document';
import { GatheredArgs, type PolicyTranslation } from './translation';

/** The curve of a ratio priority that is given none: as v1.11 `RequestedToCapacityRatioResourceAllocationPriorityDefault`. */
const DEFAULT_SHAPE = [
  { utilization: 0, score: 10 },
  { utilization: 100, score: 0 },
];
const CPU_AND_MEMORY = [
  { name: 'cpu', weight: 1 },
  { name: 'memory', weight: 1 },
];

/**
 * Every entry is a function of its own with its own weight; one with an argument becomes an instance of its plugin under
 * its own name. A predicate and a priority that share name and plugin share the instance.
 */
export function translateGuidePolicy(policy: PolicyDocument, bundle: BundleName): PolicyTranslation {
  const defaults = DEFAULT_POLICY[PolicyDialect.Guide];
  const args = new GatheredArgs();
  const predicates = [
    ...(policy.predicates ?? defaults.predicates),
    ...defaults.mandatoryPredicates.map((name) => ({ name })),
  ];
  const filters = translatePredicates(predicates, bundle, args);
  const scores = (policy.priorities ?? defaults.priorities).flatMap((entry) => translatePriority(entry, bundle, args));
  return { filters, scores: lastOfEach(scores), args: args.byPlugin };
}

/** Order is fixed by name; entries of one's own run at the place of the predicate of their kind, in byte order. */
function translatePredicates(
  predicates: readonly PredicatePolicy[],
  bundle: BundleName,
  args: GatheredArgs,
): readonly string[] {
  const names = new Set<string>();
  const own: Record<string, string[]> = { [LABEL_PREDICATE]: [], [SERVICE_PREDICATE]: [] };
  for (const { name = '', argument } of predicates) {
    if (argument?.labelsPresence) {
      const { labels = [], presence = false } = argument.labelsPresence;
      own[LABEL_PREDICATE]!.push(`NodeLabel/${name}`);
      args.append(`NodeLabel/${name}`, presence ? 'presentLabels' : 'absentLabels', labels);
    } else if (argument?.serviceAffinity) {
      own[SERVICE_PREDICATE]!.push(`ServiceAffinity/${name}`);
      args.append(`ServiceAffinity/${name}`, 'affinityLabels', argument.serviceAffinity.labels ?? []);
    } else names.add(predicateName(name, PolicyDialect.Guide));
  }
  return legacyPredicates(PolicyDialect.Guide, bundle).flatMap(({ name, plugins }) => [
    ...(names.has(name) ? plugins : []),
    ...(own[name] ?? []).sort(),
  ]);
}

function translatePriority(
  { name = '', weight: wanted = 1, argument }: PriorityPolicy,
  bundle: BundleName,
  args: GatheredArgs,
): readonly Required<PluginEntry>[] {
  const weight = Number(wanted);
  if (argument?.serviceAntiAffinity) {
    const { label = [] } = argument.serviceAntiAffinity;
    return [label].flat().map((key) => {
      const plugin = typeof label === 'string' ? `ServiceAffinity/${name}` : `ServiceAffinity/${name}/${key}`;
      args.append(plugin, 'antiAffinityLabelsPreference', [key]);
      return { name: plugin, weight };
    });
  }
  if (argument?.labelPreference) {
    const { label = '', presence = false } = argument.labelPreference;
    const plugin = `NodeLabel/${name}`;
    args.append(plugin, presence ? 'presentLabelsPreference' : 'absentLabelsPreference', [label]);
    return [{ name: plugin, weight }];
  }
  const ratio = argument?.requestedToCapacityRatioArguments;
  const known = legacyPriority(name, PolicyDialect.Guide, bundle);
  const plugin = ratio ? `RequestedToCapacityRatio/${name}` : known === 'unknown' ? undefined : known.plugin;
  if (!plugin) return [];
  if (ratio || plugin === 'RequestedToCapacityRatio') {
    args.set(plugin, 'shape', ratio?.shape ?? DEFAULT_SHAPE);
    args.set(plugin, 'resources', ratio?.resources?.length ? ratio.resources : CPU_AND_MEMORY);
  }
  return [{ name: plugin, weight }];
}

/** A priority listed twice counts once, with the weight given last. */
function lastOfEach(scores: readonly Required<PluginEntry>[]): readonly Required<PluginEntry>[] {
  return [...new Map(scores.map((entry) => [entry.name, entry])).values()];
}
