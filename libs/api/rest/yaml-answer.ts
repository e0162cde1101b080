import { jsonText, parseJson } from '@orrery/api-types';
import { stringify } from 'yaml';

/** As sigs.k8s.io/yaml writes: keys in order, lists no deeper than what holds them, lines of any length. */
const STYLE = { sortMapEntries: true, indentSeq: false, lineWidth: 0, aliasDuplicateObjects: false } as const;
/** Between so many objects of a list other requests get their turn. */
const OBJECTS_AT_ONCE = 10;

/** An answer as YAML; a list is written object by object, so that a long one does not hold up everything else. */
export async function yamlOf(body: unknown): Promise<string> {
  // What is not in JSON (fields that are undefined) is not in YAML either.
  const plain = parseJson(jsonText(body)) as { readonly items?: unknown };
  const items = plain.items;
  if (!Array.isArray(items) || items.length === 0) return stringify(plain, STYLE);
  const { items: _items, ...rest } = plain;
  const entries = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  const before = entries.filter(([name]) => name < 'items');
  const after = entries.filter(([name]) => name > 'items');
  const parts = [...before.map(entryText), 'items:\n'];
  for (const [i, item] of items.entries()) {
    if (i % OBJECTS_AT_ONCE === OBJECTS_AT_ONCE - 1) await new Promise<void>((resolve) => setImmediate(resolve));
    parts.push(stringify([item], STYLE));
  }
  return [...parts, ...after.map(entryText)].join('');
}

function entryText([name, value]: readonly [string, unknown]): string {
  return stringify({ [name]: value }, STYLE);
}
