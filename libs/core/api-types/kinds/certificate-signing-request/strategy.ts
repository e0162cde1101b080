import type { CertificateSigningRequest, KubeObject } from '../../objects';
import type { PartRules } from '../kind-info';
import { conditionsOf, RequestCondition, stampedConditions } from './conditions';
import { validateApproval } from './validation';

/** Author of a request, as the server knows them. */
export interface Requester {
  readonly name: string;
  readonly groups: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** `certificatesigningrequests/approval` (`csrApprovalStrategy` upstream): of the status, the conditions change. */
export const APPROVAL: PartRules = {
  restoreOthers: (next, old) => {
    keepRequest(next, old);
    const conditions = (next as CertificateSigningRequest).status?.conditions;
    const { conditions: _before, ...status } = ((old as CertificateSigningRequest).status ?? {}) as object & {
      conditions?: unknown;
    };
    next.status = { ...status, ...(conditions ? { conditions } : {}) };
  },
  validate: (next, old, requestVersion) => validateApproval(next, old, requestVersion),
};

/** Keeps the spec of a request: a change needs another request. Changes `next` in place. */
export function keepRequest(next: KubeObject, old: KubeObject): void {
  next.spec = old.spec;
}

/** Approvals and denials are not written through `/status`. Changes `next` in place. */
export function keepApproval(next: KubeObject, old: KubeObject): void {
  const { status } = next as CertificateSigningRequest;
  if (!status?.conditions) return;
  const conditions = [...status.conditions];
  const before = conditionsOf((old as CertificateSigningRequest).status);
  for (const type of [RequestCondition.Approved, RequestCondition.Denied]) {
    const kept = before.filter((condition) => condition.type === type);
    const places = conditions.flatMap((condition, place) => (condition.type === type ? [place] : []));
    // What was added or removed stays for validation to refuse.
    if (kept.length === places.length) places.forEach((place, i) => (conditions[place] = kept[i]!));
  }
  next.status = { ...status, conditions };
}

/** Returns a new request with its author, in place of any author that it names itself. */
export function withRequester<T extends KubeObject>(request: T, { name, groups, uid, extra }: Requester): T {
  const {
    username: _name,
    uid: _uid,
    groups: _groups,
    extra: _extra,
    ...spec
  } = (request.spec ?? {}) as Requester & {
    username?: string;
  };
  const requester = {
    username: name,
    ...(uid ? { uid } : {}),
    groups: [...groups],
    ...(extra && Object.keys(extra).length > 0 ? { extra } : {}),
  };
  return { ...request, spec: { ...spec, ...requester } };
}

/** A request whose conditions have times. */
export function withConditionTimes(next: KubeObject, old: KubeObject, now: string): KubeObject {
  const { status } = next as CertificateSigningRequest;
  if (!status?.conditions) return next;
  const before = conditionsOf((old as CertificateSigningRequest).status);
  return { ...next, status: { ...status, conditions: stampedConditions(status.conditions, before, now) } };
}
