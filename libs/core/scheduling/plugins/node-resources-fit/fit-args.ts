import { PluginArgsError } from '../../framework/plugin-args-error';

/** How free or used a node should be. */
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

/** How NodeResourcesFit scores. */
export interface ScoringStrategy {
  readonly type: ScoringStrategyType;
  readonly resources: readonly ResourceWeight[];
  /** Corners of the curve; empty unless the type is RequestedToCapacityRatio. */
  readonly shape: readonly ShapePoint[];
}

/** Arguments of NodeResourcesFit with defaults filled in. */
export interface NodeResourcesFitArgs {
  readonly ignoredResources: ReadonlySet<string>;
  readonly ignoredResourceGroups: ReadonlySet<string>;
  readonly strategy: ScoringStrategy;
}

interface RawArgs {
  readonly ignoredResources?: readonly string[];
  readonly ignoredResourceGroups?: readonly string[];
  readonly scoringStrategy?: {
    readonly type?: string;
    readonly resources?: readonly RawResource[];
    readonly requestedToCapacityRatio?: { readonly shape?: readonly Partial<ShapePoint>[] };
  };
}
/** A resource as it was written; without a name it is one that no node has, as upstream. */
export interface RawResource {
  readonly name?: string;
  readonly weight?: number;
}

const DEFAULT_RESOURCES: readonly ResourceWeight[] = [
  { name: 'cpu', weight: 1 },
  { name: 'memory', weight: 1 },
];

/** Reads the arguments of NodeResourcesFit. Throws PluginArgsError listing everything that is wrong. */
export function readFitArgs(args: unknown): NodeResourcesFitArgs {
  const raw = (args ?? {}) as RawArgs;
  const errors: string[] = [];
  (raw.ignoredResourceGroups ?? []).forEach((group, i) => {
    if (group.includes('/'))
      errors.push(`ignoredResourceGroups[${i}]: Invalid value: "${group}": resource group name can't contain '/'`);
  });
  const type = raw.scoringStrategy?.type ?? ScoringStrategyType.LeastAllocated;
  if (!Object.hasOwn(ScoringStrategyType, type)) {
    const known = Object.values(ScoringStrategyType).map((name) => `"${name}"`);
    errors.push(`scoringStrategy.type: Unsupported value: "${type}": supported values: ${known.join(', ')}`);
  }
  const rawResources = raw.scoringStrategy?.resources ?? [];
  const resources =
    rawResources.length > 0 ? readResources(rawResources, 'scoringStrategy.resources', errors) : DEFAULT_RESOURCES;
  const isRatio = type === ScoringStrategyType.RequestedToCapacityRatio;
  const shape = isRatio
    ? readShape(
        raw.scoringStrategy?.requestedToCapacityRatio?.shape,
        'scoringStrategy.requestedToCapacityRatio.shape',
        errors,
      )
    : [];
  if (errors.length > 0) throw new PluginArgsError(errors);
  return {
    ignoredResources: new Set(raw.ignoredResources ?? []),
    ignoredResourceGroups: new Set(raw.ignoredResourceGroups ?? []),
    strategy: { type: type as ScoringStrategyType, resources, shape },
  };
}

/** Resources with weight 0 or none get 1; others must lie in (0, 100]. */
export function readResources(raw: readonly RawResource[], path: string, errors: string[]): readonly ResourceWeight[] {
  return raw.map(({ name = '', weight }, i) => {
    if (weight !== undefined && weight !== 0 && (weight < 1 || weight > 100)) {
      errors.push(
        `${path}[${i}].weight: Invalid value: ${weight}: resource weight of ${name} not in valid range (0, 100]`,
      );
    }
    return { name, weight: weight || 1 };
  });
}

/** Reads the corners of a utilisation curve. */
export function readShape(
  raw: readonly Partial<ShapePoint>[] | undefined,
  path: string,
  errors: string[],
): readonly ShapePoint[] {
  const points = (raw ?? []).map(({ utilization = 0, score = 0 }) => ({ utilization, score }));
  if (points.length === 0) errors.push(`${path}: Required value: at least one point must be specified`);
  points.forEach(({ utilization, score }, i) => {
    if (utilization < 0 || utilization > 100) {
      errors.push(`${path}[${i}].utilization: Invalid value: ${utilization}: not in valid range [0, 100]`);
    }
    if (i > 0 && points[i - 1]!.utilization >= utilization) {
      errors.push(
        `${path}[${i}].utilization: Invalid value: ${utilization}: utilization values must be sorted in increasing order`,
      );
    }
    if (score < 0 || score > 10)
      errors.push(`${path}[${i}].score: Invalid value: ${score}: not in valid range [0, 10]`);
  });
  return points;
}

/** The default of scores over resources: cpu and memory alike. */
export const CPU_AND_MEMORY: readonly ResourceWeight[] = DEFAULT_RESOURCES;
