import { type FieldError, invalidField } from '../../errors/field-error';
import { qualifiedNameErrors } from '../../names/qualified-name';
import type { KubeObject } from '../../objects';

/** Returns the errors of a namespace's own finalizers. */
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
