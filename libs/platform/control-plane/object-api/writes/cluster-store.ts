import type { User } from '@orrery/access';
import { ApiError, prepareForms, scaleOf, servedForm, serviceUnavailable, type KubeObject } from '@orrery/api-types';
import {
  type CommitOptions,
  type Decision,
  type Fence,
  type Intent,
  type IntentOutcome,
  type Origin,
  StoreUnavailableError,
} from '@orrery/store';
import type { Actor } from '../access/actor';
import { reviewed } from '../dynamic-admission/mutation';
import { reviewOf, type ReviewedWrite } from '../dynamic-admission/write-review';
import {
  commitEach,
  commitPlans,
  commitWithoutWaiting,
  decideAnswered,
  type KeyedPlan,
  type Plan,
} from './answered-writes';
import { refuseAccess, type Deed } from './authorization';
import { bindIntent, type BindingInput } from './binding';
import { bootstrapObjects, type Beginning } from './bootstrap';
import { modifyIntent, removeIntent } from './component-writes';
import { createIntent, deleteIntent, patchIntent, updateIntent } from './intents';
import { evict, evictionReview, type EvictionInput } from './eviction';
import type { Modification, Removal } from './modifications';
import { commitWithinQuotas, type Commit } from './quotas';
import type {
  CreateRequest,
  Deleted,
  DeleteOptions,
  PatchRequest,
  Target,
  UpdateRequest,
  WriteOptions,
} from './requests';
import { scaleIntent, type ScaleRequest } from './scaling';
import { addressed, describeMany, describeOne, inputOriginOf, withoutCallbacks } from '../../inputs/describe-write';
import type { ClusterInput, InputOrigin, WriteInput } from '../../inputs/cluster-input';
import { contextAt, type PastCluster } from './past-context';
import type { WriteContext } from './write-context';
import { managerOf, originOf } from './write-origin';

/** Parts of a cluster's store. */
export interface ClusterStoreOptions {
  readonly context: WriteContext;
  /** Writes a batch; rejects with `StoreUnavailableError` when the database cannot be reached. */
  readonly commit: (intents: readonly Intent[], options: CommitOptions) => Promise<IntentOutcome[]>;
  /** True for clients; components need no turn, because their writes follow from those of clients. */
  readonly waitsForTurns?: boolean;
  /**
   * Carries out a client's request when it may begin: what earlier ones brought about is over then, where that matters.
   * Without a description it is one that leaves no trace.
   */
  readonly inTurn: <T>(describe: (() => ClusterInput) | undefined, act: () => Promise<T>) => Promise<T>;
  /** An `ApiError` if the database is to blame for the error, otherwise the error. */
  readonly asApiError: (error: unknown) => unknown;
  /** Called after a pod was evicted, with `namespace/name` and the annotations of the Eviction. */
  readonly evicted: (pod: string, annotations: EvictionInput['annotations']) => void;
}

/** Options of a commit of intents. */
interface Writing {
  readonly isDryRun?: boolean;
  readonly fence?: Fence | undefined;
  readonly fieldManager?: string | undefined;
}

/**
 * The only writer of a cluster's objects, for every process: validation, defaulting, admission, concurrency checks and
 * revisions are part of it and of nothing else. Errors of a client are thrown as an `ApiError`; the `…Many` forms
 * answer per item.
 */
export class ClusterStore {
  private readonly context: WriteContext;

  constructor(private readonly options: ClusterStoreOptions) {
    this.context = options.context;
  }

  /** The same store for a client: it refuses what they may not write, and admission gets their name. */
  as(actor: Actor): ClusterStore {
    return this.with({ ...this.context, actor }).forClients();
  }

  /** The same store for clients, whose requests wait for their turn. */
  forClients(): ClusterStore {
    return new ClusterStore({ ...this.options, context: this.context, waitsForTurns: true });
  }

  /** Returns why the client may not do this to objects of the cluster, such as read them; undefined if it may. */
  refusalOf(deed: Deed): ApiError | undefined {
    return refuseAccess(this.context, deed);
  }

  /** The same store for a component that has an account of its own, as its counterpart upstream: admission sees it as the writer. */
  withAccount(account: User): ClusterStore {
    return this.with({ ...this.context, account });
  }

  /** Returns the same store with a further origin for the log: writer and reason. */
  signed(origin: Partial<Origin>): ClusterStore {
    return this.with({ ...this.context, origin: { ...this.context.origin, ...origin } });
  }

  /** The same store with the cluster as it was: for what is only rehearsed. */
  rehearsingAt(past: PastCluster): ClusterStore {
    return this.with(contextAt(this.context, past));
  }

  private with(context: WriteContext): ClusterStore {
    return new ClusterStore({ ...this.options, context });
  }

  async create(request: CreateRequest, options: WriteOptions = {}): Promise<KubeObject> {
    return present((await this.createMany([request], options))[0]!);
  }

  /** Creates many objects with as few round trips as possible; each succeeds or fails on its own. */
  async createMany(
    requests: readonly CreateRequest[],
    options: WriteOptions = {},
    fence?: Fence,
  ): Promise<(KubeObject | ApiError)[]> {
    const plans = requests.map(
      (request): Plan =>
        (context) =>
          createIntent(context, request, options),
    );
    const input = describeMany('create', requests, options);
    return this.commit(plans, { options, fence, input });
  }

  /** Returns the object that a creation would write if the name were free, without writing it. Throws as the creation would. */
  async rehearseCreation(request: CreateRequest, options: WriteOptions = {}): Promise<KubeObject> {
    const decide = (context: WriteContext): Decision => createIntent(context, request, options).decide(undefined);
    const decision = await decideAnswered(this.contextOf(true), decide);
    if (decision.kind === 'refuse') throw decision.error;
    return decision.object!;
  }

  /** Replaces the object, or the part of it that the subresource addresses. */
  async update(request: UpdateRequest, options: WriteOptions = {}): Promise<KubeObject> {
    const plan: Plan = (context) => updateIntent(context, request, options);
    const input = describeOne('update', request, options);
    return present((await this.commit([plan], { options, input }))[0]!);
  }

  async patch(request: PatchRequest, options: WriteOptions = {}): Promise<KubeObject> {
    return present((await this.patchMany([request], options))[0]!);
  }

  async patchMany(requests: readonly PatchRequest[], options: WriteOptions = {}): Promise<(KubeObject | ApiError)[]> {
    const plans = requests.map((request): Plan => {
      return (context) => patchIntent(context, request, options);
    });
    const input = describeMany('patch', requests, options);
    return this.commit(plans, { options, input });
  }

  /** Sets the number of pods of an object through its `/scale`; answers with the Scale. */
  async scale(request: ScaleRequest, options: WriteOptions = {}): Promise<KubeObject> {
    const { kind } = request;
    const object = await this.scaleObject(request, options);
    await prepareForms(kind, [object]);
    return scaleOf(servedForm(kind, object), kind.scalePaths);
  }

  /** Sets the number of pods of an object through its `/scale`; answers with the object. */
  async scaleObject(request: ScaleRequest, options: WriteOptions = {}): Promise<KubeObject> {
    const plan: Plan = (context) => scaleIntent(context, request, options);
    const input = describeOne('scale', request, options);
    return present((await this.commit([plan], { options, input }))[0]!);
  }

  async delete(target: Target, options: DeleteOptions = {}): Promise<Deleted> {
    const outcome = (await this.deleteMany([target], options))[0]!;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  async deleteMany(targets: readonly Target[], options: DeleteOptions = {}): Promise<(Deleted | ApiError)[]> {
    const input = (): WriteInput => ({
      type: 'delete',
      targets: targets.map(addressed),
      options: withoutCallbacks(options),
    });
    return this.inTurn({ isDryRun: options.dryRun, input }, () => this.deleteNow(targets, options));
  }

  private async deleteNow(targets: readonly Target[], options: DeleteOptions): Promise<(Deleted | ApiError)[]> {
    const gone = targets.map(() => (): boolean => false);
    const plans = targets.map((target, i): Plan => (context) => {
      const { intent, isGone } = deleteIntent(context, target, options);
      gone[i] = isGone;
      return intent;
    });
    const isDryRun = options.dryRun ?? false;
    const outcomes = await commitPlans(this.context, plans, (intents) => this.write(intents, { isDryRun }));
    return outcomes.map((outcome, i) =>
      outcome instanceof Error ? outcome : { object: outcome.object!, isGone: gone[i]!() },
    );
  }

  /** Gives a pod its node, as `POST pods/x/binding`. */
  async bind(binding: BindingInput, options: WriteOptions = {}): Promise<void> {
    const plan: Plan = (context) => bindIntent(context, binding, options);
    const input = (): WriteInput => ({ type: 'bind', binding, options: withoutCallbacks(options) });
    present((await this.commit([plan], { options, input }))[0]!);
  }

  /**
   * Makes many bindings of a component, in one write. It does not wait for webhooks: each outcome is given when it is
   * there, and the promise resolves when all that wait for none have theirs.
   */
  async bindEach(
    bindings: readonly BindingInput[],
    fence: Fence,
    settled: (index: number, outcome: KubeObject | ApiError) => void,
  ): Promise<void> {
    const plans = bindings.map((binding): Plan => {
      return (context) => bindIntent(context, binding);
    });
    const commit: Commit = (intents) => this.write(intents, { fence });
    await commitEach(this.context, plans, commit, (index, outcome) =>
      settled(index, outcome instanceof Error ? outcome : outcome.object!),
    );
  }

  /** Deletes a pod if its disruption budgets allow it, as `POST pods/x/eviction`. */
  async evict(eviction: EvictionInput): Promise<void> {
    const { deleteOptions } = eviction;
    const input = (): WriteInput => {
      const given = deleteOptions ? { deleteOptions: withoutCallbacks(deleteOptions) } : {};
      return { type: 'evict', eviction: { ...withoutCallbacks(eviction), ...given } };
    };
    const isDryRun = eviction.dryRun || deleteOptions?.dryRun;
    await this.inTurn({ isDryRun, input }, () => this.evictNow(eviction));
  }

  private async evictNow(input: EvictionInput): Promise<void> {
    const { namespace, name } = input;
    const kind = { group: '', resource: 'pods' };
    const denial = refuseAccess(this.context, { verb: 'create', kind, namespace, name, subresource: 'eviction' });
    if (denial) throw denial;
    await this.review(...evictionReview(input));
    // Who may evict need not be allowed to delete, or to write budgets; and it is the eviction that was reviewed.
    const { actor, dynamic: _dynamic, ...rest } = this.context;
    const origin = {
      ...(actor ? { writer: actor.user.name } : {}),
      reason: 'eviction through the API',
      ...rest.origin,
    };
    const context = { ...rest, origin };
    await evict(context, new ClusterStore({ ...this.options, context, waitsForTurns: false }), input);
    this.options.evicted(`${namespace}/${name}`, input.annotations);
  }

  /**
   * Submits a request that stores no object of its own, such as a connection, to users' policies and webhooks. Returns
   * its body after their changes; throws their refusal.
   */
  async review(write: ReviewedWrite, body: KubeObject): Promise<KubeObject> {
    const verdict = await decideAnswered(this.context, (context) => reviewed(reviewOf(context, write), body));
    if (verdict instanceof Error) throw verdict;
    return verdict;
  }

  /**
   * Changes by components of the control plane, in one batch, without access checks. Items whose object is gone are skipped.
   * The manager owns what changes: the program that the component is part of upstream, if left out.
   */
  async modify(
    modifications: readonly Modification[],
    fence?: Fence,
    manager = managerOf(fence),
  ): Promise<IntentOutcome[]> {
    const plans = modifications.map((each): Plan => {
      return (context) => modifyIntent(context, each, manager);
    });
    return commitPlans(this.context, plans, (intents) => this.write(intents, { fence }));
  }

  /** Deletions by components, in one batch; an object that is gone, or another one by now, is passed over. */
  async remove(removals: readonly Removal[], fence?: Fence): Promise<IntentOutcome[]> {
    const plans = removals.map((each): Plan => {
      return (context) => removeIntent(context, each);
    });
    return commitPlans(this.context, plans, (intents) => this.write(intents, { fence }));
  }

  /**
   * Does the same as {@link modify} for a component that watches the changes and ignores outcomes: it does not wait for
   * webhooks; modifications that need one are written separately later, in order for each object.
   */
  async modifySoon(
    modifications: readonly Modification[],
    fence?: Fence,
    /** Called for each that policies or webhooks refuse, also if that is later. */
    refused: (index: number, error: ApiError) => void = () => undefined,
  ): Promise<void> {
    const plans = modifications.map((each): KeyedPlan => ({
      key: each.key,
      plan: (context) => modifyIntent(context, each, managerOf(fence)),
    }));
    await this.commitSoon(plans, fence, refused);
  }

  /** The same as {@link remove}, without waiting for webhooks. */
  async removeSoon(removals: readonly Removal[], fence?: Fence): Promise<void> {
    const plans = removals.map((each): KeyedPlan => ({
      key: each.key,
      plan: (context) => removeIntent(context, each),
    }));
    await this.commitSoon(plans, fence, () => undefined);
  }

  private async commitSoon(
    plans: readonly KeyedPlan[],
    fence: Fence | undefined,
    refused: (index: number, error: ApiError) => void,
  ): Promise<void> {
    const commit: Commit = (intents) => this.write(intents, { fence });
    await commitWithoutWaiting(this.context, plans, commit, (index, outcome) => {
      if (outcome instanceof Error) refused(index, outcome);
    });
  }

  /** Writes what every cluster has from the start. */
  async bootstrap(beginning: Beginning): Promise<void> {
    // The server's own, which no policy of a user may keep it from.
    const { dynamic: _dynamic, ...context } = this.context;
    const store = this.with({ ...context, origin: { writer: 'kube-apiserver' } });
    for (const stage of bootstrapObjects(beginning)) {
      await store.createMany(stage, { fieldManager: 'kube-apiserver' });
    }
  }

  private async commit(
    plans: readonly Plan[],
    {
      options,
      fence,
      input,
    }: { readonly options: WriteOptions; readonly fence?: Fence | undefined; readonly input: () => WriteInput },
  ): Promise<(KubeObject | ApiError)[]> {
    const isDryRun = options.dryRun ?? false;
    const { fieldManager } = options;
    const context = this.contextOf(isDryRun);
    const commit: Commit = (intents) => this.write(intents, { isDryRun, fence, fieldManager });
    const within: Commit = (intents) => commitWithinQuotas(context, intents, { commit, isDryRun });
    return this.inTurn({ isDryRun, input }, async () => {
      const outcomes = await commitPlans(context, plans, within);
      return outcomes.map((outcome) => (outcome instanceof Error ? outcome : outcome.object!));
    });
  }

  /** Returns the context that a write is decided from. A rehearsal does not advance the draws of later writes. */
  private contextOf(isDryRun: boolean): WriteContext {
    return isDryRun ? { ...this.context, draws: this.context.rehearsedDraws } : this.context;
  }

  /** Origin of the writes, for recordings. */
  get caller(): InputOrigin {
    return inputOriginOf(this.context);
  }

  private inTurn<T>(
    { isDryRun = false, input }: { readonly isDryRun?: boolean | undefined; readonly input: () => WriteInput },
    act: () => Promise<T>,
  ): Promise<T> {
    if (!this.options.waitsForTurns) return act();
    return this.options.inTurn(isDryRun ? undefined : () => ({ ...input(), by: this.caller }), act);
  }

  private write(intents: readonly Intent[], { isDryRun, fence, fieldManager }: Writing): Promise<IntentOutcome[]> {
    if (isDryRun) return Promise.resolve(intents.map((intent) => this.rehearse(intent)));
    const origin = originOf(this.context, { fence, fieldManager });
    return this.options.commit(intents, { fence, origin }).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailableError)) throw error;
      const known = this.options.asApiError(error.cause);
      throw known instanceof ApiError ? known : serviceUnavailable(error.message, 1);
    });
  }

  /** Dry run: the same decision, and nothing is written. */
  private rehearse(intent: Intent): IntentOutcome {
    const decision = intent.decide(this.context.cache().get(intent.key));
    return decision.kind === 'refuse' ? decision.error : { object: decision.object, changed: false };
  }
}

function present(outcome: KubeObject | ApiError): KubeObject {
  if (outcome instanceof Error) throw outcome;
  return outcome;
}
