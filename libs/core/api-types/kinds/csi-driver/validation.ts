import type { CSIDriverSpec } from 'kubernetes-types/storage/v1';
import { duplicateField, invalidField, type FieldError } from '../../errors/field-error';
import type { KubeObject } from '../../objects';
import { oneOf } from '../../validation/closed-set';
import { changedField } from '../../validation/changed-field';

const FS_GROUP_POLICIES = ['File', 'None', 'ReadWriteOnceWithFSType'] as const;
const LIFECYCLE_MODES = ['Persistent', 'Ephemeral'] as const;
const MIN_TOKEN_SECONDS = 600;
const MAX_TOKEN_SECONDS = 2 ** 32;
const MIN_UPDATE_SECONDS = 10;

/** A spec with what later versions of Kubernetes added. */
type Spec = CSIDriverSpec & { readonly nodeAllocatableUpdatePeriodSeconds?: number };

/** Returns the errors of the spec of a CSI driver (`validateCSIDriverSpec`). */
export function validateCsiDriver(object: KubeObject): FieldError[] {
  const spec = (object.spec ?? {}) as Spec;
  const { nodeAllocatableUpdatePeriodSeconds: period } = spec;
  const errors = [
    ...oneOf(spec.fsGroupPolicy, FS_GROUP_POLICIES, 'spec.fsGroupPolicy'),
    ...validateTokenRequests(spec),
    ...(spec.volumeLifecycleModes ?? []).flatMap((mode) => oneOf(mode, LIFECYCLE_MODES, 'spec.volumeLifecycleModes')),
  ];
  if (period === undefined || period >= MIN_UPDATE_SECONDS) return errors;
  const detail = `must be greater than or equal to ${MIN_UPDATE_SECONDS} seconds`;
  return [...errors, invalidField('spec.nodeAllocatableUpdatePeriodSeconds', period, detail)];
}

/** Returns the errors of changed immutable fields; upstream's path of the first has this spelling (`ValidateCSIDriverUpdate`). */
export function validateCsiDriverUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const [after, before] = [next.spec, old.spec] as (Spec | undefined)[];
  const immutable = (name: 'attachRequired' | 'volumeLifecycleModes', field: string): FieldError[] => {
    return changedField(field, [after?.[name], before?.[name]]);
  };
  return [
    ...immutable('attachRequired', 'spec.attachedRequired'),
    ...immutable('volumeLifecycleModes', 'spec.volumeLifecycleModes'),
  ];
}

/** As `validateTokenRequests`. */
function validateTokenRequests({ tokenRequests = [] }: Spec): FieldError[] {
  const audiences = new Set<string>();
  return tokenRequests.flatMap(({ audience = '', expirationSeconds: seconds }, i) => {
    const path = `spec.tokenRequests[${i}]`;
    if (audiences.has(audience)) return [duplicateField(`${path}.audience`, audience)];
    audiences.add(audience);
    const refuse = (detail: string): FieldError[] => [invalidField(`${path}.expirationSeconds`, seconds, detail)];
    if (seconds === undefined) return [];
    if (seconds < MIN_TOKEN_SECONDS) return refuse('may not specify a duration less than 10 minutes');
    return seconds > MAX_TOKEN_SECONDS ? refuse('may not specify a duration larger than 2^32 seconds') : [];
  });
}
