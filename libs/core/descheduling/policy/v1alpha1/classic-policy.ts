import { readDefaultEvictorArgs } from '../../evictor/default-evictor-args';
import { STRATEGIES } from '../../plugins/registry';
import { DeschedulingPoint, type Strategy } from '../../run/strategy';
import type { DeschedulerPolicy, PolicyStep } from '../descheduler-policy';
import type { FieldProblem, PlainObject } from '../field-problem';
import { FieldReader } from '../field-reader';
import type { PolicyVerdict } from '../policy-verdict';
import type { PolicyError } from '../policy-error';
import { argumentPath, readArgs, type GivenArgs } from '../read-args';
import { readLimits, toErrors, type ReadContext } from '../read-context';
import { convertParams } from './strategy-params';

const EVICTOR_BOOLEANS = [
  'evictLocalStoragePods',
  'evictSystemCriticalPods',
  'evictFailedBarePods',
  'evictDaemonSetPods',
  'ignorePvcPods',
] as const;

/** Settings of the whole policy for every profile's evictor. */
type EvictorDefaults = Readonly<Record<string, unknown>>;

/** Reads a policy of `descheduler/v1alpha1`: every enabled strategy becomes a profile of its own. */
export function loadClassicPolicy(document: PlainObject, context: ReadContext): PolicyVerdict {
  const problems: FieldProblem[] = [];
  const reader = new FieldReader(document, '', 'DeschedulerPolicy', problems);
  reader.value('apiVersion');
  reader.value('kind');
  const nodeSelector = reader.string('nodeSelector');
  const limits = readLimits(reader, context.behaviour);
  const defaults: Record<string, unknown> = {};
  for (const key of EVICTOR_BOOLEANS) {
    const value = reader.bool(key);
    if (value !== undefined) defaults[key] = value;
  }
  if (nodeSelector && context.behaviour.fitNodes === 'selected') defaults['nodeSelector'] = nodeSelector;
  const strategies = reader.object('strategies', 'StrategyList');
  reader.refuseUnknown();
  const errors: PolicyError[] = toErrors(problems, context.prefix, { prefix: context.prefix });
  const steps: PolicyStep[] = [];
  for (const strategy of STRATEGIES) {
    const entry = strategies?.object(strategy.name, 'DeschedulerStrategy');
    if (entry) steps.push(...readStrategy({ entry, strategy, defaults, context, errors }));
  }
  for (const name of strategies?.unknown() ?? []) {
    errors.push({ field: `strategies.${name}`, reason: `unknown strategy name: ${name}`, prefix: context.prefix });
  }
  if (errors.length > 0) return { ok: false, errors };
  const policy: DeschedulerPolicy = {
    apiVersion: 'descheduler/v1alpha1',
    limits,
    failureEvents: false,
    steps: context.behaviour.strategyOrder === 'classic' ? steps : deschedulingFirst(steps),
    metricsProviders: [],
    prometheusQueries: [],
    behaviour: context.behaviour,
    warnings: [],
    profileErrors: {},
    ...(nodeSelector && { nodeSelector }),
  };
  return { ok: true, policy };
}

function deschedulingFirst(steps: readonly PolicyStep[]): PolicyStep[] {
  const isFirst = ({ point }: PolicyStep): boolean => point === DeschedulingPoint.Deschedule;
  return [...steps.filter(isFirst), ...steps.filter((step) => !isFirst(step))];
}

interface StrategyEntry {
  readonly entry: FieldReader;
  readonly strategy: Strategy;
  readonly defaults: EvictorDefaults;
  readonly context: ReadContext;
  readonly errors: PolicyError[];
}

/** Returns the step of a strategy; none if it is disabled, but its parameters are still read and validated. */
function readStrategy({ entry, strategy, defaults, context, errors }: StrategyEntry): PolicyStep[] {
  const { prefix } = context;
  const before = entry.problems.length;
  const isEnabled = entry.bool('enabled') ?? false;
  // A weight never had a meaning.
  entry.int('weight');
  const { args, argPaths, evictor, evictorPaths, isPriorityAmbiguous, paramsPath } = convertParams(entry);
  entry.refuseUnknown();
  errors.push(...toErrors(entry.problems.slice(before), prefix, { prefix }));
  const profile = `strategy-${strategy.name}-profile`;
  if (isPriorityAmbiguous) {
    const reason = `priority threshold misconfigured for plugin ${strategy.name}`;
    errors.push({ field: `${paramsPath}.thresholdPriority`, reason, prefix, profile });
    return [];
  }
  const given: GivenArgs = { value: args, path: paramsPath, origin: { paths: argPaths, notation: 'go' } };
  const verdict = readArgs(strategy.args, given);
  const argProblems: FieldProblem[] = [...verdict.problems];
  const { numberOfNodes } = args;
  if (typeof numberOfNodes === 'number' && numberOfNodes < 0) {
    const reason = `numberOfNodes must not be negative, got ${numberOfNodes}`;
    argProblems.push({ field: argumentPath(given, 'numberOfNodes'), reason, isDecoding: false });
  }
  const name = JSON.stringify(strategy.name);
  const ofValues = {
    profile,
    prefix: `${prefix}failed to get plugin config for strategy ${strategy.name}: strategy ${name} param validation failed: `,
  };
  // A strategy that needs parameters may be switched off without them.
  const isChecked = isEnabled || Object.keys(args).length > 0;
  if (isChecked) errors.push(...toErrors(argProblems, prefix, ofValues));
  const evictorProblems: FieldProblem[] = [];
  const ignoresFit = strategy.name === 'PodLifeTime' && context.behaviour.lifeTimeNodeFit === 'ignored';
  const evictorSource = { ...defaults, ...evictor, ...(ignoresFit && { nodeFit: false }) };
  const evictorArgs = readDefaultEvictorArgs(
    { value: evictorSource, path: '', origin: { paths: evictorPaths, notation: 'go' } },
    context.behaviour.criticalAnnotation === 'on',
    evictorProblems,
  );
  errors.push(...toErrors(evictorProblems, prefix, { profile, prefix }));
  if (!isEnabled || verdict.ok === undefined) return [];
  // The schema of the strategy has read its arguments.
  const run = strategy.configure(verdict.ok as never);
  return [{ profile, strategy: strategy.name, point: strategy.point, evictor: evictorArgs, run }];
}
