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
  type OutsidePort,
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
} from '@orrery/workloads';
import type { Controller } from './controller';
import { Rounds } from './rounds';

/** Ports used by this class. */
type Ports = IdentityPort &
  KindsPort &
  ObjectsPort &
  ClockPort &
  LogPort &
  OutsidePort &
  SettingsPort &
  CertificatesPort;
type Verdict = typeof PASSED;

const KIND = requireKind('apiregistration.k8s.io/v1', 'APIService');
/** Interval of the checks of other servers, in cluster time. */
const CHECK_AGAIN_MS = 30_000;
const TIMEOUT_MS = 5000;
/** Identity with which availability is checked. */
const AGGREGATOR = { name: 'system:kube-aggregator', groups: ['system:masters'] };

/**
 * Keeps the APIServices of the server's own group versions, and checks that the servers of the others answer
 * (autoregister and the availability controllers of kube-aggregator).
 */
export class ApiServicesController implements Controller {
  /** Groups whose APIServices have to be checked. */
  private dirtyGroups = new Set<string>();
  /** The names of the APIServices of a group. */
  private namesByGroup = new Map<string, Set<string>>();
  /** The names of those that other servers answer. */
  private remoteNames = new Set<string>();
  private readonly dirty = new Set<string>();
  private timer: Timer | undefined;
  private readonly frontProxy: FrontProxy;
  private readonly rounds: Rounds;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.frontProxy = new FrontProxy(() => context.cluster.certificates.frontProxy);
    this.rounds = new Rounds(context, {
      controller: 'api-services',
      hasWork: () => this.dirtyGroups.size > 0 || this.dirty.size > 0,
      round: () => this.round(),
    });
  }

  start(): void {
    this.namesByGroup = new Map();
    this.remoteNames = new Set();
    this.dirtyGroups = this.context.cluster.kinds.groups();
    for (const each of this.context.cluster.cache.list(Kinds.ApiService)) {
      this.dirty.add(each.metadata.name);
      this.dirtyGroups.add(this.know(each));
    }
    this.rounds.run();
  }

  stop(): void {
    this.timer?.cancel();
    this.dirtyGroups.clear();
    this.dirty.clear();
  }

  follow(changes: readonly Change[]): void {
    for (const change of changes) {
      const { key } = change;
      if (key.resource === DEFINITIONS) this.dirtyGroups.add(afterDot(key.name));
      if (isChangeOf(change, Kinds.ApiService)) {
        this.dirtyGroups.add(this.know(change.object));
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
    if (this.dirtyGroups.size > 0) await this.keepLocal();
    const names = [...this.dirty];
    this.dirty.clear();
    const { cluster, fence } = this.context;
    const found = names.flatMap((name) => cluster.cache.get(Kinds.ApiService, '', name) ?? []);
    const changes = (await Promise.all(found.map((each) => this.evaluate(each)))).filter((each) => each !== undefined);
    if (changes.length > 0) await cluster.store.modify(changes, fence, 'kube-apiserver');
    this.comeAgain();
  }

  private async keepLocal(): Promise<void> {
    const groups = [...this.dirtyGroups];
    this.dirtyGroups = new Set();
    const { cluster, fence } = this.context;
    const versions = groups.flatMap((group) => cluster.kinds.versionsIn(group));
    const existing = groups.flatMap((group) => this.listOf(group));
    const { create, restore, remove } = planLocalApiServices(localApiServices(versions), existing);
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
        isAlike: true,
      }));
      await store.createMany(creations, { fieldManager: 'kube-apiserver' }, fence);
    }
    if (restore.length > 0) {
      const changes = restore.map(({ name, spec }) =>
        modificationOf(Kinds.ApiService, { name }, (current) => ({ ...current, spec })),
      );
      await store.modify(changes, fence, 'kube-apiserver');
    }
  }

  /** The change of the status that follows from asking the server. */
  private async evaluate(service: ApiService): Promise<Modification | undefined> {
    const verdict = isRemote(service) ? await this.ask(service) : localAvailability('');
    const { status = 'True', reason = '', message = '' } = verdict;
    const now = formatTime(this.context.cluster.clock.now());
    const evaluated = { status, reason, message };
    if (!withAvailability(service.status, evaluated, now)) return undefined;
    return modificationOf(Kinds.ApiService, service.metadata, (current) => {
      const next = withAvailability(current.status, evaluated, now);
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
      // eslint-disable-next-line no-restricted-syntax -- TLS is about real time, whatever the clock of the cluster says
      const keys = this.frontProxy.keys(Date.now());
      const asked = { ...options, ...keys, headers: identityHeaders(AGGREGATOR), timeoutMs: TIMEOUT_MS };
      const fetched = async (): Promise<string> => {
        try {
          await fetchJson(url, asked);
          return '';
        } catch (error) {
          return (error as Error).message;
        }
      };
      const failure = await this.context.cluster.inputs.ask({ discovery: shown }, fetched, (reason) => reason);
      return failure === '' ? PASSED : discoveryFailure(shown, failure);
    } catch (error) {
      return discoveryFailure(shown, (error as Error).message);
    }
  }

  /**
   * Schedules the next check of other servers. They may start and stop without a notification: while there are any,
   * they are checked periodically.
   */
  private comeAgain(): void {
    this.timer?.cancel();
    if (this.remotes().length === 0) return;
    const { clock } = this.context.cluster;
    this.timer = clock.setTimer(clock.now() + CHECK_AGAIN_MS, TimerPhase.Controllers, 'api-services', () => {
      for (const { metadata } of this.remotes()) this.dirty.add(metadata.name);
      this.rounds.run();
    });
  }

  private remotes(): ApiService[] {
    const { cache } = this.context.cluster;
    return [...this.remoteNames].flatMap((name) => cache.get(Kinds.ApiService, '', name) ?? []).filter(isRemote);
  }

  /** Records an APIService by its group, which is part of its name; returns the group. */
  private know(service: ApiService): string {
    const { name } = service.metadata;
    const group = afterDot(name);
    const names = this.namesByGroup.get(group);
    if (names) names.add(name);
    else this.namesByGroup.set(group, new Set([name]));
    if (isRemote(service)) this.remoteNames.add(name);
    else this.remoteNames.delete(name);
    return group;
  }

  private listOf(group: string): ApiService[] {
    const names = this.namesByGroup.get(group);
    if (!names) return [];
    return [...names].flatMap((name) => {
      const found = this.context.cluster.cache.get(Kinds.ApiService, '', name);
      if (found) return found;
      names.delete(name);
      this.remoteNames.delete(name);
      return [];
    });
  }
}

/** The group in the name of a definition, `{plural}.{group}`, or of an APIService, `{version}.{group}`. */
function afterDot(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}
