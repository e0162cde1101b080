import {
  ApiError,
  badRequest,
  expired,
  jsonSyntaxError,
  resourceVersionTooLarge,
  StatusReason,
  type KubeObject,
} from '@orrery/api-types';
import { resourceName } from '@orrery/store';
import type { CachePort } from '../../ports/cluster-ports';
import type { Selection } from './selection';
import { objectsOf, sortedState, type Entry } from './sorted-state';

export interface ListOptions {
  /** Items at most; 0 or undefined: all. */
  readonly limit?: number | undefined;
  /** Token of the previous chunk. */
  readonly continue?: string | undefined;
  /** Exactly the state at this revision. */
  readonly atRevision?: number | undefined;
  /** Any state that is not older than this revision. */
  readonly notOlderThan?: number | undefined;
}

/** Chunk of a list. */
export interface Listed {
  readonly items: readonly KubeObject[];
  /** The revision whose state this is. */
  readonly revision: number;
  readonly continue?: string;
  /** Number of items that follow; unknown when selectors are used. */
  readonly remaining?: number;
}

interface ContinueToken {
  /** The revision of the list's state; {@link ANY_REVISION}: the current state. */
  readonly rv: number;
  /** The last key that was given. */
  readonly after: string;
}

/** Maximum wait of a list for a revision that this process has not seen yet. */
const WAIT_FOR_REVISION_MS = 3000;
const TOO_OLD = 'The resourceVersion for the provided list is too old.';
const TOKEN_TOO_OLD =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
  'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
  'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
  'deleted between the time the first chunk was returned and now may show up in the list.';
const ANY_REVISION = -1;

/** Lists in key order, in chunks of one consistent state. Throws 410 when that state is no longer known. */
export async function listObjects(
  cluster: CachePort,
  selection: Selection,
  options: ListOptions = {},
): Promise<Listed> {
  await waitForRevision(cluster, options.notOlderThan ?? options.atRevision ?? 0);
  const token = options.continue === undefined ? undefined : parseToken(options.continue);
  if (token && options.atRevision !== undefined && token.rv !== options.atRevision) {
    throw badRequest('specifying resource version is not allowed when using continue');
  }
  const wanted = token?.rv === ANY_REVISION ? undefined : (token?.rv ?? options.atRevision);
  const { cache } = cluster;
  const revision = wanted ?? cache.revision;
  const { kind, namespace } = selection;
  const state = sortedState(cache, { resource: resourceName(kind), namespace }, revision);
  if (!state) throw token ? expiredToken(token) : expired(TOO_OLD);
  const from = token ? firstAfter(state, token.after) : 0;
  return chunk(state, { selection, revision, from, limit: options.limit ?? 0 });
}

/** Waits until this process has seen the revision; throws 504 when it does not come. */
export async function waitForRevision(cluster: CachePort, revision: number): Promise<void> {
  if (cluster.cache.revision >= revision) return;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), WAIT_FOR_REVISION_MS);
  await cluster.cache.reached(revision, limit.signal);
  clearTimeout(timer);
  if (cluster.cache.revision < revision) {
    throw resourceVersionTooLarge(String(revision), String(cluster.cache.revision));
  }
}

interface ChunkOptions {
  readonly selection: Selection;
  readonly revision: number;
  readonly from: number;
  readonly limit: number;
}

function chunk(state: readonly Entry[], { selection, revision, from, limit }: ChunkOptions): Listed {
  if (from === 0 && limit === 0 && !selection.hasSelectors) return { items: objectsOf(state), revision };
  const items: KubeObject[] = [];
  let position = from;
  for (; position < state.length; position++) {
    const entry = state[position]!;
    if (!selection.matches(entry.object)) continue;
    items.push(entry.object);
    if (limit === 0 || items.length < limit) continue;
    // As upstream's storage, which knows of what follows only whether there is anything.
    position++;
    break;
  }
  if (position >= state.length) return { items, revision };
  const token: ContinueToken = { rv: revision, after: state[position - 1]!.key };
  const next = formatToken(token);
  if (selection.hasSelectors) return { items, revision, continue: next };
  // Without selectors all of the state is selected.
  return { items, revision, continue: next, remaining: state.length - position };
}

function firstAfter(state: readonly Entry[], key: string): number {
  let low = 0;
  let high = state.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (state[middle]!.key <= key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function formatToken(token: ContinueToken): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/** Makes a 410 error with a token that continues from the same place in the current objects. */
function expiredToken({ after }: ContinueToken): ApiError {
  return new ApiError(StatusReason.Expired, TOKEN_TOO_OLD, {}, { continue: formatToken({ rv: ANY_REVISION, after }) });
}

function parseToken(text: string): ContinueToken {
  try {
    const token = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as ContinueToken;
    if (
      Number.isSafeInteger(token.rv) &&
      (token.rv > 0 || token.rv === ANY_REVISION) &&
      typeof token.after === 'string'
    )
      return token;
  } catch {
    // Answered below: it is not a valid continue token.
  }
  throw badRequest(`invalid continue token: continue key is not valid: ${tokenProblem(text)}`);
}

/** Tells why a token is none, as Go reads one; what it reads was not given by this server. */
function tokenProblem(text: string): string {
  const decoded = Buffer.from(text, 'base64url').toString('latin1');
  try {
    JSON.parse(decoded);
  } catch {
    return jsonSyntaxError(decoded);
  }
  return 'incorrect encoded start resourceVersion (version meta.k8s.io/v1)';
}
