/** A state as `clusterDiff` names it: a cluster, and a moment of it. */
export interface NamedState {
  readonly cluster: string;
  /** A revision, a time, or how long ago; empty: as it is. */
  readonly moment: string;
}

/** `shop@-10m` as its parts; without a name it is a state of the cluster that is shown. */
export function namedState(text: string, own: string): NamedState {
  const at = text.indexOf('@');
  if (at < 0) return { cluster: text === '' ? own : text, moment: '' };
  return { cluster: text.slice(0, at) || own, moment: text.slice(at + 1) };
}

export function stateText({ cluster, moment }: NamedState): string {
  return moment === '' ? cluster : `${cluster}@${moment}`;
}

/** Figures of two states that are set side by side: a name, both values, and how they differ. */
export interface FigureRow {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
}

interface Figures {
  readonly pods: number;
  readonly placed: number;
  readonly waiting: number;
  readonly evictions: number;
  readonly restarts: number;
  readonly meanWaitSeconds: number;
  readonly zones: readonly { readonly nodes: { readonly total: number; readonly ready: number } }[];
}

const FIGURES: readonly (readonly [name: string, of: (figures: Figures) => number])[] = [
  ['nodes ready', ({ zones }) => zones.reduce((sum, { nodes }) => sum + nodes.ready, 0)],
  ['pods', ({ pods }) => pods],
  ['placed', ({ placed }) => placed],
  ['waiting for a node', ({ waiting }) => waiting],
  ['evictions of the last hour', ({ evictions }) => evictions],
  ['restarts of containers', ({ restarts }) => restarts],
  ['mean wait for a node, in seconds', ({ meanWaitSeconds }) => Math.round(meanWaitSeconds * 10) / 10],
];

export function figureRows(before: Figures, after: Figures): readonly FigureRow[] {
  return FIGURES.map(([name, of]) => {
    const difference = Math.round((of(after) - of(before)) * 10) / 10;
    const sign = difference > 0 ? '+' : '';
    return {
      name,
      before: String(of(before)),
      after: String(of(after)),
      difference: difference === 0 ? '' : `${sign}${difference}`,
    };
  });
}

/** A value in as many letters as a table has room for. */
export function shortValue(value: unknown): string {
  if (value === null || value === undefined) return '–';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** Default age of the first state. */
const EARLIER_MS = 600_000;

/** The state that is compared with now where the user names none: ten minutes ago, or the first that is kept of a cluster that is younger. */
export function earlierState(
  cluster: string,
  past:
    | {
        readonly clock?: { readonly now: string } | null;
        readonly history?: { readonly oldestResourceVersion: string; readonly oldestTime?: string | null } | null;
      }
    | undefined,
): string {
  const { clock, history } = past ?? {};
  const isYoung =
    clock != null &&
    history != null &&
    (history.oldestTime == null || Date.parse(clock.now) - Date.parse(history.oldestTime) < EARLIER_MS);
  return `${cluster}@${isYoung ? Math.max(1, Number(history.oldestResourceVersion)) : '-10m'}`;
}
