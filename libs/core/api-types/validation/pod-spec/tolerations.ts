import {
  duplicateField,
  invalidField,
  requiredField,
  unsupportedField,
  type FieldError,
} from '../../errors/field-error';
import { labelValueErrors, qualifiedNameErrors } from '../../names/qualified-name';
import type { Taint, Toleration } from '../../objects';
import { TaintEffect, TolerationOperator } from '../../taints/taint';

const EFFECTS = [TaintEffect.NoSchedule, TaintEffect.PreferNoSchedule, TaintEffect.NoExecute] as const;
const REPEATED = 'taints must be unique by key and effect pair';
const OPERATORS = [TolerationOperator.Equal, TolerationOperator.Exists] as const;

/** Returns the errors of a pod's tolerations. Value problems are reported under the operator, as upstream does. */
export function validateTolerations(tolerations: readonly Toleration[] | undefined, field: string): FieldError[] {
  const errors: FieldError[] = [];
  tolerations?.forEach((toleration, index) => validateToleration(toleration, `${field}[${index}]`, errors));
  return errors;
}

function validateToleration(toleration: Toleration, path: string, errors: FieldError[]): void {
  const { key, value, effect, tolerationSeconds } = toleration;
  const operator = toleration.operator ?? '';
  if (key) for (const text of qualifiedNameErrors(key)) errors.push(invalidField(`${path}.key`, key, text));
  if (!key && operator !== TolerationOperator.Exists) {
    const detail = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    errors.push(invalidField(`${path}.operator`, operator, detail));
  }
  if (tolerationSeconds !== undefined && effect !== TaintEffect.NoExecute) {
    const detail = "effect must be 'NoExecute' when `tolerationSeconds` is set";
    errors.push(invalidField(`${path}.effect`, effect ?? '', detail));
  }
  if (operator === TolerationOperator.Equal || operator === '') {
    for (const text of labelValueErrors(value ?? '')) errors.push(invalidField(`${path}.operator`, value, text));
  } else if (operator === TolerationOperator.Exists) {
    if (value) errors.push(invalidField(`${path}.operator`, value, "value must be empty when `operator` is 'Exists'"));
  } else {
    errors.push(unsupportedField(`${path}.operator`, operator, OPERATORS));
  }
  if (effect && !(EFFECTS as readonly string[]).includes(effect)) {
    errors.push(unsupportedField(`${path}.effect`, effect, EFFECTS));
  }
}

/** Returns the errors of a node's taints. The path says metadata: an upstream quirk that clients see. */
export function validateTaints(taints: readonly Taint[] | undefined): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  taints?.forEach((taint, index) => {
    const path = `metadata.taints[${index}]`;
    for (const text of qualifiedNameErrors(taint.key ?? ''))
      errors.push(invalidField(`${path}.key`, taint.key ?? '', text));
    for (const text of labelValueErrors(taint.value ?? ''))
      errors.push(invalidField(`${path}.value`, taint.value, text));
    if (!taint.effect) errors.push(requiredField(`${path}.effect`));
    else if (!(EFFECTS as readonly string[]).includes(taint.effect)) {
      errors.push(unsupportedField(`${path}.effect`, taint.effect, EFFECTS));
    }
    const identity = `${taint.effect}\u0000${taint.key}`;
    if (seen.has(identity)) errors.push(duplicateField(path, shownTaint(taint), REPEATED));
    seen.add(identity);
  });
  return errors;
}

/** A taint as upstream's errors print it: by the names of Go. */
function shownTaint({ key, value, effect, timeAdded }: Taint): object {
  return { Key: key ?? '', Value: value ?? '', Effect: effect ?? '', TimeAdded: timeAdded ?? null };
}
