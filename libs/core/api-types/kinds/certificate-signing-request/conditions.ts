import type { CertificateSigningRequest, CertificateSigningRequestCondition } from '../../objects';

/** Conditions of a request. The first two are written through `/approval` alone. */
export const RequestCondition = { Approved: 'Approved', Denied: 'Denied', Failed: 'Failed' } as const;
export type RequestCondition = (typeof RequestCondition)[keyof typeof RequestCondition];

type Status = CertificateSigningRequest['status'];

export function conditionsOf(status: Status): readonly CertificateSigningRequestCondition[] {
  return status?.conditions ?? [];
}

/** Returns whether the request has a condition with any status, as upstream's signers test it. */
export function hasCondition(status: Status, type: RequestCondition): boolean {
  return conditionsOf(status).some((condition) => condition.type === type);
}

/** Conditions with the times that their writer left out (`populateConditionTimestamps` upstream). `now` is an API time. */
export function stampedConditions(
  conditions: readonly CertificateSigningRequestCondition[],
  old: readonly CertificateSigningRequestCondition[],
  now: string,
): CertificateSigningRequestCondition[] {
  return conditions.map((condition) => {
    const known = old.find(
      ({ type, status, lastTransitionTime }) =>
        type === condition.type && status === condition.status && lastTransitionTime,
    );
    return {
      ...condition,
      lastUpdateTime: condition.lastUpdateTime ?? now,
      lastTransitionTime: condition.lastTransitionTime ?? known?.lastTransitionTime ?? now,
    };
  });
}
