import type { ConfigurationError } from './configuration-error';

/** Splits a rendered field error, `path: reason`. */
export function splitFieldError(text: string): ConfigurationError {
  const colon = text.indexOf(': ');
  return colon < 0 ? { field: '', reason: text } : { field: text.slice(0, colon), reason: text.slice(colon + 2) };
}
