import { ADMINISTRATOR, type User } from '@orrery/access';
import type { WebhookAnswers } from '@orrery/admission';
import type { ClusterCache, Origin } from '@orrery/store';
import type { Actor } from '../access/actor';
import type { DynamicAdmission } from '../dynamic-admission/dynamic-admission';
import type { ObjectDraws } from './object-draws';
import type { ClusterSettings } from '../../settings/cluster-settings';

/** Context that every write is decided from, besides its own request. */
export interface WriteContext {
  readonly nowMs: () => number;
  /** Random parts of new objects. */
  readonly draws: ObjectDraws;
  /** The same for what is only rehearsed. */
  readonly rehearsedDraws: ObjectDraws;
  readonly cache: () => ClusterCache;
  /** The cluster's settings. */
  readonly settings: () => ClusterSettings;
  /** Returns whether objects of some kind are converted by a webhook. */
  readonly hasWebhooks: () => boolean;
  /** Policies and webhooks that users configured; undefined for writes that they never see. */
  readonly dynamic?: DynamicAdmission;
  /** Asks a user's program, which answers at a time of its own; see `ClusterInputs.ask`. */
  readonly asks: <T>(question: unknown, ask: () => Promise<T>, failed: (reason: string) => T) => Promise<T>;
  /** Webhook answers to this write so far; undefined where no webhook is called. */
  readonly answers?: WebhookAnswers;
  /** Client that writes; undefined: the control plane itself, which may do everything. */
  readonly actor?: Actor;
  /** Account with which a component writes, where admission checks it. The component may do everything nevertheless. */
  readonly account?: User;
  /** Returns the permissions of any user: the roles of the cluster decide where it has access control. */
  readonly actorOf: (user: User) => Actor;
  /** Origin of the write for the log, where that is neither the client nor the owner of a unit. */
  readonly origin?: Partial<Origin>;
}

/** Returns the author of a write as admission sees it: a client, the account of a component, or the administrator. */
export function userOf({ actor, account }: WriteContext): User {
  return actor?.user ?? account ?? ADMINISTRATOR;
}
