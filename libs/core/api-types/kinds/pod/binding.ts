import { type FieldError, invalidField, requiredField } from '../../errors/field-error';
import { storableTextProblem } from '../../names/storable-text';
import type { KubeObject } from '../../objects';

/** A binding names a node. */
export function validateBinding(object: KubeObject): FieldError[] {
  const target = object['target'] as { kind?: string; name?: string } | undefined;
  const errors: FieldError[] = [];
  if (target?.kind !== undefined && target.kind !== '' && target.kind !== 'Node') {
    errors.push(invalidField('target.kind', target.kind, 'must be empty or "Node"'));
  }
  if (!target?.name) errors.push(requiredField('target.name'));
  else {
    const problem = storableTextProblem(target.name);
    if (problem !== undefined) errors.push(invalidField('target.name', target.name, problem));
  }
  return errors;
}
