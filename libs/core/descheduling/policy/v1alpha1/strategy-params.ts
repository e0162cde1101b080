import type { FieldReader } from '../field-reader';

/** Parameters of `descheduler/v1alpha1` as arguments of `descheduler/v1alpha2`, with the places they came from. */
export interface ConvertedParams {
  readonly args: Readonly<Record<string, unknown>>;
  readonly argPaths: Readonly<Record<string, string>>;
  readonly evictor: Readonly<Record<string, unknown>>;
  readonly evictorPaths: Readonly<Record<string, string>>;
  /** True if both a priority and a priority class were named. */
  readonly isPriorityAmbiguous: boolean;
  readonly paramsPath: string;
}

/** Nested parameters that go by the same names in the arguments. */
const NESTED: readonly (readonly [group: string, keys: readonly string[]])[] = [
  ['nodeResourceUtilizationThresholds', ['thresholds', 'targetThresholds', 'numberOfNodes', 'useDeviationThresholds']],
  ['removeDuplicates', ['excludeOwnerKinds']],
  ['podsHavingTooManyRestarts', ['podRestartThreshold', 'includingInitContainers']],
  ['podLifeTime', ['maxPodLifeTimeSeconds', 'states', 'podStatusPhases', 'includingInitContainers']],
  ['failedPods', ['reasons', 'excludeOwnerKinds', 'minPodLifetimeSeconds', 'includingInitContainers']],
];

/** Parameters that are arguments of other plugins, not of the strategy; they are at the top level. */
const PLAIN = ['nodeAffinityType', 'includePreferNoSchedule', 'excludedTaints', 'labelSelector'] as const;

/** Strategies that only know which namespaces to leave alone. */
const EVICTABLE_NAMESPACES = /^strategies\.(Low|High)NodeUtilization\./;
/** Strategies without a label selector. */
const UNLABELLED = /^strategies\.(RemoveDuplicates|(Low|High)NodeUtilization)\./;

/** Reads `params` of one strategy entry. */
export function convertParams(entry: FieldReader): ConvertedParams {
  const args: Record<string, unknown> = {};
  const argPaths: Record<string, string> = {};
  const evictor: Record<string, unknown> = {};
  const evictorPaths: Record<string, string> = {};
  const params = entry.object('params', 'StrategyParameters');
  const paramsPath = entry.pathOf('params');
  const converted = { args, argPaths, evictor, evictorPaths, paramsPath };
  if (!params) return { ...converted, isPriorityAmbiguous: false };
  const take = (reader: FieldReader, key: string, name = key): void => {
    const value = reader.value(key);
    if (value === undefined) return;
    args[name] = value;
    argPaths[name] = reader.pathOf(key);
  };
  for (const [group, keys] of NESTED) {
    const nested = params.object(group, group);
    if (!nested) continue;
    for (const key of keys) if (key !== 'podStatusPhases') take(nested, key);
    appendPhases(nested, args, argPaths);
    nested.refuseUnknown();
  }
  for (const key of PLAIN) take(params, key);
  const namespaces = EVICTABLE_NAMESPACES.test(`${paramsPath}.`) ? 'evictableNamespaces' : 'namespaces';
  take(params, 'namespaces', namespaces);
  if (params.bool('includeSoftConstraints')) args['constraints'] = ['DoNotSchedule', 'ScheduleAnyway'];
  if (UNLABELLED.test(`${paramsPath}.`) && Object.hasOwn(args, 'labelSelector')) {
    // These strategies never looked at labels themselves; the evictor does it for them.
    evictor['labelSelector'] = args['labelSelector'];
    evictorPaths['labelSelector'] = argPaths['labelSelector']!;
    delete args['labelSelector'];
  }
  const isPriorityAmbiguous = convertEvictorParams(params, evictor, evictorPaths);
  params.refuseUnknown();
  return { ...converted, isPriorityAmbiguous };
}

/** `podStatusPhases` is an older name whose entries are added to `states`. */
function appendPhases(nested: FieldReader, args: Record<string, unknown>, argPaths: Record<string, string>): void {
  if (!nested.has('podStatusPhases')) return;
  const phases = nested.strings('podStatusPhases') ?? [];
  const states = Array.isArray(args['states']) ? (args['states'] as unknown[]) : [];
  args['states'] = [...states, ...phases];
  argPaths['states'] ??= nested.pathOf('podStatusPhases');
}

function convertEvictorParams(
  params: FieldReader,
  evictor: Record<string, unknown>,
  evictorPaths: Record<string, string>,
): boolean {
  const nodeFit = params.bool('nodeFit');
  if (nodeFit !== undefined) evictor['nodeFit'] = nodeFit;
  const value = params.int('thresholdPriority');
  const name = params.string('thresholdPriorityClassName');
  if (value !== undefined && name) return true;
  if (value === undefined && !name) return false;
  evictor['priorityThreshold'] = value === undefined ? { name } : { value };
  evictorPaths['priorityThreshold'] = params.pathOf(
    value === undefined ? 'thresholdPriorityClassName' : 'thresholdPriority',
  );
  return false;
}
