import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_ACTIONS } from '@orrery/actions';
import type { Fields, Schema } from '@orrery/documents';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { z } from 'zod';
import { lessonSchema } from '../../apps/console/src/lessons/lesson';

/** True if the files are written instead of compared: `npm run reference`. */
const writes = process.env['ORRERY_WRITE_REFERENCE'] === 'true';
const CONSOLE = join(__dirname, '../../apps/console');
const FILE = join(CONSOLE, 'src/model/forms/form-schemas.generated.ts');
const LESSONS = join(CONSOLE, 'lessons');
const LESSON_FILE = join(LESSONS, 'lesson.schema.json');

/** Actions for which the console has a form made of the schema of their input. */
const FORMS = ['createCluster', 'addApiFault', 'addNodes'];

/** Returns the values that a form can ask for: those of the input and of the objects in it, by path. */
function leaves(fields: Fields, required: readonly string[] = [], prefix = ''): [path: string, field: object][] {
  return Object.entries(fields).flatMap(([name, schema]): [string, object][] => {
    const path = `${prefix}${name}`;
    if (schema.fields) return prefix === '' ? leaves(schema.fields, [], `${path}.`) : [];
    return kindOf(schema) === undefined ? [] : [[path, fieldOf(schema, required.includes(name))]];
  });
}

/** The kind of a value that fits into one field of a form; undefined for objects and the like. */
function kindOf({ type, items, values }: Schema): string | undefined {
  if (values) return 'text';
  if (type === 'list') return items?.type === 'string' ? 'list' : undefined;
  return { string: 'text', integer: 'integer', number: 'number', boolean: 'flag' }[type as string];
}

function fieldOf(schema: Schema, isRequired: boolean): object {
  const { about = '', format, range, shownDefault, default: preset, values, words } = schema;
  return {
    kind: kindOf(schema),
    about,
    ...(isRequired ? { isRequired } : {}),
    ...(format === undefined ? {} : { format }),
    ...(format === undefined && range ? { min: range.min, max: range.max } : {}),
    ...(range ? { rule: range.text } : {}),
    ...(shownDefault === undefined && preset === undefined ? {} : { preset: shownDefault ?? String(preset) }),
    ...(values
      ? {
          words: Object.fromEntries(
            values.filter((word) => !words?.[word]?.formerly).map((word) => [word, words?.[word]?.about ?? '']),
          ),
        }
      : {}),
  };
}

function generated(): string {
  const actions = FORMS.map((name) => ALL_ACTIONS.find((action) => action.name === name)!);
  const schemas = actions.map(({ name, input }) => [name, Object.fromEntries(leaves(input.fields, input.required))]);
  return `// Written by \`npm run reference\` from the inputs of actions (libs/api/actions); test/architecture/console-schemas.spec.ts compares it.
/** Values that forms ask for, by action and path in its input. */
export const FORM_SCHEMAS = ${JSON.stringify(Object.fromEntries(schemas), null, 2)} as const;
`;
}

it('forms of the console have the fields of the actions; after a change of them run `npm run reference`', () => {
  if (writes) writeFileSync(FILE, generated());
  expect(readFileSync(FILE, 'utf8')).toBe(generated());
});

describe('the schema by which editors complete lessons', () => {
  const schema = z.toJSONSchema(lessonSchema, { io: 'input', target: 'draft-7' });

  it('is that of their reader; after a change of it run `npm run reference`', () => {
    if (writes) writeFileSync(LESSON_FILE, `${JSON.stringify(schema, null, 2)}\n`);
    expect(JSON.parse(readFileSync(LESSON_FILE, 'utf8'))).toEqual(schema);
  });

  it.each(readdirSync(LESSONS).filter((file) => file.endsWith('.yaml')))('is named by %s, and accepts it', (file) => {
    const text = readFileSync(join(LESSONS, file), 'utf8');
    expect(text).toMatch(/^# yaml-language-server: \$schema=lesson\.schema\.json\n/);
    const ajv = new Ajv();
    expect({ isValid: ajv.validate(schema, parse(text)), errors: ajv.errors }).toEqual({ isValid: true, errors: null });
  });

  it('refuses what the reader refuses', () => {
    const lesson = parse(readFileSync(join(LESSONS, '01-taints.yaml'), 'utf8')) as { steps: { done: unknown[] }[] };
    const accepts = new Ajv().compile(schema);
    lesson.steps[0]!.done = [{ object: { kind: 'Node' } }];
    expect(accepts(lesson)).toBe(false);
  });
});
