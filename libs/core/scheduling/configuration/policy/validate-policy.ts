import { documentError, readDocument } from '@orrery/documents';
import type { BundleName } from '../../behaviour/bundles';
import type { PluginRegistry } from '../../framework/plugin-args';
import type { ConfigurationError } from '../configuration-error';
import { PolicyDialect } from '../scheduler-settings';
import { legacyPredicates, legacyPriority, predicateName } from './legacy-names';
import type { PolicyDocument, PredicatePolicy, PriorityPolicy } from './policy-document';

/** Weights of plugins have 32 bits, as in a KubeSchedulerConfiguration; what is above could not be shown. */
const MAX_INT32 = 2 ** 31 - 1;
/** Weights from here on could overflow once they are multiplied by a score of 10. */
const WEIGHT_LIMIT = (2n ** 63n - 1n) / 10n;

/** Context in which a Policy is read. */
export interface PolicyContext {
  readonly dialect: PolicyDialect;
  readonly bundle: BundleName;
  readonly registry: PluginRegistry;
}

type Refuse = (field: string, reason: string) => void;

/** Returns all errors of a Policy beyond its structure (spec scheduler 5.1, 5.7). */
export function validatePolicy(policy: PolicyDocument, context: PolicyContext): ConfigurationError[] {
  const errors: ConfigurationError[] = [];
  const refuse: Refuse = (field, reason) => errors.push({ field, reason });
  validateVersion(policy, refuse);
  validatePredicates(policy.predicates ?? [], context, refuse);
  validatePriorities(policy.priorities ?? [], context, refuse);
  const weight = policy.hardPodAffinitySymmetricWeight ?? 0;
  if (weight < 0 || weight > 100) {
    refuse('hardPodAffinitySymmetricWeight', `Invalid value: ${weight}: not in valid range [0-100]`);
  }
  return errors;
}

/** The guide's YAML samples write `version` for `apiVersion`. */
function validateVersion({ apiVersion, version }: PolicyDocument, refuse: Refuse): void {
  if (apiVersion === undefined && version === undefined) refuse('apiVersion', 'Required value: must be "v1"');
  for (const [field, value] of Object.entries({ apiVersion, version })) {
    if (value !== undefined && value !== 'v1') {
      refuse(field, `Unsupported value: ${JSON.stringify(value)}: supported values: "v1"`);
    }
  }
}

function validatePredicates(predicates: readonly PredicatePolicy[], context: PolicyContext, refuse: Refuse): void {
  const known = new Set(legacyPredicates(context.dialect, context.bundle).map(({ name }) => name));
  const own = new Set<string>();
  predicates.forEach(({ name = '', argument }, i) => {
    const field = `predicates[${i}]`;
    if (name === '') return refuse(`${field}.name`, 'Required value');
    const kinds = argument ? Object.keys(argument).length : 0;
    if (argument && kinds !== 1) {
      return refuse(
        `${field}.argument`,
        `Exactly 1 predicate argument is required, numArgs: ${kinds}, Predicate: ${name}`,
      );
    }
    if (!argument && !known.has(predicateName(name, context.dialect))) {
      return refuse(`${field}.name`, `Invalid configuration: Predicate type not found for "${name}"`);
    }
    if (!argument || context.dialect === PolicyDialect.V1_20) return;
    if (own.has(name)) refuse(`${field}.name`, `predicate name "${name}" is used twice`);
    own.add(name);
  });
}

function validatePriorities(priorities: readonly PriorityPolicy[], context: PolicyContext, refuse: Refuse): void {
  const own = new Set<string>();
  priorities.forEach((priority, i) => {
    const { name = '', weight = 0, argument } = priority;
    const field = `priorities[${i}]`;
    if (name === '') return refuse(`${field}.name`, 'Required value');
    if (weight <= 0 || BigInt(weight) >= WEIGHT_LIMIT) {
      refuse(`${field}.weight`, `priority ${name} should have a positive weight applied to it or it has overflown`);
    } else if (weight > MAX_INT32) {
      refuse(`${field}.weight`, `Invalid value: ${weight}: not in valid range [1, ${MAX_INT32}]`);
    }
    const kinds = argument ? Object.keys(argument).length : 0;
    if (argument && kinds !== 1) {
      const text = `Exactly 1 priority argument is required, numArgs: ${kinds}, Priority: ${name}`;
      return refuse(`${field}.argument`, text);
    }
    if (!argument && legacyPriority(name, context.dialect, context.bundle) === 'unknown') {
      return refuse(`${field}.name`, `Invalid configuration: Priority type not found for "${name}"`);
    }
    validateArgument(priority, { path: `${field}.argument`, registry: context.registry }, refuse);
    if (!argument || context.dialect === PolicyDialect.V1_20) return;
    if (own.has(name)) refuse(`${field}.name`, `priority name "${name}" is used twice`);
    own.add(name);
  });
  if (context.dialect === PolicyDialect.V1_20) validateMergedPriorities(priorities, refuse);
}

function validateArgument(
  { argument = {} }: PriorityPolicy,
  { path, registry }: { readonly path: string; readonly registry: PluginRegistry },
  refuse: Refuse,
): void {
  const { serviceAntiAffinity, requestedToCapacityRatioArguments: ratio } = argument;
  if (serviceAntiAffinity) {
    const labels = [serviceAntiAffinity.label ?? ''].flat();
    if (labels.length === 0 || labels.includes('')) refuse(`${path}.serviceAntiAffinity.label`, 'Required value');
  }
  const ratioArgs = registry['RequestedToCapacityRatio']?.args;
  if (ratio && ratioArgs) {
    const { findings } = readDocument(ratio, ratioArgs, { field: `${path}.requestedToCapacityRatioArguments` });
    for (const { field, reason } of findings.map(documentError)) refuse(field, reason);
  }
}

/** Validates priorities that 1.20 merges into one plugin: they must agree in weight, and only one may give a curve. */
function validateMergedPriorities(priorities: readonly PriorityPolicy[], refuse: Refuse): void {
  const last = new Map<string, PriorityPolicy>();
  priorities.forEach((priority, i) => {
    const { name = '', argument } = priority;
    const field = `priorities[${i}]`;
    const type = argument?.labelPreference
      ? 'LabelPreference'
      : argument?.serviceAntiAffinity
        ? 'ServiceAntiAffinity'
        : argument?.requestedToCapacityRatioArguments && 'RequestedToCapacityRatio';
    if (!type) return;
    const other = last.get(type);
    last.set(type, priority);
    if (!other) return;
    if (type === 'RequestedToCapacityRatio') {
      last.set(type, other);
      refuse(field, `priority "${name}" redeclares custom priority "${type}", from: "${other.name}"`);
    } else if (other.weight !== priority.weight) {
      refuse(`${field}.weight`, `${type}  priority "${name}" has a different weight with "${other.name}"`);
    }
  });
}
