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

/** Ages of the first state where the user names none, as `clusterDiff` takes them; the first that the log reaches is taken. */
const EARLIER: readonly (readonly [ageMs: number, moment: string])[] = [
  [3_600_000, '-1h'],
  [600_000, '-10m'],
];

/** Age from which a cluster is compared with itself at half of it. */
const LEAST_MS = 60_000;

/** The past of a cluster, as far as it is kept. */
interface Past {
  readonly clock?: { readonly now: string } | null;
  readonly history?: { readonly oldestResourceVersion: string; readonly oldestTime?: string | null } | null;
}

/**
 * Returns the state that is compared with now where the user names none: an hour or ten minutes ago, or half of the time
 * that a younger cluster has; of one without a past its latest fork or that of which it is one, else its first state that
 * is kept.
 */
export function earlierState(cluster: string, past: Past | undefined, clusters: readonly string[] = []): string {
  const { clock, history } = past ?? {};
  if (!clock || !history) return `${cluster}@-10m`;
  const ageMs = history.oldestTime ? Date.parse(clock.now) - Date.parse(history.oldestTime) : 0;
  const [, moment] = EARLIER.find(([enough]) => ageMs >= enough) ?? [];
  if (moment !== undefined) return `${cluster}@${moment}`;
  if (ageMs >= LEAST_MS) return `${cluster}@-${Math.floor(ageMs / 2000)}s`;
  const related = clusters.filter((other) => other.startsWith(`${cluster}-`) || cluster.startsWith(`${other}-`));
  return related.at(-1) ?? `${cluster}@${Math.max(1, Number(history.oldestResourceVersion))}`;
}

/** Kinds that the control plane makes, in every cluster, or for each object that a user makes. */
const OF_CONTROL_PLANE = new Set([
  'APIService',
  'ClusterRole',
  'ClusterRoleBinding',
  'ConfigMap',
  'ControllerRevision',
  'EndpointSlice',
  'Endpoints',
  'Event',
  'FlowSchema',
  'IPAddress',
  'Lease',
  'MachineConfig',
  'MachineConfigPool',
  'Namespace',
  'PriorityLevelConfiguration',
  'ReplicaSet',
  'Role',
  'RoleBinding',
  'ServiceAccount',
  'ServiceCIDR',
  'CSINode',
]);

/** Returns objects that differ, those that users make before those that the control plane makes. */
export function usersFirst<O extends { readonly kind: string }>(objects: readonly O[]): readonly O[] {
  const isOfUser = ({ kind }: O): boolean => !OF_CONTROL_PLANE.has(kind);
  return [...objects.filter(isOfUser), ...objects.filter((object) => !isOfUser(object))];
}
