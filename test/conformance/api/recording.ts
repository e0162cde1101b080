import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A release whose API server was recorded. */
export type Recorded = '1.36.2' | '1.20.2';

/** A request of the conversation; parts of earlier answers are referred to by name in `${…}`. */
export interface RecordedRequest {
  /** The area of the request, and its name there; requests without a name clean up. */
  readonly group: string;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string | null;
  /** A body that is not a text. */
  readonly base64?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Token of a user other than the administrator; empty: no user. */
  readonly token?: string;
  /** The name under which later requests find parts of the answer. */
  readonly save?: string;
  /** Time limit for controllers until the answer is the recorded one, in seconds. */
  readonly waitS?: number;
  /** Paths of differences that do not count, as regular expressions. */
  readonly ignore?: readonly string[];
  /** The form in which answers are compared, of `views.ts`. */
  readonly view?: string;
}

/** An answer of the real server; uids, times and the like are replaced as `normalise.ts` does. */
export interface Answer {
  readonly status: number;
  readonly ctype: string | null;
  readonly warning: readonly string[];
  readonly retry: string | null;
  readonly allow: string | null;
  readonly body: unknown;
}

/** A request with its identity, and the answer to compare with. */
export interface Exchange extends RecordedRequest {
  /** `group: name`, with a number from the second of a name on. */
  readonly id: string;
  readonly answer?: Answer;
}

/** Names that requests have of versions in 1.20, and those of today. */
const LATER_VERSIONS: Readonly<Record<string, string>> = {
  'policy/v1beta1': 'policy/v1',
  'discovery.k8s.io/v1beta1': 'discovery.k8s.io/v1',
  'batch/v1beta1': 'batch/v1',
  'autoscaling/v2beta2': 'autoscaling/v2',
  'autoscaling/v2beta1': 'autoscaling/v2',
  'flowcontrol.apiserver.k8s.io/v1beta1': 'flowcontrol.apiserver.k8s.io/v1',
  'networking.k8s.io/v1beta1': 'networking.k8s.io/v1',
  'storage.k8s.io/v1beta1': 'storage.k8s.io/v1',
  'node.k8s.io/v1beta1': 'node.k8s.io/v1',
  'events.k8s.io/v1beta1': 'events.k8s.io/v1',
  'certificates.k8s.io/v1beta1': 'certificates.k8s.io/v1',
  'scheduling.k8s.io/v1beta1': 'scheduling.k8s.io/v1',
  'rbac.authorization.k8s.io/v1beta1': 'rbac.authorization.k8s.io/v1',
  'coordination.k8s.io/v1beta1': 'coordination.k8s.io/v1',
};

/** The conversation with a release: one list of requests, and the answers of its server by their identities. */
export function readRecording(release: Recorded): Exchange[] {
  const requests = readData<RecordedRequest[]>('api-requests.json.gz');
  const answers = readData<Record<string, Answer>>(`api-answers-${release}.json.gz`);
  const seen = new Map<string, number>();
  return requests.map((request) => {
    const named = `${request.group}: ${request.name}`;
    const count = (seen.get(named) ?? 0) + 1;
    seen.set(named, count);
    const id = count === 1 ? named : `${named} #${count}`;
    const answer = request.name === '' ? undefined : answers[id];
    return { ...(release === '1.20.2' ? request : inLaterVersions(request)), id, ...(answer ? { answer } : {}) };
  });
}

function inLaterVersions(request: RecordedRequest): RecordedRequest {
  const { path, body } = request;
  return { ...request, path: withLaterVersions(path), ...(body ? { body: withLaterVersions(body) } : {}) };
}

function withLaterVersions(text: string): string {
  let later = text;
  for (const [old, now] of Object.entries(LATER_VERSIONS)) {
    later = later.replaceAll(`${old}/`, `${now}/`).replaceAll(`"${old}"`, `"${now}"`);
  }
  return later;
}

function readData<T>(name: string): T {
  return JSON.parse(gunzipSync(readFileSync(join(__dirname, '../testdata', name))).toString()) as T;
}
