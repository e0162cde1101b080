import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  ApiError,
  badRequest,
  methodNotAllowed,
  StatusReason,
  verbsIn,
  type KindInfo,
  type Verb,
} from '@orrery/api-types';
import type { ClaimsVerdict } from '@orrery/access';
import { select, type Actor, type ClusterRuntime, type Selection, type Target } from '@orrery/control-plane';
import { type ApiPath, type Query } from '@orrery/api-protocol';
import type { BodyUse } from './bodies/body-use';
import type { Body } from './bodies/decoded-body';
import { negotiate } from './answers/negotiation';
import { hasMessage } from './protobuf/encode-protobuf';
import { visibleObjects } from './visible-objects';
import type { Presentation } from './answers/presentation';
import type { Sessions } from './sessions/sessions';

/** A request for a resource as the server takes it in. */
export interface ResourceRequest {
  /** The cluster as the client has it. */
  readonly runtime: ClusterRuntime;
  /** The client. */
  readonly actor: Actor;
  /** Returns the user whom a token identifies in this cluster. */
  readonly identify: (token: string, audiences: readonly string[]) => Promise<ClaimsVerdict>;
  readonly path: ApiPath;
  readonly method: string;
  readonly query: Query;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Reads the body; throws 400, 413 or 415 for one that cannot be read. Without a use it may be left out. */
  readonly readBody: (use?: BodyUse) => Promise<Body>;
  readonly response: ServerResponse;
  /** The request as it came, for those whose connection is to carry something else than HTTP. */
  readonly raw: IncomingMessage;
  /** Products whose requests are answered, too. */
  readonly products: readonly RestProduct[];
  /** The sessions of this process. */
  readonly sessions: Sessions;
  /** Time in ms after which a watch is lost; undefined: it is not. */
  readonly watchLifetimeMs?: number | undefined;
  /** Called with texts for `Warning` headers. */
  readonly warn: (text: string) => void;
}

/** Answer to a request; undefined when the response is a stream that was started. A text is sent as it is. */
export type Answer = { readonly code: number; readonly body: unknown } | undefined;

/** A request with its kind. */
export interface KindRequest extends ResourceRequest {
  readonly kind: KindInfo;
  readonly apiVersion: string;
  readonly namespace: string;
}

/** Answers requests of one method, or for one subresource. */
export type RequestHandler = (request: KindRequest) => Answer | Promise<Answer>;

/** Handlers of the requests for a kind that is computed and not stored, by method, with ` name` after it if the request names an object. */
export type ComputedKind = Readonly<Record<string, RequestHandler>>;

/** Requests that a product answers besides the usual ones for its kinds. */
export interface RestProduct {
  /** Handlers of a kind that is only posted or read, and not stored; undefined for all others. */
  computedKind(kind: KindInfo): ComputedKind | undefined;
  /** Handlers of subresources, by resource and name, such as `deploymentconfigs/log`. */
  readonly subresources: Readonly<Record<string, RequestHandler>>;
}

/**
 * Returns the 404 error of a kind that clusters have and the emulator does not; the message names the reason, lest
 * users search for a mistake of their own. It is a warning too: some commands (`kubectl autoscale`) show errors of
 * their own in place of the server's.
 */
export function unservedKind({ kind }: KindInfo, { warn }: Pick<ResourceRequest, 'warn'>): ApiError {
  const reason = `the emulator does not support the kind ${kind}`;
  warn(reason);
  return new ApiError(StatusReason.NotFound, `the server could not find the requested resource: ${reason}`);
}

/** Throws 405 if the kind does not know the verb. */
export function requireVerb(request: KindRequest, verb: Verb): KindRequest {
  const { kind, runtime } = request;
  if (!verbsIn(runtime.kinds.release, kind.verbs, kind).includes(verb)) throw methodNotAllowed();
  return request;
}

/** The object that the path names. */
export function targetOf({ kind, namespace, path }: KindRequest): Target {
  return { kind, namespace, name: path.name ?? '' };
}

/** The objects that path and query select; throws 400 for selectors that cannot be understood. */
export function selectionOf({ kind, path, query, apiVersion, actor, runtime }: KindRequest): Selection {
  const byName = path.name === undefined ? query['fieldSelector'] : `metadata.name=${escapeValue(path.name)}`;
  const { labelSelector } = query;
  const { namespace } = path;
  const { release } = runtime.kinds;
  const selection = select(kind, { namespace, labelSelector, fieldSelector: byName, apiVersion, release });
  return kind.storedAs === 'namespaces' ? visibleObjects(selection, actor) : selection;
}

/** Returns the presentation of this request's answer; throws 406. To be called before anything is written. */
export function presentation(
  { kind, apiVersion, headers, query, runtime, path, method }: KindRequest,
  { isWatch = false } = {},
): Presentation {
  const include = query['includeObject'];
  if (include !== undefined && !['None', 'Metadata', 'Object'].includes(include)) {
    throw badRequest(`includeObject: Unsupported value: ${JSON.stringify(include)}`);
  }
  return {
    kind,
    apiVersion,
    representation: negotiate(headers['accept'] as string | undefined, {
      hasProtobuf: hasMessage(apiVersion, kind.kind),
      isWatch,
      isList: method === 'GET' && path.name === undefined,
      isRouted: !kind.isCustom,
      release: runtime.kinds.release,
    }),
    includeObject: (include ?? 'Metadata') as Presentation['includeObject'],
    nowMs: () => runtime.clock.now(),
    release: runtime.kinds.release,
  };
}

function escapeValue(name: string): string {
  return name.replace(/[\\,=]/g, '\\$&');
}
