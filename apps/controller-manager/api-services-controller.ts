import { DEFINITIONS, Kinds, localAvailability, type ApiService } from '@orrery/api-types';
import { fetchJson, FrontProxy, identityHeaders, isRemote, remoteServer } from '@orrery/aggregation';
import {
  modificationOf,
  requireKind,
  servicesIn,
  type CertificatesPort,
  type ClockPort,
  type ComponentContext,
  type IdentityPort,
  type KindsPort,
  type LogPort,
  type Modification,
  type ObjectsPort,
  type SettingsPort,
} from '@orrery/control-plane';
import { isChangeOf, type Change } from '@orrery/store';
import { formatTime, TimerPhase, type Timer } from '@orrery/time';
import {
  discoveryFailure,
  localApiServices,
  PASSED,
  planLocalApiServices,
  serviceProblem,
  withAvailability,
  type LocalVersion,
} from '@orrery/workloads';
import type { Controller } from './controller';
import { Rounds } from './rounds';

/** What it uses of its cluster. */
type Ports = IdentityPort & KindsPort & ObjectsPort & ClockPort & LogPort & SettingsPort & CertificatesPort;
type Verdict = typeof PASSED;

const KIND = requireKind('apiregistration.k8s.io/v1', 'APIService');
/** Other servers are asked again so often, in cluster time. */
const CHECK_AGAIN_MS = 30_000;
const TIMEOUT_MS = 5000;
/** As whom availability is checked. */
const AGGREGATOR = { name: 'system:kube-aggregator', groups: ['system:masters'] };

/**
 * Keeps the APIServices of what the server answers itself, and finds out whether the servers of the others answer
 * (autoregister and the availability controllers of kube-aggregator).
 */
export class ApiServicesController implements Controller {
  private isLocalDirty = false;
  private readonly dirty = new Set<string>();
  private timer: Timer | undefined;
  private readonly frontProxy: FrontProxy;
  private readonly rounds: Rounds;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.frontProxy = new FrontProxy(() => context.cluster.certificates.frontProxy);
    this.rounds = new Rounds(context, {
      controller: 'api-services',
      hasWork: () => this.isLocalDirty || this.dirty.size > 0,
      round: () => this.round(),
    });
  }

  start(): void {
    this.isLocalDirty = true;
    for (const each of this.list()) this.dirty.add(each.metadata.name);
    this.rounds.run();
  }

  stop(): void {
    this.timer?.cancel();
    this.isLocalDirty = false;
    this.dirty.clear();
  }

  follow(changes: readonly Change[]): void {
    for (const change of changes) {
      const { key } = change;
      if (key.resource === DEFINITIONS) this.isLocalDirty = true;
      if (isChangeOf(change, Kinds.ApiService)) {
        this.isLocalDirty = true;
        this.dirty.add(key.name);
      }
      if (key.resource === 'services' || key.resource === 'endpoints') this.markUsersOf(key);
    }
    this.rounds.run();
  }

  private markUsersOf({ namespace, name }: { readonly namespace: string; readonly name: string }): void {
    for (const { metadata, spec } of this.remotes()) {
      if (spec.service?.namespace === namespace && spec.service.name === name) this.dirty.add(metadata.name);
    }
  }

  private async round(): Promise<void> {
    if (this.isLocalDirty) await this.keepLocal();
    const names = [...this.dirty];
    this.dirty.clear();
    const { cluster, fence } = this.context;
    const found = names.flatMap((name) => cluster.cache.get(Kinds.ApiService, '', name) ?? []);
    const changes = (await Promise.all(found.map((each) => this.judge(each)))).filter((each) => each !== undefined);
    if (changes.length > 0) await cluster.store.modify(changes, fence);
    this.comeAgain();
  }

  private async keepLocal(): Promise<void> {
    this.isLocalDirty = false;
    const { cluster, fence } = this.context;
    const { create, restore, remove } = planLocalApiServices(localApiServices(this.localVersions()), this.list());
    const { store } = cluster;
    if (remove.length > 0) {
      const removals = remove.map(({ metadata: { name, uid } }) => ({
        key: { resource: Kinds.ApiService.resource, namespace: '', name },
        uid,
        options: {},
      }));
      await store.remove(removals, fence);
    }
    if (create.length > 0) {
      const creations = create.map(({ name, labels, spec }) => ({
        kind: KIND,
        namespace: '',
        input: { metadata: { name, labels }, spec },
      }));
      await store.createMany(creations, { fieldManager: 'kube-apiserver' }, fence);
    }
    if (restore.length > 0) {
      const changes = restore.map(({ name, spec }) =>
        modificationOf(Kinds.ApiService, { name }, (current) => ({ ...current, spec })),
      );
      await store.modify(changes, fence);
    }
  }

  private localVersions(): LocalVersion[] {
    const { kinds } = this.context.cluster;
    const versions = new Map<string, boolean>();
    for (const kind of kinds.all()) {
      if (!kind.served) continue;
      // A group version that has kinds of the release is the release's.
      for (const version of kind.versionsOf[kinds.release]) {
        versions.set(version, kind.isCustom && versions.get(version) !== false);
      }
    }
    return [...versions].map(([apiVersion, isCustom]) => ({ apiVersion, isCustom }));
  }

  /** The change of the status that follows from asking the server. */
  private async judge(service: ApiService): Promise<Modification | undefined> {
    const verdict = isRemote(service) ? await this.ask(service) : localAvailability('');
    const { status = 'True', reason = '', message = '' } = verdict;
    const now = formatTime(this.context.cluster.clock.now());
    const judged = { status, reason, message };
    if (!withAvailability(service.status, judged, now)) return undefined;
    return modificationOf(Kinds.ApiService, service.metadata, (current) => {
      const next = withAvailability(current.status, judged, now);
      return next && isRemote(current) === isRemote(service) ? { ...current, status: next } : undefined;
    });
  }

  private async ask({ spec }: ApiService): Promise<Verdict> {
    const { cache } = this.context.cluster;
    const { namespace = '', name = '' } = spec.service ?? {};
    const services = servicesIn(cache);
    const state = {
      service: services.object('services', namespace, name),
      endpoints: services.object('endpoints', namespace, name),
    };
    const problem = serviceProblem(spec.service ?? {}, state);
    if (problem) return problem;
    let shown = `https://${name}.${namespace}.svc`;
    try {
      const { url, options } = remoteServer({ spec }, services);
      url.pathname = `/apis/${spec.group}/${spec.version}`;
      shown = url.href;
      // TLS is about real time, whatever the clock of the cluster says.
      const keys = this.frontProxy.keys(Date.now());
      await fetchJson(url, { ...options, ...keys, headers: identityHeaders(AGGREGATOR), timeoutMs: TIMEOUT_MS });
      return PASSED;
    } catch (error) {
      return discoveryFailure(shown, (error as Error).message);
    }
  }

  /** Servers come and go without a word: while there are any, they are asked again and again. */
  private comeAgain(): void {
    this.timer?.cancel();
    if (this.remotes().length === 0) return;
    const { clock } = this.context.cluster;
    this.timer = clock.setTimer(clock.now() + CHECK_AGAIN_MS, TimerPhase.Controllers, () => {
      for (const { metadata } of this.remotes()) this.dirty.add(metadata.name);
      this.rounds.run();
    });
  }

  private remotes(): ApiService[] {
    return this.list().filter(isRemote);
  }

  private list(): readonly ApiService[] {
    return this.context.cluster.cache.list(Kinds.ApiService);
  }
}
