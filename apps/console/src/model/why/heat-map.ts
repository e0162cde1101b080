/** Findings of the scheduler about one node. */
export interface VerdictParts {
  readonly node: { readonly metadata: { readonly name: string } };
  readonly feasible: boolean;
  readonly total: number | null;
  readonly rank: number | null;
  readonly filters: readonly {
    readonly plugin: string;
    readonly passed: boolean;
    readonly reasons: readonly string[];
  }[];
  readonly scores: readonly {
    readonly plugin: string;
    readonly raw: number;
    /** Score relative to the raw scores of all nodes, from 0 to 100; inverted by some plugins. */
    readonly normalized: number;
    readonly weight: number;
    readonly weighted: number;
  }[];
}

/** One field of the map. */
interface HeatCell {
  readonly text: string;
  /** Origin of the figure: the raw score, the normalized score, and the weight of the plugin; empty where nothing was scored. */
  readonly from: string;
  /** From 0, the lowest score of the column, to 1, the highest; 0 where all are equal; undefined where nothing was scored. */
  readonly warmth: number | undefined;
  /** Explanation of the cell, as a text. */
  readonly title: string;
}

interface HeatRow {
  readonly node: string;
  readonly isFeasible: boolean;
  /** The reason why it cannot take the pod: what each filter that rejects it says. The scheduler stops at the first of them; empty if it can. */
  readonly rejections: readonly string[];
  readonly cells: readonly HeatCell[];
  readonly total: number | undefined;
}

/** Nodes by what each scorer made of them: the best first, then those that cannot take the pod. */
export interface HeatMap {
  readonly plugins: readonly string[];
  readonly rows: readonly HeatRow[];
}

export function heatMap(verdicts: readonly VerdictParts[]): HeatMap {
  const plugins = [...new Set(verdicts.flatMap(({ scores }) => scores.map(({ plugin }) => plugin)))];
  const spans = new Map(plugins.map((plugin) => [plugin, spanOf(plugin, verdicts)]));
  const rows = verdicts.map((verdict) => {
    const rejections = verdict.filters
      .filter(({ passed }) => !passed)
      .map(({ plugin, reasons }) => `${plugin}: ${reasons.join(', ')}`);
    return {
      node: verdict.node.metadata.name,
      isFeasible: verdict.feasible,
      rejections,
      total: verdict.total ?? undefined,
      cells: plugins.map((plugin) => cellOf(plugin, verdict, spans.get(plugin) ?? NO_SPAN)),
    };
  });
  return {
    plugins,
    rows: rows.sort((a, b) => (b.total ?? -1) - (a.total ?? -1) || naturally.compare(a.node, b.node)),
  };
}

const naturally = new Intl.Collator('en', { numeric: true });

/** Lowest and highest score of a column. */
interface Span {
  readonly least: number;
  readonly most: number;
}

const NO_SPAN: Span = { least: 0, most: 0 };

function spanOf(plugin: string, verdicts: readonly VerdictParts[]): Span {
  const scores = verdicts.flatMap((each) => each.scores.filter((score) => score.plugin === plugin));
  const weighted = scores.map((score) => score.weighted);
  return { least: Math.min(...weighted), most: Math.max(...weighted) };
}

function cellOf(plugin: string, { scores }: VerdictParts, { least, most }: Span): HeatCell {
  const score = scores.find((each) => each.plugin === plugin);
  if (!score) return { text: '', from: '', warmth: undefined, title: `${plugin}: not scored` };
  const { raw, normalized, weight, weighted } = score;
  return {
    text: String(weighted),
    from: normalized === raw ? `${raw}×${weight}` : `${raw} → ${normalized}×${weight}`,
    warmth: most > least ? (weighted - least) / (most - least) : 0,
    title: `${plugin}: raw ${raw}, normalised ${normalized}, weight ${weight}, weighted ${weighted}`,
  };
}
