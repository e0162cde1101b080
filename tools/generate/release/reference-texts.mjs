// What fields are for whose type is another struct: the models of @kubernetes/client-node lose these texts, the
// declarations of kubernetes-models have them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainText } from './client-models.mjs';

/** The texts of the fields of one struct, by their names; none if the package does not have the struct. */
export function referenceTexts(folder, { groupName, version, name }) {
  const file = join(folder, groupName, version, `${name}.d.ts`);
  if (!existsSync(file)) return new Map();
  const body = /export interface I\w+ (?:extends \w+ )?\{\n([^]*?)^\}/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  const property = /(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\s*)?^ {4}"([^"]+)"\??: /gm;
  return new Map([...body.matchAll(property)].map(([, doc = '', field]) => [field, withoutEnumValues(plainText(doc))]));
}

/** The lists of enum values that kubernetes-models has in its texts are not in the models of the client library. */
function withoutEnumValues(text) {
  return text.split(/\n\s*\n?Possible enum values:/)[0].trim();
}
