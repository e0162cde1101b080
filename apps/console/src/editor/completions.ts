import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { keyChoices, valueChoices, type KindSchema } from '../model/editor/schema-at';
import { yamlPlace } from '../model/editor/yaml-place';

/** Source of schemas and kinds for an editor while the user types. */
export interface SchemaSource {
  /** Returns the schema of a kind; undefined if the kind does not exist. */
  schemaOf(apiVersion: string, kind: string): Promise<KindSchema | undefined>;
  /** The kinds that there are. */
  kinds(): Promise<readonly { readonly kind: string; readonly apiVersions: readonly string[] }[]>;
}

const WORD = /^[\w./-]*$/;
const LETTER = /[\w./-]/;

/** Completes keys and values as the schema of the document's kind says. */
export async function complete(source: SchemaSource, context: CompletionContext): Promise<CompletionResult | null> {
  const place = yamlPlace(context.state.doc.toString(), context.pos);
  const from = context.pos - wordAtEnd(place.typed);
  if (!context.explicit && place.typed === '' && place.key === undefined) return null;
  const { path, names, key, apiVersion, kind, column } = place;
  if (key !== undefined && path.length === 0) {
    const offered = await headChoices(source, key, { apiVersion, kind });
    if (offered.length > 0) return { from, options: offered, validFor: WORD };
  }
  const schema = apiVersion && kind ? await source.schemaOf(apiVersion, kind) : undefined;
  if (!schema) {
    const heads = path.length === 0 && key === undefined ? ['apiVersion', 'kind', 'metadata'] : [];
    return { from, options: heads.map((label) => ({ label, apply: `${label}: ` })), validFor: WORD };
  }
  const values = valueChoices(schema, { names, path: key === undefined ? path : [...path, key] });
  // An item of a list of texts stands where a key might.
  if (key !== undefined || values.length > 0)
    return { from, options: values.map((label) => ({ label, type: 'enum' })), validFor: WORD };
  const options = keyChoices(schema, { path, names }).map((choice): Completion => ({
    label: choice.key,
    detail: choice.isRequired ? `${choice.type}, required` : choice.type,
    apply: choice.key + choice.opening(column),
    boost: choice.isRequired ? 1 : 0,
    ...(choice.text === '' ? {} : { info: choice.text }),
  }));
  return { from, options, validFor: WORD };
}

/** Kinds, and the versions of the kind that is there already. */
async function headChoices(
  source: SchemaSource,
  key: string,
  known: { readonly apiVersion: string | undefined; readonly kind: string | undefined },
): Promise<Completion[]> {
  const kinds = await source.kinds();
  if (key === 'kind') {
    return kinds
      .filter(({ apiVersions }) => known.apiVersion === undefined || apiVersions.includes(known.apiVersion))
      .map(({ kind, apiVersions }) => ({ label: kind, detail: apiVersions[0] ?? '' }));
  }
  if (key !== 'apiVersion') return [];
  const versions = kinds
    .filter(({ kind }) => known.kind === undefined || known.kind === kind)
    .flatMap(({ apiVersions }) => apiVersions);
  return [...new Set(versions)].map((label) => ({ label }));
}

/** Returns how long the word is with which a text ends. */
function wordAtEnd(text: string): number {
  return text.length - 1 - [...text].findLastIndex((letter) => !LETTER.test(letter));
}
