import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  ZERO_QUANTITY,
  type Quantity,
} from '@orrery/quantity';
import type { ResourceRequirements } from 'kubernetes-types/core/v1';
import { forbiddenField, invalidField, type FieldError } from '../../errors/field-error';
import type { PodSpec } from '../../objects';
import { podResourceNameErrors, requirementErrors, type Amounts } from '../resources';
import type { Container } from './containers';

/** Resources that a pod requests as a whole. */
export type PodResources = ResourceRequirements;

type Sums = Map<string, Quantity>;

/** Returns the errors of the resources of a pod as a whole, beside its containers (`validatePodResources`). */
export function validatePodResources(resources: PodResources | undefined, spec: PodSpec, field: string): FieldError[] {
  if (!resources) return [];
  return [
    ...(resources.claims ? [forbiddenField(`${field}.claims`, 'claims cannot be set for Resources at pod-level')] : []),
    ...requirementErrors(resources, field, podResourceNameErrors),
    ...consistencyErrors(resources, spec, field),
  ];
}

/** The whole is as much as its parts (`validatePodResourceConsistency`). */
function consistencyErrors({ requests = {}, limits = {} }: PodResources, spec: PodSpec, field: string): FieldError[] {
  const errors: FieldError[] = [];
  for (const [name, sum] of requestsOfContainers(spec)) {
    const whole = (requests as Amounts)[name];
    if (compareQuantities(sum, whole === undefined ? ZERO_QUANTITY : parseQuantity(whole)) <= 0) continue;
    const detail = `must be greater than or equal to aggregate container requests of ${formatQuantity(sum)}`;
    errors.push(invalidField(`${field}.requests[${name}]`, whole ?? '0', detail));
  }
  spec.containers?.forEach((container, index) => {
    for (const [name, limit] of Object.entries((container.resources?.limits ?? {}) as Amounts)) {
      const whole = (limits as Amounts)[name];
      if (whole === undefined || compareQuantities(parseQuantity(limit), parseQuantity(whole)) <= 0) continue;
      const path = `${field}.containers[${index}][${name}].limits`;
      errors.push(invalidField(path, limit, `must be less than or equal to pod limits of ${whole}`));
    }
  });
  return errors;
}

/** Returns the total requests of all containers: init containers that end count only where they request more than the others. */
function requestsOfContainers(spec: PodSpec): Sums {
  const sums: Sums = new Map();
  for (const container of spec.containers ?? []) add(sums, container);
  const sidecars: Sums = new Map();
  const peaks: Sums[] = [];
  for (const container of (spec.initContainers ?? []) as readonly Container[]) {
    if (container.restartPolicy === 'Always') {
      add(sums, container);
      add(sidecars, container);
      continue;
    }
    const peak = new Map(sidecars);
    add(peak, container);
    peaks.push(peak);
  }
  for (const peak of peaks) {
    for (const [name, amount] of peak) {
      const known = sums.get(name);
      if (!known || compareQuantities(amount, known) > 0) sums.set(name, amount);
    }
  }
  return sums;
}

function add(sums: Sums, { resources }: Pick<Container, 'resources'>): void {
  for (const [name, amount] of Object.entries((resources?.requests ?? {}) as Amounts)) {
    sums.set(name, addQuantities(sums.get(name) ?? ZERO_QUANTITY, parseQuantity(amount)));
  }
}
