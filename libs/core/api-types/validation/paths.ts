import { invalidField, type FieldError } from '../errors/field-error';

const MODE_TEXT = 'must be a number between 0 and 0777 (octal), both inclusive';
const MAX_MODE = 0o777;

/** A path below a folder: relative, and never up (`validateLocalDescendingPath`). */
export function descendingPathErrors(path: string, field: string): FieldError[] {
  const errors = path.startsWith('/') ? [invalidField(field, path, 'must be a relative path')] : [];
  return [...errors, ...backstepErrors(path, field)];
}

/** No element of the path is `..` (`validatePathNoBacksteps`). */
export function backstepErrors(path: string, field: string): FieldError[] {
  return hasBackstep(path) ? [invalidField(field, path, "must not contain '..'")] : [];
}

/** Returns whether an element of the path is `..`. */
export function hasBackstep(path: string): boolean {
  return path.split('/').includes('..');
}

/** A descending path whose name does not begin with two dots (`ValidateLocalNonReservedPath`). */
export function nonReservedPathErrors(path: string, field: string): FieldError[] {
  const errors = descendingPathErrors(path, field);
  if (!path.startsWith('..') || path.startsWith('../')) return errors;
  return [...errors, invalidField(field, path, "must not start with '..'")];
}

/** The permissions of a file. */
export function fileModeErrors(mode: number | undefined, field: string): FieldError[] {
  const isRight = mode === undefined || (mode >= 0 && mode <= MAX_MODE);
  return isRight ? [] : [invalidField(field, mode, MODE_TEXT)];
}
