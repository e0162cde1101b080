import { objectAccess } from '@orrery/access';
import { expired, type KubeObject } from '@orrery/api-types';
import type { Actor, ClusterRuntime } from '@orrery/control-plane';
import { fieldChanges, parseMoment, reasonOf } from '@orrery/history';
import { Operation, parseResource, resourceName, type StoryQuestion, type ReportedChange } from '@orrery/store';
import { formatMicroTime } from '@orrery/time';
import { pageRequest } from '../connections/page-request';
import { badUserInput } from '../errors/request-errors';
import {
  ChangeOperation,
  type ObjectChange,
  type ObjectChangePage,
  type StoryArgs,
  type StoryPageArgs,
} from './story-types';

/** Whose story is reported, and to whom. */
export interface StoryReader {
  readonly runtime: ClusterRuntime;
  readonly actor: Actor;
}

const EVENTS = ['events'];
const OPERATIONS: Readonly<Record<Operation, ChangeOperation>> = {
  [Operation.Create]: ChangeOperation.CREATED,
  [Operation.Update]: ChangeOperation.UPDATED,
  [Operation.Delete]: ChangeOperation.DELETED,
};

/** A page of what has happened. Throws BAD_USER_INPUT for what is no moment or no kind, EXPIRED for a revision that is not kept. */
export async function storyPage(reader: StoryReader, args: StoryPageArgs): Promise<ObjectChangePage> {
  const { runtime } = reader;
  const { size } = pageRequest({ first: args.first });
  const subject = subjectOf(runtime, args);
  const range = await rangeOf(runtime, args);
  const { changes, reached } = await runtime.records.history.story({ ...subject, ...range, limit: size });
  return {
    changes: changes.filter(readableBy(reader)).map(changeView),
    endCursor: String(Math.max(reached, range.after)),
    hasNextPage: reached < range.upTo,
  };
}

/** Which objects a story is about. */
export function subjectOf(
  { kinds }: Pick<ClusterRuntime, 'kinds'>,
  { object, withEvents }: StoryArgs,
): Pick<StoryQuestion, 'resource' | 'namespace' | 'name' | 'without'> {
  const { kind, namespace, name } = object ?? {};
  const resource = kind == null ? undefined : resourceOf(kinds, kind);
  const without = withEvents === true || resource === 'events' ? [] : EVENTS;
  return { resource, namespace: namespace ?? undefined, name: name ?? undefined, without };
}

function resourceOf(kinds: ClusterRuntime['kinds'], text: string): string {
  const wanted = text.toLowerCase();
  const found = kinds
    .all()
    .find(({ kind, resource, singular, shortNames, group }) =>
      [kind.toLowerCase(), resource, singular, `${resource}.${group}`, ...shortNames].includes(wanted),
    );
  if (!found) throw badUserInput(`the server has no kind ${text}`, ['object', 'kind']);
  return resourceName(found);
}

/** The part of the log that is asked for. */
export async function rangeOf(
  runtime: ClusterRuntime,
  { since, until, after }: Pick<StoryPageArgs, 'since' | 'until' | 'after'>,
): Promise<Pick<StoryQuestion, 'after' | 'upTo'>> {
  const head = runtime.cache.revision;
  const { compacted = 0 } = (await runtime.records.history.extent()) ?? {};
  const begin = since == null ? compacted : ((await revisionOf(runtime, since, 'since')) ?? compacted);
  const end = until == null ? head : ((await revisionOf(runtime, until, 'until')) ?? compacted);
  const cursor = after == null ? begin : cursorOf(after);
  if (cursor < compacted) {
    throw expired(`changes up to revision ${compacted} of cluster "${runtime.id}" are not kept`);
  }
  return { after: Math.max(cursor, begin), upTo: Math.min(end, head) };
}

function cursorOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw badUserInput('after must be the endCursor of a page', ['after']);
}

/** The last revision of a moment; undefined if the log begins after it. */
async function revisionOf(runtime: ClusterRuntime, text: string, field: string): Promise<number | undefined> {
  const moment = parseMoment(text);
  if (!moment) throw badUserInput(`${field}: ${JSON.stringify(text)} is no moment of a cluster`, [field]);
  if (moment.kind === 'revision') return moment.revision;
  const atMs = moment.kind === 'time' ? moment.atMs : runtime.clock.now() - moment.ms;
  return (await runtime.records.history.revisionAt(atMs)) || undefined;
}

/** Whether a client may read the objects of a change, asked once for each kind and namespace. */
export function readableBy({ actor }: Pick<StoryReader, 'actor'>): (change: Pick<ReportedChange, 'key'>) => boolean {
  const known = new Map<string, boolean>();
  return ({ key: { resource: stored, namespace } }) => {
    const place = `${stored} ${namespace}`;
    let isAllowed = known.get(place);
    if (isAllowed === undefined) {
      const { group, resource } = parseResource(stored);
      isAllowed = actor.decide(objectAccess({ verb: 'list', group, resource, namespace })).allowed;
      known.set(place, isAllowed);
    }
    return isAllowed;
  };
}

/** A change in the shape of its GraphQL type. */
export function changeView({ revision, operation, key, object, previous, ...rest }: ReportedChange): ObjectChange {
  const isDeletion = operation === Operation.Delete;
  const fields = operation === Operation.Update && previous ? fieldChanges(previous, object) : [];
  const { apiVersion, kind, metadata } = object as KubeObject & { apiVersion: string; kind: string };
  return {
    resourceVersion: String(revision),
    time: formatMicroTime(rest.atMs),
    operation: OPERATIONS[operation],
    apiVersion,
    kind,
    namespace: key.namespace === '' ? null : key.namespace,
    name: key.name,
    uid: metadata.uid,
    writer: rest.writer,
    client: rest.client ?? null,
    reason: rest.reason ?? reasonOf(object, fields, isDeletion) ?? null,
    fields: fields.map(({ path, before = null, after = null }) => ({ path, before, after })),
    object,
  };
}
