import { invalidField, requiredField, type FieldError } from '@orrery/api-types';
import { fields, integer, listOf, oneOfTexts, string, withDefault, type Schema, type ValueOf } from '@orrery/documents';

/** Types of scoring by the free or used share of a node. */
export const ScoringStrategyType = {
  LeastAllocated: 'LeastAllocated',
  MostAllocated: 'MostAllocated',
  RequestedToCapacityRatio: 'RequestedToCapacityRatio',
} as const;
export type ScoringStrategyType = (typeof ScoringStrategyType)[keyof typeof ScoringStrategyType];

/** A resource that counts in a score. */
export interface ResourceWeight {
  readonly name: string;
  readonly weight: number;
}

/** A corner of the utilisation curve: utilisation 0..100, score 0..10. */
export interface ShapePoint {
  readonly utilization: number;
  readonly score: number;
}

/** Scoring strategy of NodeResourcesFit. */
export interface ScoringStrategy {
  readonly type: ScoringStrategyType;
  readonly resources: readonly ResourceWeight[];
  /** Corners of the curve; empty unless the type is RequestedToCapacityRatio. */
  readonly shape: readonly ShapePoint[];
}

/** Settings of NodeResourcesFit. */
export interface NodeResourcesFitSettings {
  readonly ignoredResources: ReadonlySet<string>;
  readonly ignoredResourceGroups: ReadonlySet<string>;
  readonly strategy: ScoringStrategy;
}

/** The default of scores over resources: cpu and memory alike. */
export const CPU_AND_MEMORY: readonly ResourceWeight[] = [
  { name: 'cpu', weight: 1 },
  { name: 'memory', weight: 1 },
];

/** Resources with their weights; 0 counts as none given. A resource without a name is one that no node has. */
const WEIGHTED_RESOURCES = listOf(fields({ name: withDefault(string(), ''), weight: integer() }), {
  about: 'Resources that count, with weights from 1 to 100.',
  check: (resources): FieldError[] =>
    resources.flatMap(({ name, weight }, i) =>
      weight === undefined || weight === 0 || (weight >= 1 && weight <= 100)
        ? []
        : [invalidField(`[${i}].weight`, weight, `resource weight of ${name} not in valid range (0, 100]`)],
    ),
});
export type RawResources = ValueOf<typeof WEIGHTED_RESOURCES>;

const POINTS = listOf(fields({ utilization: withDefault(integer(), 0), score: withDefault(integer(), 0) }));

/** The corners of a utilisation curve, in order of utilisation. */
const SHAPE: Schema<readonly ShapePoint[], false> = {
  ...POINTS,
  about: 'Corners of the curve that gives a score of 0..10 for a utilisation of 0..100.',
  check: shapeProblems,
};

/** The curve must be there. */
function requiredShape(shape: readonly ShapePoint[] | undefined, at: string): FieldError[] {
  return shape ? [] : [requiredField(at, NO_POINTS)];
}

const NO_POINTS = 'at least one point must be specified';

/** Returns the errors of a curve. */
function shapeProblems(points: readonly ShapePoint[]): FieldError[] {
  if (points.length === 0) return [requiredField('', NO_POINTS)];
  return points.flatMap(({ utilization, score }, i) => {
    const problems: FieldError[] = [];
    const refuse = (field: string, value: number, detail: string): unknown =>
      problems.push(invalidField(`[${i}].${field}`, value, detail));
    if (utilization < 0 || utilization > 100) refuse('utilization', utilization, 'not in valid range [0, 100]');
    if (i > 0 && points[i - 1]!.utilization >= utilization) {
      refuse('utilization', utilization, 'utilization values must be sorted in increasing order');
    }
    if (score < 0 || score > 10) refuse('score', score, 'not in valid range [0, 10]');
    return problems;
  });
}

const IGNORED = {
  ignoredResources: withDefault(
    listOf(string(), { about: 'Resources that the filter does not look at, because an extender does.' }),
    [],
  ),
  ignoredResourceGroups: withDefault(
    listOf(string({ check: (group) => (group.includes('/') ? "resource group name can't contain '/'" : undefined) }), {
      about: 'The same for all resources whose names begin with one of these and a slash.',
    }),
    [],
  ),
};

/** Arguments of NodeResourcesFit (`NodeResourcesFitArgs` upstream). The strategy is an argument since v1beta2. */
export const NODE_RESOURCES_FIT_ARGS = fields({
  ...IGNORED,
  scoringStrategy: fields(
    {
      type: withDefault(oneOfTexts(Object.values(ScoringStrategyType)), ScoringStrategyType.LeastAllocated),
      resources: WEIGHTED_RESOURCES,
      // The curve is looked at where the strategy is the one that uses it.
      requestedToCapacityRatio: fields({ shape: POINTS }),
    },
    {
      about: 'How free or used a node should be.',
      since: 'v1beta2',
      check: ({ type, requestedToCapacityRatio: ratio }) => {
        if (type !== ScoringStrategyType.RequestedToCapacityRatio) return undefined;
        const at = '.requestedToCapacityRatio.shape';
        return shapeProblems(ratio?.shape ?? []).map((error) => ({ ...error, field: `${at}${error.field}` }));
      },
    },
  ),
});
export type NodeResourcesFitArgs = ValueOf<typeof NODE_RESOURCES_FIT_ARGS>;

/** Arguments of the filter alone, as GeneralPredicates takes them. */
export const RESOURCE_FILTER_ARGS = fields(IGNORED);

/** Arguments as the plugin works with them. */
export function fitSettings({
  ignoredResources,
  ignoredResourceGroups,
  scoringStrategy,
}: NodeResourcesFitArgs): NodeResourcesFitSettings {
  const { type = ScoringStrategyType.LeastAllocated, resources, requestedToCapacityRatio } = scoringStrategy ?? {};
  const isRatio = type === ScoringStrategyType.RequestedToCapacityRatio;
  return {
    ignoredResources: new Set(ignoredResources),
    ignoredResourceGroups: new Set(ignoredResourceGroups),
    strategy: {
      type,
      resources: resources?.length ? weightedResources(resources) : CPU_AND_MEMORY,
      shape: isRatio ? (requestedToCapacityRatio?.shape ?? []) : [],
    },
  };
}

/** Resources with weight 0 or none get 1. */
export function weightedResources(resources: RawResources): readonly ResourceWeight[] {
  return resources.map(({ name, weight }) => ({ name, weight: weight || 1 }));
}

/** Arguments of the plugins that score by one strategy alone. */
export const RESOURCES_ARGS = fields({ resources: withDefault(WEIGHTED_RESOURCES, []) });
export type ResourcesArgs = ValueOf<typeof RESOURCES_ARGS>;

/** Arguments of RequestedToCapacityRatio. */
export const RATIO_ARGS = fields(
  { shape: SHAPE, resources: withDefault(WEIGHTED_RESOURCES, []) },
  { check: ({ shape }) => requiredShape(shape, '.shape') },
);
export type RatioArgs = ValueOf<typeof RATIO_ARGS>;
