// What is kept of the release that was taken before, where the programs and models of a release do not say it.
import { existsSync, readFileSync } from 'node:fs';

const TAGS = ['number', 'pointer', 'omitEmpty', 'patchStrategy', 'mergeKey'];
/** Fields of every kind, which have no numbers on the wire. */
const TYPE_META = ['apiVersion', 'kind'];

/** The structs of a file that may not be there. */
export function structsIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/**
 * Structs of the models alone, with the tags that the release before had: once added by hand, they do not change. Fields
 * without a number on the wire are named on the error output: they need one.
 */
export function withFormerTags(home, structs, former) {
  for (const [name, { fields }] of Object.entries(structs)) {
    for (const [field, about] of Object.entries(fields)) {
      const { type, text, required } = about;
      const known = former[name]?.fields[field];
      const tags = TAGS.flatMap((tag) => (known?.[tag] === undefined ? [] : [[tag, known[tag]]]));
      const marks = { ...(required ? { required } : {}), ...(text ? { text } : {}) };
      fields[field] = { type, ...Object.fromEntries(tags), ...marks };
      if (!known && !TYPE_META.includes(field))
        console.error(`${home.id}.${name}.${field}: add its number and tags by hand`);
    }
  }
  return structs;
}

/** Messages of a version, with those that programs of later releases have no more: their fields do not change. */
export function withFormerMessages(messages, former) {
  return Object.fromEntries(Object.entries({ ...former, ...messages }).sort(([a], [b]) => (a < b ? -1 : 1)));
}
