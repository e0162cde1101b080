import { kindsOfRelease, structOfKind, type KindInfo, type ReleaseName } from '@orrery/api-types';
import { changedAtRandom, randomBody, sampleOf } from '@orrery/builders';
import type { Random } from '@orrery/time';

/** A request that writes, as it is sent. */
export interface RandomWrite {
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly body: unknown;
}

type Body = Record<string, unknown> & { metadata?: Record<string, unknown> };

const NAMES = ['a', 'b', 'c', 'web'] as const;
const NAMESPACE = 'default';
/** Kinds that are not written, or whose objects would end the story: a deleted node takes its pods along. */
const LEFT_OUT = new Set(['Event', 'Binding', 'APIService']);
const PATCHES = ['application/merge-patch+json', 'application/strategic-merge-patch+json'] as const;

const pick = <T>(random: Random, values: readonly T[]): T => values[random.below(values.length)]!;

/** Writes objects of all kinds of a release: samples that differ in some places, and changes of those that are there. */
export class RandomWrites {
  private readonly kinds: readonly KindInfo[];

  constructor(private readonly release: ReleaseName) {
    this.kinds = kindsOfRelease(release).filter(
      (kind) => kind.served && kind.verbs.includes('create') && structOfKind(kind) && !LEFT_OUT.has(kind.kind),
    );
  }

  /** Returns the next write; `read` returns an object of the cluster, undefined where there is none. */
  async next(random: Random, read: (path: string) => Promise<Body | undefined>): Promise<RandomWrite> {
    const kind = pick(random, this.kinds);
    const apiVersion = pick(random, kind.versionsOf[this.release]);
    const name = pick(random, NAMES);
    const collection = pathOf(kind, apiVersion);
    const path = `${collection}/${name}`;
    const present = kind.verbs.includes('get') ? await read(path) : undefined;
    if (!present) return create(kind, { apiVersion, name, path: collection }, random);
    if (random.unit() < 0.1 && kind.verbs.includes('delete')) return write('DELETE', path, {});
    return change(kind, { present, path }, random);
  }
}

function pathOf(kind: KindInfo, apiVersion: string): string {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return `${root}${kind.namespaced ? `/namespaces/${NAMESPACE}` : ''}/${kind.resource}`;
}

function write(method: string, path: string, body: unknown, type = 'application/json'): RandomWrite {
  return { method, path, type, body };
}

interface Place {
  readonly apiVersion: string;
  readonly name: string;
  readonly path: string;
}

/** Returns a creation: three of four begin as a valid object, of the rest some are arbitrary values. */
function create(kind: KindInfo, { apiVersion, name, path }: Place, random: Random): RandomWrite {
  const struct = structOfKind(kind)!;
  const body = random.unit() < 0.75 ? changedAtRandom(struct, sampleOf(kind), random) : randomBody(kind, random);
  return write('POST', path, isBody(body) ? few(named(body, kind, apiVersion, name)) : body);
}

/** Fields that set a number of pods. */
const COUNTS = /^(replicas|parallelism|completions|minReplicas|maxReplicas)$/;
const MOST_PODS = 5;

/** Returns a body that asks for few pods: thousands of millions would take their time, and are valid. */
function few<T>(body: T): T {
  const clamped = (name: string, value: unknown): unknown =>
    typeof value === 'number' && COUNTS.test(name) ? Math.min(value, MOST_PODS) : value;
  return JSON.parse(JSON.stringify(body, clamped)) as T;
}

function isBody(body: unknown): body is Body {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** Returns the body with a name of its own, so that later writes find the object. */
function named(body: Body, kind: KindInfo, apiVersion: string, name: string): Body {
  const metadata = isBody(body.metadata) ? body.metadata : {};
  return { ...body, apiVersion, kind: kind.bodyKind, metadata: { ...metadata, name, namespace: undefined } };
}

interface Present {
  readonly present: Body;
  readonly path: string;
}

/** Returns a change of an existing object: as a whole, as a patch or an apply, or its status. */
function change(kind: KindInfo, { present, path }: Present, random: Random): RandomWrite {
  const changed = few(changedAtRandom(structOfKind(kind)!, present, random) as Body);
  const target = kind.hasStatus && random.unit() < 0.3 ? `${path}/status` : path;
  const way = random.unit();
  if (way < 0.4) return write('PUT', target, changed);
  if (way < 0.7) return write('PATCH', target, patchBetween(present, changed), pick(random, PATCHES));
  const applied = {
    ...changed,
    metadata: { ...changed.metadata, managedFields: undefined, resourceVersion: undefined },
  };
  return write('PATCH', `${target}?fieldManager=random&force=true`, applied, 'application/apply-patch+yaml');
}

/** Returns the parts at the top that differ, those that are gone as null. */
function patchBetween(before: Body, after: Body): Body {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const differ = [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(differ.map((name) => [name, after[name] ?? null]));
}
