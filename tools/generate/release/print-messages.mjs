// Prints the messages of the API types of a Go program, by `package.Struct`, as its own descriptors have them:
//   node tools/generate/release/print-messages.mjs --program FILE
// A field is `[name, number, type]`; the type is a Go kind, or the name of a struct with `[]` and `{}` around it.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readGoStructs } from './go-types.mjs';

const { values } = parseArgs({ options: { program: { type: 'string' } } });
if (!values.program) throw new TypeError('--program is missing');

const messages = {};
for (const [name, { fields }] of readGoStructs(readFileSync(values.program))) {
  if (!name.startsWith('k8s.io/api')) continue;
  messages[name] = fields.flatMap(({ tag, type }) => {
    const [, jsonName] = /json:"([^",]*)/.exec(tag) ?? [];
    const number = /protobuf:"\w+,(\d+)/.exec(tag)?.[1];
    return number === undefined || jsonName === '-' ? [] : [[jsonName, Number(number), typeText(type)]];
  });
}
process.stdout.write(JSON.stringify(messages));

function typeText({ kind, name, item }) {
  if (kind === 'pointer') return typeText(item);
  if (kind === 'slice') return item.kind === 'uint8' ? 'bytes' : `[]${typeText(item)}`;
  if (kind === 'map') return `{}${typeText(item)}`;
  return kind === 'struct' ? name : kind;
}
