import type {
  LimitedPriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  QueuingConfiguration,
} from 'kubernetes-types/flowcontrol/v1';
import { deepEqual } from '../../equality';
import {
  forbiddenField,
  invalidField,
  requiredField,
  unsupportedField,
  type FieldError,
} from '../../errors/field-error';
import { EXEMPT, MANDATORY_PRIORITY_LEVELS } from '../../flow-control/default-objects';
import type { KubeObject, PriorityLevelConfiguration } from '../../objects';
import { conditionErrors } from '../flow-schema/validation';

const MAX_QUEUES = 10_000_000;
/** Hands are dealt by a hash of so many bits. */
const MAX_HASH_BITS = 60;

/** The types of version 1 that this is written with lack `exempt`. */
type Spec = PriorityLevelConfigurationSpec & { readonly exempt?: Shares };
type Shares = Pick<LimitedPriorityLevelConfiguration, 'nominalConcurrencyShares' | 'lendablePercent'>;

/** Returns the errors of a PriorityLevelConfiguration (`pkg/apis/flowcontrol/validation` upstream). */
export function validatePriorityLevel(object: KubeObject): FieldError[] {
  const { name } = object.metadata;
  const spec = (object.spec ?? {}) as Partial<Spec>;
  return [...typeErrors(spec, name), ...fixedErrors(spec, name), ...validatePriorityLevelStatus(object)];
}

/** Returns the errors of conditions. */
export function validatePriorityLevelStatus(object: KubeObject): FieldError[] {
  return conditionErrors((object as PriorityLevelConfiguration).status?.conditions ?? []);
}

function typeErrors({ type = '', exempt, limited }: Partial<Spec>, name: string): FieldError[] {
  const errors: FieldError[] = [];
  if ((name === EXEMPT) !== (type === 'Exempt')) {
    errors.push(invalidField('spec.type', type, "type must be 'Exempt' if and only if name is 'exempt'"));
  }
  switch (type) {
    case 'Exempt':
      if (limited) errors.push(forbiddenField('spec.limited', 'must be nil if the type is not Limited'));
      if (!exempt) return [...errors, requiredField('spec.exempt', 'must not be empty when type is Exempt')];
      return [...errors, ...shareErrors(exempt, 'spec.exempt')];
    case 'Limited':
      if (exempt) errors.push(forbiddenField('spec.exempt', 'must be nil if the type is Limited'));
      if (!limited) return [...errors, requiredField('spec.limited', 'must not be empty when type is Limited')];
      return [...errors, ...limitedErrors(limited)];
    default:
      return [...errors, unsupportedField('spec.type', type, ['Exempt', 'Limited'])];
  }
}

/** Two levels are as the server needs them; of the one that nothing limits, the shares may be changed. */
function fixedErrors(spec: Partial<Spec>, name: string): FieldError[] {
  const fixed = MANDATORY_PRIORITY_LEVELS.find((each) => each.name === name);
  if (!fixed) return [];
  const isExempt = name === EXEMPT;
  const { exempt: _shares, ...rest } = spec;
  const { exempt: _fixedShares, ...fixedRest } = fixed.spec as Partial<Spec>;
  if (deepEqual(isExempt ? rest : spec, isExempt ? fixedRest : fixed.spec)) return [];
  const what = isExempt ? `spec of '${name}' except the 'spec.exempt' field` : `spec of '${name}'`;
  return [invalidField('spec', spec, `${what} must equal the fixed value`)];
}

function shareErrors(
  { nominalConcurrencyShares: shares = 0, lendablePercent = 0 }: Shares,
  field: string,
): FieldError[] {
  const errors: FieldError[] = [];
  if (shares < 0) {
    errors.push(invalidField(`${field}.nominalConcurrencyShares`, shares, 'must be a non-negative integer'));
  }
  if (lendablePercent < 0 || lendablePercent > 100) {
    errors.push(invalidField(`${field}.lendablePercent`, lendablePercent, 'must be between 0 and 100, inclusive'));
  }
  return errors;
}

function limitedErrors(limited: LimitedPriorityLevelConfiguration): FieldError[] {
  const field = 'spec.limited';
  const errors = shareErrors(limited, field);
  const { borrowingLimitPercent: limit = 0, limitResponse } = limited;
  if (limit < 0) {
    errors.push(invalidField(`${field}.borrowingLimitPercent`, limit, 'if specified, must be a non-negative integer'));
  }
  const { type = '', queuing } = (limitResponse ?? {}) as Partial<NonNullable<typeof limitResponse>>;
  const place = `${field}.limitResponse`;
  if (type === 'Reject') {
    if (!queuing) return errors;
    const detail = 'must be nil if limited.limitResponse.type is not Limited';
    return [...errors, forbiddenField(`${place}.queuing`, detail)];
  }
  if (type !== 'Queue') return [...errors, unsupportedField(`${place}.type`, type, ['Queue', 'Reject'])];
  if (queuing) return [...errors, ...queuingErrors(queuing, `${place}.queuing`)];
  return [...errors, requiredField(`${place}.queuing`, 'must not be empty if limited.limitResponse.type is Limited')];
}

function queuingErrors(
  { queueLengthLimit = 0, queues = 0, handSize = 0 }: QueuingConfiguration,
  field: string,
): FieldError[] {
  const errors: FieldError[] = [];
  const refuse = (name: string, value: number, detail: string): void => {
    errors.push(invalidField(`${field}.${name}`, value, detail));
  };
  if (queueLengthLimit <= 0) refuse('queueLengthLimit', queueLengthLimit, 'must be positive');
  if (queues <= 0) refuse('queues', queues, 'must be positive');
  else if (queues > MAX_QUEUES) refuse('queues', queues, `must not be greater than ${MAX_QUEUES}`);
  const bits = Math.ceil(Math.log2(queues) * handSize);
  if (handSize <= 0) refuse('handSize', handSize, 'must be positive');
  else if (handSize > queues) refuse('handSize', handSize, `should not be greater than queues (${queues})`);
  else if (bits > MAX_HASH_BITS) {
    const what = `required entropy bits of deckSize ${queues} and handSize ${handSize}`;
    refuse('handSize', handSize, `${what} should not be greater than ${MAX_HASH_BITS}`);
  }
  return errors;
}
