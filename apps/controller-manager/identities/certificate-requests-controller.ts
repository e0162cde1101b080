import { NO_ALTERNATIVE_NAMES } from '@orrery/certificates';
import {
  conditionsOf,
  Kinds,
  type CertificateSigningRequest,
  type CertificateSigningRequestCondition,
} from '@orrery/api-types';
import { resourceAccess } from '@orrery/access';
import {
  actorIn,
  AuthorizationMode,
  modificationOf,
  type CertificatesPort,
  type ClockPort,
  type ComponentContext,
  type IdentityPort,
  type LogPort,
  type Modification,
  type ObjectsPort,
  type Removal,
} from '@orrery/control-plane';
import { isChangeOf, Operation, type Change } from '@orrery/store';
import { formatTime, TimerPhase, type Timer } from '@orrery/time';
import { cleanedAtMs, decideOnRequest, type ApprovalRight, type RequestAction } from '@orrery/workloads';
import type { Controller } from '../controller';
import { Rounds } from '../rounds';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & LogPort & CertificatesPort;

const KIND = Kinds.CertificateSigningRequest;

/**
 * Approves requests for the client certificates of kubelets, signs approved requests and deletes old ones (csrapproving,
 * csrsigning and csrcleaner of kube-controller-manager).
 */
export class CertificateRequestsController implements Controller {
  /** Names of requests to process. */
  private dirty = new Set<string>();
  /** Expiry timers of requests, by name. */
  private readonly timers = new Map<string, Timer>();
  private readonly rounds: Rounds;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.rounds = new Rounds(context, {
      controller: 'certificate-requests',
      hasWork: () => this.dirty.size > 0,
      round: () => this.round(),
    });
  }

  start(): void {
    for (const { metadata } of this.context.cluster.cache.list(KIND)) this.dirty.add(metadata.name);
    this.rounds.run();
  }

  stop(): void {
    for (const name of [...this.timers.keys()]) this.forget(name);
    this.dirty.clear();
  }

  follow(changes: readonly Change[]): void {
    for (const change of changes) {
      if (!isChangeOf(change, KIND)) continue;
      if (change.operation === Operation.Delete) this.forget(change.key.name);
      else this.dirty.add(change.key.name);
    }
    this.rounds.run();
  }

  private async round(): Promise<void> {
    const { cluster, fence } = this.context;
    const names = this.dirty;
    this.dirty = new Set();
    const nowMs = cluster.clock.now();
    const requests = [...names].flatMap((name) => cluster.cache.get(KIND, '', name) ?? []);
    const due = requests.map((request) => ({ request, atMs: cleanedAtMs(request) }));
    for (const { request, atMs } of due) this.schedule(request, atMs > nowMs ? atMs : Infinity);
    const removals = due.flatMap(({ request, atMs }) => (atMs > nowMs ? [] : [removalOf(request)]));
    if (removals.length > 0) await cluster.store.remove(removals, fence);
    const kept = due.flatMap(({ request, atMs }) => (atMs > nowMs ? [request] : []));
    const changes = kept.flatMap((request) => this.changeOf(request, nowMs) ?? []);
    if (changes.length > 0) await cluster.store.modify(changes, fence);
  }

  private changeOf(request: CertificateSigningRequest, nowMs: number): Modification | undefined {
    const decision = decideOnRequest(request, nowMs, (right) => this.isAllowed(request, right));
    if (decision.action === 'none') return undefined;
    const result = this.resultOf(decision, formatTime(nowMs));
    const { uid } = request.metadata;
    return modificationOf(KIND, request.metadata, (current) => {
      const isStale = current.metadata.uid !== uid || current.status?.certificate;
      const { condition, ...rest } = result;
      if (isStale || (condition && conditionsOf(current.status).some(({ type }) => type === condition.type))) {
        return undefined;
      }
      const conditions = [...conditionsOf(current.status), ...(condition ? [condition] : [])];
      return { ...current, status: { ...current.status, ...rest, conditions } };
    });
  }

  /** Returns the change of the status. */
  private resultOf(decision: Exclude<RequestAction, { action: 'none' }>, now: string): RequestResult {
    const times = { lastUpdateTime: now, lastTransitionTime: now };
    switch (decision.action) {
      case 'approve': {
        const { message } = decision;
        return { condition: { type: 'Approved', status: 'True', reason: 'AutoApproved', message, ...times } };
      }
      case 'fail': {
        const { message } = decision;
        return { condition: { type: 'Failed', status: 'True', reason: 'SignerValidationFailure', message, ...times } };
      }
      case 'sign': {
        const { request, ...order } = decision;
        const { dnsNames, emailAddresses, uris, ipAddresses, publicKeyInfo, subjectInDer: subject } = request;
        const names = { ...NO_ALTERNATIVE_NAMES, dnsNames, emailAddresses, uris, ipAddresses };
        return {
          certificate: btoa(
            this.context.cluster.certificates.clients.issue({ ...order, subject, publicKeyInfo, names }),
          ),
        };
      }
    }
  }

  private isAllowed({ spec }: CertificateSigningRequest, right: ApprovalRight): boolean {
    const { username: name = '', uid, groups = [], extra } = spec;
    const user = { name, groups, ...(uid ? { uid } : {}), ...(extra ? { extra } : {}) };
    const access = {
      verb: 'create',
      group: 'certificates.k8s.io',
      resource: 'certificatesigningrequests',
      subresource: right,
      namespace: '',
      name: '',
    };
    return actorIn(this.context.cluster, user, AuthorizationMode.Rbac).decide(resourceAccess(access)).allowed;
  }

  /** A timer a request, for the time at which it is old. */
  private schedule({ metadata: { name } }: CertificateSigningRequest, atMs: number): void {
    this.forget(name);
    if (!Number.isFinite(atMs)) return;
    const fire = (): void => {
      this.dirty.add(name);
      this.rounds.run();
    };
    this.timers.set(
      name,
      this.context.cluster.clock.setTimer(atMs, TimerPhase.Controllers, 'certificate-requests', fire),
    );
  }

  private forget(name: string): void {
    this.timers.get(name)?.cancel();
    this.timers.delete(name);
  }
}

/** Result of a decision. */
interface RequestResult {
  readonly condition?: CertificateSigningRequestCondition;
  /** PEM in base64. */
  readonly certificate?: string;
}

function removalOf({ metadata: { name, uid } }: CertificateSigningRequest): Removal {
  return { key: { resource: KIND.resource, namespace: '', name }, uid, options: {} };
}
