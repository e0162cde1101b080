import { badUserInput } from '@orrery/actions';
import { objectAccess } from '@orrery/access';
import type { KubeObject } from '@orrery/api-types';
import type { Actor, ClusterRuntime } from '@orrery/control-plane';
import { fieldChanges, reasonOf } from '@orrery/history';
import {
  Operation,
  parseResource,
  resourceName,
  type Incident,
  type ReportedChange,
  type StoryQuestion,
} from '@orrery/store';
import { formatMicroTime } from '@orrery/time';
import { pageRequest } from '../pages/page-request';
import { incidentSubject, incidentView, isReported, topicOf, type IncidentSubject } from './incident-story';
import { cursorText, rangeOf, type StoryPlace, type StoryRange } from './story-range';
import { ChangeOperation, type ObjectChange, type StoryPageQuestion, type StoryQuestionArgs } from './story';

/** Cluster of a story, and the client that reads it. */
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

/** Objects and incidents of a story. */
export interface StorySubject {
  /** Objects; undefined: none. */
  readonly objects: ReturnType<typeof objectsOf> | undefined;
  readonly incidents: IncidentSubject;
}

/** A page of a story, oldest change first. */
export interface StoryPage {
  readonly changes: readonly ObjectChange[];
  /** `after` for the next page. */
  readonly endCursor: string;
  readonly hasNextPage: boolean;
}

/** A part of a story. */
export interface StoryPart {
  readonly changes: readonly ObjectChange[];
  /** Up to here it was taken. */
  readonly reached: StoryPlace;
  readonly isMore: boolean;
}

/**
 * Returns a page of the changes. Throws BAD_USER_INPUT for an invalid moment or kind, EXPIRED for a revision that is
 * not kept.
 */
export async function storyPage(reader: StoryReader, args: StoryPageQuestion): Promise<StoryPage> {
  const { size } = pageRequest({ first: args.first });
  const subject = subjectOf(reader.runtime, args);
  const part = await readPart(reader, subject, { ...(await rangeOf(reader.runtime, args)), limit: size });
  return { changes: part.changes, endCursor: cursorText(part.reached), hasNextPage: part.isMore };
}

/** Changes and incidents in their order, as far as the client may read them: an incident comes after the change of its revision. */
export async function readPart(
  reader: StoryReader,
  { objects, incidents }: StorySubject,
  { after, upTo, since, until, limit }: StoryRange & { readonly limit: number },
): Promise<StoryPart> {
  const { records } = reader.runtime;
  const [found, happened] = await Promise.all([
    objects && after.revision < upTo
      ? records.history.story({ ...objects, after: after.revision, upTo, limit })
      : { changes: [], reached: Math.max(upTo, after.revision) },
    incidents.topics.length === 0
      ? []
      : records.incidents.read({
          ...incidents,
          from: after.revision,
          upTo,
          after: after.incident,
          limit: limit + 1,
          since,
          until,
        }),
  ]);
  const entries = [...found.changes, ...happened.filter(({ revision }) => revision <= found.reached)].sort(
    (a, b) => a.revision - b.revision || numberOf(a) - numberOf(b),
  );
  const taken = entries.slice(0, limit);
  const isCut = taken.length < entries.length;
  const isReadable = readableBy(reader);
  return {
    changes: taken.flatMap((entry) => {
      if ('topic' in entry) return isReported(entry) ? [incidentView(entry)] : [];
      return isReadable(entry) ? [changeView(entry)] : [];
    }),
    reached: {
      revision: isCut ? taken.at(-1)!.revision : found.reached,
      incident: Math.max(after.incident, ...taken.map(numberOf)),
    },
    isMore: isCut || found.reached < upTo,
  };
}

/** The place of an entry among those of its revision. */
function numberOf(entry: ReportedChange | Incident): number {
  return 'topic' in entry ? entry.number : 0;
}

/** Returns the subject of a story. */
export function subjectOf(runtime: Pick<ClusterRuntime, 'kinds'>, args: StoryQuestionArgs): StorySubject {
  const { kind } = args.object ?? {};
  const isObject = kind != null && resourceOf(runtime.kinds, kind) !== undefined;
  const isIncident = kind != null && !isObject && topicOf(kind) !== undefined;
  return {
    objects: isIncident ? undefined : objectsOf(runtime, args),
    incidents: incidentSubject(args.object ?? {}, isObject),
  };
}

/** Returns the selection of objects. Throws BAD_USER_INPUT for a kind that the cluster does not have. */
export function objectsOf(
  { kinds }: Pick<ClusterRuntime, 'kinds'>,
  { object, withEvents }: StoryQuestionArgs,
): Pick<StoryQuestion, 'resource' | 'namespace' | 'name' | 'without'> {
  const { kind, namespace, name } = object ?? {};
  const resource = kind == null ? undefined : resourceOf(kinds, kind);
  if (kind != null && resource === undefined) throw badUserInput(`the server has no kind ${kind}`, ['object', 'kind']);
  const without = withEvents === true || resource === 'events' ? [] : EVENTS;
  return { resource, namespace: namespace ?? undefined, name: name ?? undefined, without };
}

function resourceOf(kinds: ClusterRuntime['kinds'], text: string): string | undefined {
  const wanted = text.toLowerCase();
  const found = kinds
    .all()
    .find(({ kind, resource, singular, shortNames, group }) =>
      [kind.toLowerCase(), resource, singular, `${resource}.${group}`, ...shortNames].includes(wanted),
    );
  return found && resourceName(found);
}

/** Returns whether a client may read the objects of a change, decided once for each kind and namespace. */
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
function changeView({ revision, operation, key, object, previous, ...rest }: ReportedChange): ObjectChange {
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
