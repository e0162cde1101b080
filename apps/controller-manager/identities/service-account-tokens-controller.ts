import { tokenSecretClaims } from '@orrery/access';
import { TOKEN_SECRET_TYPE, TokenSecretAnnotation, type KubeObject } from '@orrery/api-types';
import {
  bundleOf,
  requireKind,
  signToken,
  type CertificatesPort,
  type ComponentContext,
  type CreateRequest,
  type Modification,
  type Removal,
  type IdentityPort,
  type RecordPort,
  type ObjectsPort,
  type ClockPort,
  type LogPort,
  type SettingsPort,
} from '@orrery/control-plane';
import { Operation, type Change } from '@orrery/store';
import { filledSecret, listingSecret, planTokens, WORKLOAD_KNOBS, type TokenPlan } from '@orrery/workloads';
import type { Controller } from '../controller';
import { Rounds } from '../rounds';

/** Ports used by this class. */
type Ports = IdentityPort & RecordPort & CertificatesPort & ObjectsPort & ClockPort & LogPort & SettingsPort;

const ACCOUNTS = 'serviceaccounts';
const SECRETS = 'secrets';
const SECRET = requireKind('v1', 'Secret');

/** Writes of a round. */
interface Writes {
  readonly creations: CreateRequest[];
  readonly modifications: Modification[];
  readonly removals: Removal[];
}

/**
 * Puts tokens into the Secrets that are made for them, removes those whose account is gone, and gives every account one
 * where that is the way (spec api B9).
 */
export class ServiceAccountTokensController implements Controller {
  /** Keys (`namespace/name`) of accounts to process. */
  private dirty = new Set<string>();
  /** Keys of the token Secrets that name an account, by its key. */
  private readonly secretsOf = new Map<string, Set<string>>();
  private readonly accountOf = new Map<string, string>();
  private readonly rounds: Rounds;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.rounds = new Rounds(context, {
      controller: 'service-account-tokens',
      hasWork: () => this.dirty.size > 0,
      round: () => this.round(),
    });
  }

  start(): void {
    const { cache } = this.context.cluster;
    for (const secret of cache.list(SECRETS)) this.see(secret, true);
    for (const { metadata } of cache.list(ACCOUNTS)) this.dirty.add(pathOf(metadata));
    this.rounds.run();
  }

  stop(): void {
    this.dirty.clear();
    this.secretsOf.clear();
    this.accountOf.clear();
  }

  follow(changes: readonly Change[]): void {
    for (const { key, operation, object } of changes) {
      if (key.resource === ACCOUNTS) this.dirty.add(pathOf(key));
      if (key.resource === SECRETS) this.see(object, operation !== Operation.Delete);
    }
    this.rounds.run();
  }

  /** Notes whose token a Secret is for. */
  private see({ metadata, type }: KubeObject, isThere: boolean): void {
    if (type !== TOKEN_SECRET_TYPE) return;
    const secret = pathOf(metadata);
    const before = this.accountOf.get(secret);
    const name = isThere ? metadata.annotations?.[TokenSecretAnnotation.AccountName] : undefined;
    const now = name ? pathOf({ namespace: metadata.namespace ?? '', name }) : undefined;
    if (before !== undefined) this.dirty.add(before);
    if (now !== undefined) this.dirty.add(now);
    if (before === now) return;
    if (before !== undefined) this.forget(before, secret);
    if (now === undefined) return;
    this.accountOf.set(secret, now);
    this.secretsOf.set(now, (this.secretsOf.get(now) ?? new Set()).add(secret));
  }

  private forget(account: string, secret: string): void {
    this.accountOf.delete(secret);
    const secrets = this.secretsOf.get(account);
    secrets?.delete(secret);
    if (secrets?.size === 0) this.secretsOf.delete(account);
  }

  private async round(): Promise<void> {
    const { cluster, fence } = this.context;
    const accountsHaveTokens = WORKLOAD_KNOBS[bundleOf(cluster.settings)].accountsHaveTokens;
    const { trusted } = cluster.certificates;
    const writes: Writes = { creations: [], modifications: [], removals: [] };
    const paths = this.dirty;
    this.dirty = new Set();
    for (const path of paths) {
      const account = this.find(ACCOUNTS, path);
      const secrets = [...(this.secretsOf.get(path) ?? [])].flatMap((each) => this.find(SECRETS, each) ?? []);
      const plan = planTokens({ account, secrets, trusted, accountsHaveTokens });
      for (const secret of plan.remove) writes.removals.push(removalOf(secret));
      if (account) this.provide(account, plan, writes);
    }
    const { creations, modifications, removals } = writes;
    const { store } = cluster;
    if (removals.length > 0) await store.remove(removals, fence);
    if (creations.length > 0) await store.createMany(creations, { fieldManager: 'kube-controller-manager' }, fence);
    if (modifications.length > 0) await store.modify(modifications, fence);
  }

  private provide(
    account: KubeObject,
    { create, list, unlist, fill }: TokenPlan,
    { creations, modifications }: Writes,
  ): void {
    const { namespace = '', name } = account.metadata;
    const { trusted } = this.context.cluster.certificates;
    if (create !== undefined) creations.push({ kind: SECRET, namespace, input: this.secretFor(account, create) });
    if (list !== undefined || unlist.length > 0) {
      const key = { resource: ACCOUNTS, namespace, name };
      modifications.push({ key, change: (current) => listingSecret(current, { list, unlist }) });
    }
    for (const { metadata } of fill) {
      const key = { resource: SECRETS, namespace, name: metadata.name };
      const token = this.tokenFor(account, metadata.name);
      modifications.push({
        key,
        change: (current) => filledSecret(current, account, { trusted, newToken: () => token }),
      });
    }
  }

  private secretFor(account: KubeObject, name: string): KubeObject {
    const annotations = { [TokenSecretAnnotation.AccountName]: account.metadata.name };
    const bare = { apiVersion: 'v1', kind: 'Secret', metadata: { name, annotations }, type: TOKEN_SECRET_TYPE };
    const token = this.tokenFor(account, name);
    const { trusted } = this.context.cluster.certificates;
    // The Secret has no metadata of the server yet, and none is read.
    return filledSecret(bare as unknown as KubeObject, account, { trusted, newToken: () => token })!;
  }

  /** Makes a token. One that is made again differs, because it is made from a later state. */
  private tokenFor(account: KubeObject, secretName: string): string {
    const { cache, record } = this.context.cluster;
    const id = `${account.metadata.uid}.${cache.revision}`;
    return signToken(tokenSecretClaims(account, secretName, id), record);
  }

  private find(resource: string, path: string): KubeObject | undefined {
    const [namespace = '', name = ''] = path.split('/');
    return this.context.cluster.cache.get({ resource, namespace, name });
  }
}

function pathOf({ namespace = '', name }: { readonly namespace?: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}

function removalOf({ metadata: { namespace = '', name, uid } }: KubeObject): Removal {
  return { key: { resource: SECRETS, namespace, name }, uid, options: {} };
}
