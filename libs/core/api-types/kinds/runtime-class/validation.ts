import { duplicateField, invalidField, type FieldError } from '../../errors/field-error';
import { dnsLabelErrors } from '../../names/qualified-name';
import type { KubeObject, RuntimeClass, Toleration } from '../../objects';
import { validateLabels } from '../../validation/metadata';
import { validateTolerations } from '../../validation/pod-spec/tolerations';
import { validateOverhead } from '../../validation/resources';

/** Returns the errors of a class of runtimes (`pkg/apis/node/validation` upstream). */
export function validateRuntimeClass(object: KubeObject): FieldError[] {
  const { handler = '', overhead, scheduling } = object as Partial<RuntimeClass>;
  return [
    ...dnsLabelErrors(handler).map((text) => invalidField('handler', handler, text)),
    // The rules are those of limits of a container, which the errors name.
    ...validateOverhead(overhead?.podFixed as Readonly<Record<string, string>> | undefined, 'overhead'),
    ...validateLabels(scheduling?.nodeSelector, 'scheduling.nodeSelector'),
    ...validateTolerations(scheduling?.tolerations, 'scheduling.tolerations'),
    ...repeatedTolerations(scheduling?.tolerations ?? []),
  ];
}

/** Returns an error for each repeated toleration, with any seconds. */
function repeatedTolerations(tolerations: readonly Toleration[]): FieldError[] {
  const seen = new Set<string>();
  return tolerations.flatMap((toleration, i) => {
    const { key: Key = '', operator: Operator = '', value: Value = '', effect: Effect = '' } = toleration;
    const identity = JSON.stringify([Key, Operator, Value, Effect]);
    const isRepeated = seen.has(identity);
    seen.add(identity);
    if (!isRepeated) return [];
    const shown = { Key, Operator, Value, Effect, TolerationSeconds: toleration.tolerationSeconds ?? null };
    return [duplicateField(`scheduling.tolerations[${i}]`, shown)];
  });
}
