import type { BundleName } from '../../behaviour/bundles';
import { PolicyDialect } from '../scheduler-settings';
import { DEFAULT_POLICY } from './default-policy';
import { LABEL_PREDICATE, legacyPredicates, legacyPriority, predicateName, SERVICE_PREDICATE } from './legacy-names';
import type { PolicyDocument, PredicatePolicy, PriorityPolicy } from './policy-document';
import { GatheredArgs, type PolicyTranslation } from './translation';

/**
 * Translates a Policy as v1.20.2 does (`createFromConfig` of `pkg/scheduler/factory.go`): entries of one kind are
 * merged into one plugin, and an entry whose name is a registered one ignores its argument.
 */
export function translateUpstreamPolicy(policy: PolicyDocument, bundle: BundleName): PolicyTranslation {
  const defaults = DEFAULT_POLICY[PolicyDialect.V1_20];
  const args = new GatheredArgs();
  const filters = translatePredicates(policy.predicates ?? defaults.predicates, bundle, args);
  const weights = translatePriorities(policy.priorities ?? defaults.priorities, bundle, args);
  const scores = [...weights].map(([name, weight]) => ({ name, weight }));
  return { filters, scores, args: args.byPlugin };
}

function translatePredicates(
  predicates: readonly PredicatePolicy[],
  bundle: BundleName,
  args: GatheredArgs,
): readonly string[] {
  const registered = legacyPredicates(PolicyDialect.V1_20, bundle);
  const names = new Set(DEFAULT_POLICY[PolicyDialect.V1_20].mandatoryPredicates);
  for (const { name: written = '', argument } of predicates) {
    const name = predicateName(written, PolicyDialect.V1_20);
    if (registered.some((predicate) => predicate.name === name)) names.add(name);
    else if (argument?.labelsPresence) {
      const { labels = [], presence = false } = argument.labelsPresence;
      names.add(LABEL_PREDICATE);
      args.append('NodeLabel', presence ? 'presentLabels' : 'absentLabels', labels);
    } else if (argument?.serviceAffinity) {
      names.add(SERVICE_PREDICATE);
      args.append('ServiceAffinity', 'affinityLabels', argument.serviceAffinity.labels ?? []);
    }
  }
  const plugins = registered.flatMap((predicate) => (names.has(predicate.name) ? predicate.plugins : []));
  return [...new Set(plugins)];
}

/** Weight by plugin. */
function translatePriorities(
  priorities: readonly PriorityPolicy[],
  bundle: BundleName,
  args: GatheredArgs,
): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  let evenSpreadWeight: number | undefined;
  let spreadsByDefault = false;
  for (const priority of priorities) {
    const { name = '', weight: wanted = 1 } = priority;
    const weight = Number(wanted);
    const known = legacyPriority(name, PolicyDialect.V1_20, bundle);
    if (known === 'unknown') translateArgument(priority, weights, args);
    else if (known.plugin) weights.set(known.plugin, weight);
    if (name === 'EvenPodsSpreadPriority') evenSpreadWeight = weight;
    if (name === 'SelectorSpreadPriority' || name === 'ServiceSpreadingPriority') spreadsByDefault = true;
  }
  if (evenSpreadWeight !== undefined) weights.set('PodTopologySpread', evenSpreadWeight);
  args.set('PodTopologySpread', 'defaultingType', spreadsByDefault ? 'System' : 'List');
  return weights;
}

/** n entries of one kind become one scorer, the mean of them, with n times the weight. */
function translateArgument(
  { argument, weight = 1 }: PriorityPolicy,
  weights: Map<string, number>,
  args: GatheredArgs,
): void {
  const grow = (plugin: string, by: number): unknown => weights.set(plugin, (weights.get(plugin) ?? 0) + by);
  if (argument?.serviceAntiAffinity) {
    const labels = [argument.serviceAntiAffinity.label ?? []].flat();
    args.append('ServiceAffinity', 'antiAffinityLabelsPreference', labels);
    grow('ServiceAffinity', Number(weight) * labels.length);
  } else if (argument?.labelPreference) {
    const { label = '', presence = false } = argument.labelPreference;
    args.append('NodeLabel', presence ? 'presentLabelsPreference' : 'absentLabelsPreference', [label]);
    grow('NodeLabel', Number(weight));
  } else if (argument?.requestedToCapacityRatioArguments) {
    const { shape = [], resources = [] } = argument.requestedToCapacityRatioArguments;
    args.set('RequestedToCapacityRatio', 'shape', shape);
    args.set('RequestedToCapacityRatio', 'resources', resources);
    weights.set('RequestedToCapacityRatio', Number(weight));
  }
}
