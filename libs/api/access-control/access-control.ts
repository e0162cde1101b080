import type { IncomingMessage } from 'node:http';
import {
  ADMINISTRATOR,
  ANONYMOUS,
  decideOnServer,
  denied,
  Group,
  impersonated,
  impersonationAccesses,
  isMaster,
  isImpersonation,
  checkTokenClaims,
  TOKEN_ISSUER,
  type Access,
  type ClaimsVerdict,
  type User,
} from '@orrery/access';
import { badRequest, tokenIn, unauthorized } from '@orrery/api-types';
import {
  actorIn,
  AuthorizationMode,
  readToken,
  unrestricted,
  type Actor,
  type ClusterRuntime,
} from '@orrery/control-plane';
import { certifiedByCluster, certifiedByServer, showsCertificate } from './client-certificate';
import { tokenInHeader } from './authorization-header';
import { impersonationRequestOf } from './impersonation-headers';
import { webSocketToken } from './web-socket-token';

/** Settings of a server for authentication and authorization: its users and its authorization mode. */
export interface AccessSettings {
  readonly mode: AuthorizationMode;
  /** Users by their tokens. */
  readonly users: ReadonlyMap<string, User>;
}

/** The part of a request that identifies the client. */
export type Caller = Pick<IncomingMessage, 'headers' | 'headersDistinct'> & {
  readonly socket?: IncomingMessage['socket'] | undefined;
};

/** The client of a request with its rights: on the server itself, or in a cluster. */
export type ServerActor = Pick<Actor, 'user' | 'decide'>;

/** Authenticates the clients of a server (401) and authorizes their requests (403). */
export class AccessControl {
  private readonly actors = new WeakMap<ClusterRuntime['record'], WeakMap<User, Actor>>();

  /** Without settings every client is the administrator, who may impersonate any user. */
  constructor(private readonly settings?: AccessSettings) {}

  /** True if requests are authenticated. */
  get isOn(): boolean {
    return this.settings !== undefined;
  }

  /** Returns the actor of a request for a cluster; where there is no such cluster, only masters have rights. */
  async actorOf(caller: Caller, runtime: ClusterRuntime | undefined): Promise<Actor> {
    const actor = this.actorFor((await this.identityOf(caller, runtime)).user, runtime);
    const request = impersonationRequestOf(caller);
    if (!isImpersonation(request)) return actor;
    if (request.name === '')
      throw badRequest('impersonation of groups, uid or extra needs the header Impersonate-User');
    for (const access of impersonationAccesses(request)) requireAccess(actor, access);
    return this.actorFor(impersonated(request), runtime);
  }

  /**
   * Returns the actor of a request, with their rights on the server itself. The roles of a cluster give none, nor does
   * an impersonation that only a cluster allows.
   */
  async serverActorOf(caller: Caller, runtime: ClusterRuntime | undefined): Promise<ServerActor> {
    if (!this.settings) return this.actorOf(caller, runtime);
    const { user, isOfServer } = await this.identityOf(caller, runtime);
    const { mode } = this.settings;
    const own: ServerActor = isOfServer && mode === AuthorizationMode.AlwaysAllow ? unrestricted(user) : onServer(user);
    const request = impersonationRequestOf(caller);
    if (!isImpersonation(request)) return isOfServer ? own : onServer(withoutGroups(user));
    const mayImpersonate = isOfServer && impersonationAccesses(request).every((access) => own.decide(access).allowed);
    return onServer(mayImpersonate ? impersonated(request) : withoutGroups(impersonated(request)));
  }

  /** Returns the user whom a token identifies in a cluster. */
  async identify(
    token: string,
    runtime: ClusterRuntime | undefined,
    audiences: readonly string[] = [],
  ): Promise<ClaimsVerdict> {
    const user = this.settings?.users.get(token);
    if (user) {
      // Users of the server are known to it alone (`WrapAudienceAgnosticToken` upstream).
      const isMeant = audiences.length === 0 || audiences.includes(TOKEN_ISSUER);
      return isMeant ? { user, audiences: [TOKEN_ISSUER] } : { error: 'invalid bearer token' };
    }
    const claims = runtime && (await readToken(token, runtime.record));
    if (!claims) return { error: 'invalid bearer token' };
    const { cache, clock } = runtime;
    return checkTokenClaims(claims, {
      nowMs: clock.now(),
      audiences,
      uidOf: (resource, namespace, name) => cache.get({ resource, namespace, name })?.metadata.uid,
      isHeldBy: (namespace, name) => tokenIn(cache.get({ resource: 'secrets', namespace, name })) === token,
    });
  }

  private actorFor(user: User, runtime: ClusterRuntime | undefined): Actor {
    const mode = this.settings?.mode ?? AuthorizationMode.AlwaysAllow;
    if (mode === AuthorizationMode.AlwaysAllow) return unrestricted(user);
    if (!runtime) return isMaster(user) ? unrestricted(user) : powerless(user);
    let known = this.actors.get(runtime.record);
    if (!known) this.actors.set(runtime.record, (known = new WeakMap()));
    let actor = known.get(user);
    if (!actor) known.set(user, (actor = actorIn(runtime, user, mode)));
    return actor;
  }

  /** Authenticates the client; throws 401 for an unknown token or certificate. */
  private async identityOf(caller: Caller, runtime: ClusterRuntime | undefined): Promise<Identity> {
    if (!this.settings) return { user: ADMINISTRATOR, isOfServer: true };
    const { headers, socket } = caller;
    const certified = socket && certifiedByServer(socket);
    if (certified) return { user: certified, isOfServer: true };
    const ofCluster = socket && runtime && certifiedByCluster(socket, runtime);
    if (ofCluster) return { user: ofCluster, isOfServer: false };
    const token = tokenInHeader(headers.authorization) ?? tokenOfSocket(headers);
    if (token !== undefined) {
      const ofServer = this.settings.users.get(token);
      if (ofServer) return { user: ofServer, isOfServer: true };
      const { user } = await this.identify(token, runtime);
      if (user) return { user, isOfServer: false };
      throw unauthorized();
    }
    // Under AlwaysAllow a user must at least be known, as upstream has it. A certificate that no authority of this
    // server signed is a failed authentication, not an anonymous request.
    if (this.settings.mode === AuthorizationMode.AlwaysAllow || headers.authorization || showsCertificate(socket)) {
      throw unauthorized();
    }
    return { user: ANONYMOUS, isOfServer: true };
  }
}

/** The client, and its realm: users of the server, or users known to one cluster only, such as its service accounts. */
interface Identity {
  readonly user: User;
  readonly isOfServer: boolean;
}

/** Returns the token that a page offers with its WebSocket; throws 401 for one in a wrong form. */
function tokenOfSocket(headers: Caller['headers']): string | undefined {
  const offered = webSocketToken(headers);
  if ('error' in offered) throw unauthorized();
  return offered.token;
}

function onServer(user: User): ServerActor {
  return { user, decide: (access) => decideOnServer(user, access) };
}

/** Groups that a cluster vouches for mean nothing to the server. */
function withoutGroups(user: User): User {
  const kept = user.groups.filter((group) => group === Group.Authenticated || group === Group.Unauthenticated);
  return { ...user, groups: kept };
}

/** Throws 403 unless the actor may. */
export function requireAccess(actor: ServerActor, access: Access): void {
  const decision = actor.decide(access);
  if (!decision.allowed) throw denied(actor.user, access, decision);
}

/** Returns whether requests of this actor need no view of their own: they are the administrator's. */
export function isAdministrator({ user, roles }: Actor): boolean {
  return user === ADMINISTRATOR && roles === undefined;
}

function powerless(user: User): Actor {
  return {
    user,
    decide: () => ({ allowed: false, reason: '' }),
    rulesIn: () => ({ rules: [], error: '' }),
    whenRolesChange: () => () => undefined,
    roles: undefined,
  };
}
