import { invalidField, type FieldError } from '../../errors/field-error';
import type { KubeObject } from '../../objects';
import { validateNamespace } from '../namespace/validation';
import { ProjectAnnotation } from './project-annotations';

const MINIMUM_NAME = 2;

/** What is wrong with a Project (`ValidateProject` of OpenShift). */
export function validateProject(object: KubeObject): FieldError[] {
  const { name, annotations } = object.metadata;
  return [
    ...projectNameErrors(name),
    ...displayNameErrors(annotations?.[ProjectAnnotation.DisplayName], annotationPath(ProjectAnnotation.DisplayName)),
    ...validateNamespace(object),
  ];
}

/** The node selector of a Project is changed through its Namespace. */
export function validateProjectUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const [wanted, had] = [next, old].map(({ metadata }) => metadata.annotations?.[ProjectAnnotation.NodeSelector]);
  const errors = validateProject(next);
  if (wanted === had) return errors;
  const detail = 'field is immutable, try updating the namespace';
  return [...errors, invalidField(annotationPath(ProjectAnnotation.NodeSelector), wanted ?? '', detail)];
}

/** Names of one letter are kept from projects. */
export function projectNameErrors(name: string): FieldError[] {
  if (name.length >= MINIMUM_NAME) return [];
  return [invalidField('metadata.name', name, `must be at least ${MINIMUM_NAME} characters long`)];
}

export function displayNameErrors(displayName = '', field: string): FieldError[] {
  return /[\n\t\r]/.test(displayName)
    ? [invalidField(field, displayName, 'may not contain a new line, tab, or return')]
    : [];
}

function annotationPath(annotation: string): string {
  return `metadata.annotations[${annotation}]`;
}
