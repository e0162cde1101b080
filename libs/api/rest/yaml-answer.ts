import { jsonText, parseJson } from '@orrery/api-types';
import { stringify } from 'yaml';

/** As sigs.k8s.io/yaml writes: keys in order, lists no deeper than what holds them, lines of any length. */
const STYLE = { sortMapEntries: true, indentSeq: false, lineWidth: 0, aliasDuplicateObjects: false } as const;
/** Between so many objects of a list other requests get their turn. */
const OBJECTS_AT_ONCE = 10;

/** An answer as YAML; a list is written object by object, so that a long one does not hold up everything else. */
export async function yamlOf(body: unknown): Promise<string> {
  const { items, ...head } = (body ?? {}) as { readonly items?: unknown };
  if (!Array.isArray(items) || items.length === 0) return stringify(plain(body), STYLE);
  const rest = plain(head) as object;
  const entries = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  const before = entries.filter(([name]) => name < 'items');
  const after = entries.filter(([name]) => name > 'items');
  const parts = [...before.map(entryText), 'items:\n'];
  for (const [i, item] of items.entries()) {
    if (i % OBJECTS_AT_ONCE === OBJECTS_AT_ONCE - 1) await new Promise<void>((resolve) => setImmediate(resolve));
    parts.push(stringify([plain(item)], STYLE));
  }
  return [...parts, ...after.map(entryText)].join('');
}

/** Returns a value as JSON has it: fields that are undefined are not in YAML either. */
function plain(value: unknown): unknown {
  return parseJson(jsonText(value));
}

function entryText([name, value]: readonly [string, unknown]): string {
  return stringify({ [name]: value }, STYLE);
}
