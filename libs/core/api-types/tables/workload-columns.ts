import type { PodSpec } from 'kubernetes-types/core/v1';
import type { LabelSelector } from '../objects';
import { formatRequirements } from '../selectors/label-requirement';
import { labelSelectorRequirements } from '../selectors/label-selector';
import { AGE, type Cell, integer, joined, NAME, NONE, text, wide } from './table-kind';

/** The column with the names of containers. */
export const CONTAINERS = wide(text('Containers', 'Names of the containers.'));

/** The column with images. */
export const IMAGES = wide(text('Images', 'Images of the containers.'));

/** The column with the selector. */
export const SELECTOR = wide(text('Selector', 'Label selector of the pods.'));

/** The column with the number of pods that are wanted. */
export const DESIRED = integer('Desired', 'Desired number of pods.');

/** The column with the number of pods. */
export const CURRENT = integer('Current', 'Current number of pods.');

/** The column with the number of ready pods. */
export const READY = integer('Ready', 'Number of ready pods.');

/** The column with ready pods of those wanted: `1/3`. */
export const READY_OF = text('Ready', 'Number of ready pods and desired number of pods.');

/** What the column with up-to-date pods says of itself. */
export const UP_TO_DATE = 'How many pods have the newest template.';

/** The column with the number of available pods. */
export const AVAILABLE = integer('Available', 'Number of available pods.');

/** The columns of kinds that keep a number of replicas. */
export const REPLICA_COLUMNS = [NAME, DESIRED, CURRENT, READY, AGE, CONTAINERS, IMAGES, SELECTOR];

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
