/** Settings of a scenario for its cluster. */
interface ScenarioCluster {
  readonly nodes?: number;
  readonly zones?: number;
  readonly seed?: string;
  readonly bundle?: string;
  readonly startAt?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
}

const DEFAULTS = { nodes: 3, zones: 3 } as const;
const LONGEST_NAME = 40;

/** Returns the input that makes the cluster of a scenario: with a manual clock, as scenarios need it. */
export function clusterOfScenario(document: unknown, suffix: string) {
  const { metadata, spec } = (document ?? {}) as {
    metadata?: { name?: unknown };
    spec?: { cluster?: ScenarioCluster };
  };
  const { nodes, zones, seed, bundle, startAt, settings } = { ...DEFAULTS, ...spec?.cluster };
  const given = typeof metadata?.name === 'string' ? metadata.name : 'scenario';
  return {
    name: `${inClusterNames(given)}-${suffix}`,
    nodes,
    zones,
    ...(seed === undefined ? {} : { seed }),
    clock: { mode: 'MANUAL' as const, ...(startAt === undefined ? {} : { startAt }) },
    ...(settings === undefined && bundle === undefined
      ? {}
      : { settings: { ...settings, ...(bundle === undefined ? {} : { bundle }) } }),
  };
}

/** A text as names of clusters are written: lower case letters, digits and `-`. */
function inClusterNames(text: string): string {
  const parts = text
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter(Boolean);
  return parts.join('-').slice(0, LONGEST_NAME) || 'scenario';
}

/** A time since the start of a scenario: `+3m 5s`. */
export function sinceStart(seconds: number): string {
  const whole = Math.round(seconds);
  return `+${Math.floor(whole / 60)}m ${whole % 60}s`;
}
