import { invalidField, type FieldError } from '../../errors/field-error';
import { dnsLabelErrors } from '../../names/qualified-name';
import type { KubeObject, RuntimeClass } from '../../objects';
import { validateLabels } from '../../validation/metadata';
import { validateTolerations } from '../../validation/pod-spec/tolerations';
import { validateContainerResources } from '../../validation/resources';

/** What is wrong with a class of runtimes (`pkg/apis/node/validation` upstream). */
export function validateRuntimeClass(object: KubeObject): FieldError[] {
  const { handler = '', overhead, scheduling } = object as Partial<RuntimeClass>;
  return [
    ...dnsLabelErrors(handler).map((text) => invalidField('handler', handler, text)),
    // Upstream judges the overhead as limits of a container, and names them so.
    ...(overhead?.podFixed ? validateContainerResources({ limits: overhead.podFixed }, 'overhead') : []),
    ...validateLabels(scheduling?.nodeSelector, 'scheduling.nodeSelector'),
    ...validateTolerations(scheduling?.tolerations, 'scheduling.tolerations'),
  ];
}

/** Nodes were prepared for the handler, so it is immutable. */
export function validateRuntimeClassUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const handler = next['handler'];
  return handler === old['handler'] ? [] : [invalidField('handler', handler ?? '', 'field is immutable')];
}
