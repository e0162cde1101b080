import { invalidField, type FieldError } from '@orrery/api-types';
import { compilePath, valueAt, type FieldPath } from './field-path';

/**
 * The template language of stages. A template is JSON in which an object with one of these keys stands for a value:
 * - `{ "$value": "path" }`: what the subject has there; the field is left out if there is nothing;
 * - `{ "$text": "text with ${path}" }`: a text;
 * - `{ "$forEach": "path", "$yield": template }`: a list with one element for each of that list, seen as `item`.
 * Everything else stands for itself.
 */
export type Template = (subject: object) => unknown;

const DIRECTIVES = new Set(['$value', '$text', '$forEach', '$yield']);
const PLACE = /\$\{([^}]*)\}/g;

/** Compiles a template. Templates that {@link templateErrors} objects to must not come here. */
export function compileTemplate(template: unknown): Template {
  if (typeof template !== 'object' || template === null) return () => template;
  if (Array.isArray(template)) {
    const elements = template.map(compileTemplate);
    return (subject) => elements.map((element) => element(subject)).filter((value) => value !== undefined);
  }
  const node = template as Record<string, unknown>;
  if (typeof node['$value'] === 'string') return compileValue(node['$value']);
  if (typeof node['$text'] === 'string') return compileText(node['$text']);
  if (typeof node['$forEach'] === 'string') return compileForEach(node['$forEach'], node['$yield']);
  const fields = Object.entries(node).map(([name, field]) => [name, compileTemplate(field)] as const);
  return (subject) => {
    const result: Record<string, unknown> = {};
    for (const [name, field] of fields) {
      const value = field(subject);
      if (value !== undefined) result[name] = value;
    }
    return result;
  };
}

/** A text with `${path}` places; a place without a value is empty. */
export function compileText(text: string): (subject: object) => string {
  if (!text.includes('${')) return () => text;
  // Texts and paths by turns, a text first.
  const [first = '', ...rest] = text.split(PLACE);
  const places: { readonly path: FieldPath; readonly then: string }[] = [];
  for (let i = 0; i < rest.length; i += 2) places.push({ path: compilePath(rest[i]!)!, then: rest[i + 1]! });
  return (subject) => {
    let rendered = first;
    for (const { path, then } of places) rendered += String(valueAt(subject, path) ?? '') + then;
    return rendered;
  };
}

/** Objections to a template: unknown directives and paths that are none. */
export function templateErrors(template: unknown, at: string): FieldError[] {
  if (typeof template !== 'object' || template === null) return [];
  return Object.entries(template).flatMap(([name, field]) => {
    const fieldAt = Array.isArray(template) ? `${at}[${name}]` : `${at}.${name}`;
    if (!name.startsWith('$')) return templateErrors(field, fieldAt);
    if (!DIRECTIVES.has(name)) return [invalidField(fieldAt, name, 'is not a directive')];
    if (name === '$yield') return templateErrors(field, fieldAt);
    const paths = name === '$text' ? [...String(field).matchAll(PLACE)].map((match) => match[1]!) : [String(field)];
    return paths
      .filter((path) => !compilePath(path))
      .map((path) => invalidField(fieldAt, path, 'must be a field path'));
  });
}

function compileValue(text: string): Template {
  const path = compilePath(text)!;
  return (subject) => valueAt(subject, path);
}

function compileForEach(text: string, yielded: unknown): Template {
  const path = compilePath(text)!;
  const element = compileTemplate(yielded);
  return (subject) => {
    const items = valueAt(subject, path);
    return Array.isArray(items) ? items.map((item: unknown) => element({ ...subject, item })) : [];
  };
}
