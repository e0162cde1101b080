import type { Schema } from './schema';

/**
 * Returns the value of a text in a document that has flags of a command line: one that cannot be read stays a text,
 * which the schema then refuses. Items of a list are separated by commas.
 */
export function valueOfText(text: string, schema: Schema | undefined): unknown {
  switch (schema?.type) {
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'integer':
      return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : text;
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
    case 'list':
      return text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '');
    default:
      return text;
  }
}
