import type { LeaseSpec } from 'kubernetes-types/coordination/v1';
import { invalidField, requiredField, type FieldError } from '../errors/field-error';
import { qualifiedNameErrors } from '../names/qualified-name';
import { storableTextProblem } from '../names/storable-text';
import type { KubeObject } from '../objects';

/** What is wrong with a Lease's spec. */
export function validateLease(object: KubeObject): FieldError[] {
  const spec = (object.spec ?? {}) as LeaseSpec;
  const errors: FieldError[] = [];
  if (spec.leaseDurationSeconds !== undefined && spec.leaseDurationSeconds <= 0) {
    errors.push(invalidField('spec.leaseDurationSeconds', spec.leaseDurationSeconds, 'must be greater than 0'));
  }
  if (spec.leaseTransitions !== undefined && spec.leaseTransitions < 0) {
    errors.push(invalidField('spec.leaseTransitions', spec.leaseTransitions, 'must be greater than or equal to 0'));
  }
  return errors;
}

/** What is wrong with a namespace's own finalizers. */
export function validateNamespace(object: KubeObject): FieldError[] {
  const finalizers = (object.spec as { finalizers?: readonly string[] } | undefined)?.finalizers ?? [];
  return finalizers.flatMap((finalizer) => [
    ...qualifiedNameErrors(finalizer).map((text) => invalidField('spec.finalizers', finalizer, text)),
    ...(finalizer.includes('/') || finalizer === 'kubernetes'
      ? []
      : [
          invalidField(
            'spec.finalizers',
            finalizer,
            'name is neither a standard finalizer name nor is it fully qualified',
          ),
        ]),
  ]);
}

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
