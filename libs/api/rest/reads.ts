import { denied } from '@orrery/access';
import { expired, exported, isAfter, isUpTo, type KubeObject, notFound, prepareForms } from '@orrery/api-types';
import { keyOf, listObjects, waitForRevision, type Selection } from '@orrery/control-plane';
import { resourceName } from '@orrery/store';
import { integerParameter, isTrue, numberParameter, requestedRevision, type Query } from '@orrery/api-protocol';
import { accessOfRequest } from './access/request-access';
import { haveRolesChanged, isRoleSelection } from './visible-objects';
import { presentation, selectionOf, targetOf, type Answer, type KindRequest } from './kind-request';
import { eventPresenter, presentList, presentObject } from './answers/presentation';
import { WatchStream } from './watch-stream';

/** The object that the path names; throws 404. */
export async function read(request: KindRequest): Promise<KubeObject> {
  const { runtime, kind, query } = request;
  const { revision } = requestedRevision({ resourceVersion: query['resourceVersion'] }, false);
  await waitForRevision(runtime, revision ?? 0);
  const target = targetOf(request);
  const object = await runtime.read(keyOf(target));
  if (!object) throw notFound(kind, target.name);
  return object;
}

export async function get(request: KindRequest): Promise<Answer> {
  const shown = presentation(request);
  const object = await read(request);
  await prepareForms(request.kind, [object]);
  return { code: 200, body: presentObject(shown, asAsked(request, object)) };
}

/** Returns the object, or its exported form in a server before 1.21. */
function asAsked({ kind, query, runtime }: KindRequest, object: KubeObject): KubeObject {
  const { release } = runtime.kinds;
  if (kind.isCustom || !isUpTo(release, '1.20') || !isTrue(query['export'])) return object;
  return exported(kind, object, isTrue(query['exact']), release);
}

export async function list(request: KindRequest): Promise<Answer> {
  const { runtime, query } = request;
  const shown = presentation(request);
  const selection = selectionOf(request);
  const { revision, match } = requestedRevision(query, false);
  numberParameter(query, 'timeoutSeconds');
  const token = query['continue'];
  // Any state that is at hand is listed whole: the cache of kube-apiserver knows no chunks.
  const isAnyState = revision === 0 && match !== 'Exact' && !token;
  const limit = isAnyState ? 0 : numberParameter(query, 'limit');
  const isExact = match === 'Exact' || (match === undefined && (limit > 0 || token) && (revision ?? 0) > 0);
  if (selection.hasSelectors) await prepareForms(selection.kind, runtime.cache.list(resourceName(selection.kind)));
  const listed = await listObjects(runtime, selection, {
    limit,
    ...(token ? { continue: token } : {}),
    ...(isExact ? { atRevision: revision } : { notOlderThan: revision }),
  });
  const items = await runtime.withHeartbeats(selection.kind, listed.items);
  await prepareForms(selection.kind, items);
  return { code: 200, body: await presentList(shown, { ...listed, items }, items === listed.items) };
}

/** Starts a stream, which writes the whole response from here on. */
export async function watch(request: KindRequest): Promise<Answer> {
  const { runtime, query, response } = request;
  const shown = presentation(request, { isWatch: true });
  const selection = selectionOf(request);
  const hasWatchLists = isAfter(runtime.kinds.release, '1.20');
  const { revision } = requestedRevision(query, true, hasWatchLists);
  const sendInitialEvents = hasWatchLists ? query['sendInitialEvents'] : undefined;
  if (revision && isRoleSelection(selection) && haveRolesChanged(runtime, revision)) {
    throw expired('the projects that the client may see have changed');
  }
  const stream = new WatchStream(response, {
    runtime,
    selection,
    revision,
    sendInitialEvents: sendInitialEvents === undefined ? undefined : isTrue(sendInitialEvents),
    allowBookmarks: isTrue(query['allowWatchBookmarks']),
    timeoutSeconds: timeoutOf(query),
    present: eventPresenter(shown),
    lifetimeMs: request.watchLifetimeMs,
  });
  runtime.streams.add(stream);
  response.on('close', () => runtime.streams.delete(stream));
  const look = rightToWatch(request, selection, stream);
  response.on('close', request.actor.whenRolesChange(look));
  await stream.start();
  look();
  return undefined;
}

/** Looks whether the client of a watch still has the right to it, and ends it otherwise. */
function rightToWatch({ actor, path, method, query, runtime }: KindRequest, selection: Selection, stream: WatchStream) {
  const access = accessOfRequest(path, method, query);
  // What a client does not see yet counts too, although its watch has no event of it.
  if (isRoleSelection(selection)) runtime.cache.list(resourceName(selection.kind)).forEach(selection.matches);
  return (): void => {
    const decision = actor.decide(access);
    if (!decision.allowed) stream.refuse(denied(actor.user, access, decision));
    else if (isRoleSelection(selection) && selection.hasChanged()) {
      stream.refuse(expired('the projects that the client may see have changed'));
    }
  };
}

/**
 * Returns how long a watch lasts, in seconds: a negative timeout ends it at once, as upstream. Without one it lasts between
 * half an hour and an hour, so that many watches do not come back at the same time.
 */
function timeoutOf(query: Query): number {
  const given = integerParameter(query, 'timeoutSeconds');
  return given ? Math.max(0, given) : 1800 + Math.floor(Math.random() * 1800);
}
