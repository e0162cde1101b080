import type { PodSpec } from 'kubernetes-types/core/v1';
import type { LabelSelector } from '../objects';
import { formatRequirements } from '../selectors/label-requirement';
import { labelSelectorRequirements } from '../selectors/label-selector';
import { AGE, type Cell, type Column, integer, joined, NAME, NONE, of, text, wide } from './table-kind';

/** The column with the names of containers. */
export const CONTAINERS = wide(text('Containers', 'Names of each container in the template.'));

/** The column with images. */
export const IMAGES = wide(text('Images', 'Images referenced by each container in the template.'));

/** The column with the selector that a struct has. */
export const selectorOf = (struct: string): Column => wide(text('Selector', of(struct, 'selector')));

/** The column with ready pods of those wanted: `1/3`. */
export const READY_OF = text('Ready', 'Number of the pod with ready state');

/** The columns of kinds that keep a number of replicas, by the names of their structs. */
export function replicaColumns(spec: string, status: string): readonly Column[] {
  return [
    NAME,
    integer('Desired', of(spec, 'replicas')),
    integer('Current', of(status, 'replicas')),
    integer('Ready', of(status, 'readyReplicas')),
    AGE,
    CONTAINERS,
    IMAGES,
    selectorOf(spec),
  ];
}

/** The two wide cells about the containers of a pod template. */
export function containersAndImages(spec: PodSpec | undefined): Cell[] {
  const containers = spec?.containers ?? [];
  return [joined(containers.map(({ name }) => name)), joined(containers.map(({ image }) => image ?? ''))];
}

/** A selector in the grammar of requests. */
export function formatSelector(selector: LabelSelector | undefined): string {
  const requirements = labelSelectorRequirements(selector);
  return (requirements && formatRequirements(requirements)) || NONE;
}
