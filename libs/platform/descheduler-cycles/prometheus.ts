import type { KubeObject } from '@orrery/api-types';
import { resourceAccess } from '@orrery/access';
import { readQueryAnswer, type MetricsProvider, type QueryAnswer, type QueryOutcome } from '@orrery/descheduling';
import type { Actor } from '@orrery/control-plane';
import type { DeschedulingPorts } from './descheduling-ports';

/** Timeout of queries to a Prometheus server. */
const QUERY_TIMEOUT_MS = 5000;
/** Longer answers are not read: a sample of each of 100,000 pods takes some 20 MiB. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** The key under which a Secret holds the token. */
const TOKEN_KEY = 'prometheusAuthToken';

/** Asks a Prometheus server as the policy's provider says. Failures are outcomes. */
export async function askPrometheus(
  cluster: DeschedulingPorts,
  { url = '', authToken }: MetricsProvider,
  { queries, actor }: { readonly queries: readonly string[]; readonly actor: Actor | undefined },
): Promise<Map<string, QueryOutcome>> {
  const outcomes = new Map<string, QueryOutcome>();
  if (queries.length === 0) return outcomes;
  const token = authToken && readToken(cluster, authToken, actor);
  const askOnce = (query: string): Promise<QueryOutcome> =>
    cluster.inputs.ask<QueryOutcome>(
      { prometheus: url, query },
      () => ask(url, query, token?.ok ? token.value : undefined),
      (error) => ({ ok: false, error }),
    );
  for (const query of new Set(queries)) {
    outcomes.set(query, token && !token.ok ? { ok: false, error: token.error } : await askOnce(query));
  }
  return outcomes;
}

async function ask(url: string, query: string, token: string | undefined): Promise<QueryOutcome> {
  try {
    const address = new URL('api/v1/query', url.endsWith('/') ? url : `${url}/`);
    address.searchParams.set('query', query);
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(address, { headers, signal: AbortSignal.timeout(QUERY_TIMEOUT_MS) });
    const text = await textOf(response);
    const answer = parseAnswer(text);
    if (answer) return readQueryAnswer(answer);
    const reason = response.ok ? `bad response: ${text.slice(0, 100)}` : `server error: ${response.status}`;
    return { ok: false, error: `unable to capture prometheus metrics: ${reason}` };
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    return { ok: false, error: `unable to capture prometheus metrics: ${reason}` };
  }
}

/** Returns the body; throws as soon as it is longer than the limit. */
async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error(`the answer is longer than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Failed queries are answered in JSON as well; a proxy in between may answer anything. */
function parseAnswer(text: string): QueryAnswer | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null && 'status' in answer ? (answer as QueryAnswer) : undefined;
  } catch {
    return undefined;
  }
}

type TokenVerdict = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly error: string };

function readToken(
  cluster: DeschedulingPorts,
  { namespace, name }: NonNullable<MetricsProvider['authToken']>,
  actor: Actor | undefined,
): TokenVerdict {
  const access = resourceAccess({ verb: 'get', resource: 'secrets', group: '', namespace, name });
  const isAllowed = !actor || actor.decide(access).allowed;
  const key = { resource: 'secrets', namespace, name };
  const secret = isAllowed ? (cluster.cache.get(key) as SecretObject | undefined) : undefined;
  if (!secret) return { ok: false, error: `unable to get ${namespace}/${name} secret` };
  const data = secret.data ?? {};
  const value = Object.hasOwn(data, TOKEN_KEY) ? Buffer.from(data[TOKEN_KEY]!, 'base64').toString() : '';
  if (value !== '') return { ok: true, value };
  return { ok: false, error: `prometheus authentication token secret missing "${TOKEN_KEY}" data or empty` };
}

type SecretObject = KubeObject & { readonly data?: Readonly<Record<string, string>> };
