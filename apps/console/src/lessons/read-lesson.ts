import { documentsOf } from '../editor/documents';
import { lessonSchema, type Lesson } from './lesson';

/** A number for the order of the lessons, and the id. */
const FILE_NAME = /^\d\d-([a-z][a-z0-9-]*)\.yaml$/;

/**
 * Reads a lesson from the text of a file in `apps/console/lessons`. Throws an error that names, one a line, the file, the
 * line and the field of each problem, and what would be right.
 */
export function readLesson(file: string, text: string): Lesson {
  const id = FILE_NAME.exec(file)?.[1];
  if (id === undefined) throw new Error(`${file}: the name must be two digits, "-", an id and ".yaml": 13-quotas.yaml`);
  const [document, ...others] = documentsOf(text);
  const at = (offset: number): string => `${file}:${text.slice(0, offset).split('\n').length}`;
  if (!document || others.length > 0) throw new Error(`${file}: must be one document of YAML`);
  if (document.findings.length > 0)
    throw new Error(document.findings.map(({ from, message }) => `${at(from)}: ${message}`).join('\n'));
  const { data, error } = lessonSchema.safeParse(document.body, { error: plainMessage });
  if (data) return { id, ...data };
  const problems = error.issues.map(({ path, message }) => {
    const steps = path.map(String);
    return `${at(document.rangeOf(steps).from)}: ${[...steps, ''].join('.').slice(0, -1) || 'the lesson'}: ${message}`;
  });
  throw new Error(problems.join('\n'));
}

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  number: 'a number',
  array: 'a list',
};

/** Says what a value of the wrong type must be; other problems have messages of their own. */
function plainMessage({ code, input, expected }: { code?: string; input?: unknown; expected?: string }) {
  if (code !== 'invalid_type') return undefined;
  const right = `must be ${NOUNS[expected ?? ''] ?? 'an object'}`;
  return input === undefined ? `is missing; it ${right}` : right;
}
