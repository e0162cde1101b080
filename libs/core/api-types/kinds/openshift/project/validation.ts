import { invalidField, type FieldError } from '../../../errors/field-error';
import type { KubeObject } from '../../../objects';
import { validateNamespace } from '../../namespace/validation';
import { ProjectAnnotation } from './project-annotations';

const MINIMUM_NAME = 2;
/** Annotations that say what a project is called. */
const CHANGEABLE: ReadonlySet<string> = new Set([ProjectAnnotation.DisplayName, ProjectAnnotation.Description]);

/** Returns the errors of a Project (`ValidateProject` of OpenShift). */
export function validateProject(object: KubeObject): FieldError[] {
  const { name, annotations } = object.metadata;
  return [
    ...projectNameErrors(name),
    ...displayNameErrors(annotations?.[ProjectAnnotation.DisplayName], annotationPath(ProjectAnnotation.DisplayName)),
    ...validateNamespace(object),
  ];
}

/**
 * Returns the errors of a changed Project: clients may change its display name and description. Labels and other annotations,
 * by which others select namespaces, are changed through the Namespace (`ValidateProjectUpdate` of OpenShift).
 */
export function validateProjectUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const [labels, before] = [next.metadata.labels, old.metadata.labels];
  const [annotations, annotationsBefore] = [next.metadata.annotations, old.metadata.annotations];
  return [
    ...validateProject(next),
    ...changedKeys(annotations, annotationsBefore)
      .filter((name) => !CHANGEABLE.has(name))
      .map((name) => immutable(annotationPath(name), annotations?.[name])),
    ...changedKeys(labels, before).map((name) => immutable(`metadata.labels[${name}]`, labels?.[name])),
  ];
}

type Texts = Readonly<Record<string, string>> | undefined;

function changedKeys(next: Texts = {}, old: Texts = {}): string[] {
  return [...new Set([...Object.keys(next), ...Object.keys(old)])].filter((name) => next[name] !== old[name]).sort();
}

function immutable(field: string, value = ''): FieldError {
  return invalidField(field, value, 'field is immutable, try updating the namespace');
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
