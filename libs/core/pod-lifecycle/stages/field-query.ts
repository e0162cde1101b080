/** A compiled query. Nothing and null are left out of what it finds. */
export interface FieldQuery {
  /** Returns all values that it finds in an object. */
  all(subject: unknown): readonly unknown[];
  /** Returns the first of them; undefined if there is none. */
  first(subject: unknown): unknown;
  /** True for a path of names, which finds one value at most. */
  readonly isPath: boolean;
}

type Step = (values: readonly unknown[]) => unknown[];

const NAME = /^\.([A-Za-z_][A-Za-z0-9_]*)/;
const QUOTED = /^\.?(?:\["((?:[^"\\]|\\.)*)"\]|"((?:[^"\\]|\\.)*)")/;
const ELEMENT = /^\.?\[(-?[0-9]*)\]/;
const LITERAL = /^(?:"(?:[^"\\]|\\.)*"|true|false|null|-?[0-9.]+)$/;

/** Names that every object inherits: only for them the question is needed whether a field is the object's own. */
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));
const NOTHING: readonly unknown[] = [];

/**
 * Compiles the part of jq that stage files use: paths such as `.status.phase`, `.metadata.labels["a/b"]`,
 * `.spec.containers[0].name`, `.metadata.ownerReferences.[].kind`, and between pipes `select(.type == "Ready")`. Undefined
 * for anything else. A path of names only, as most are, is followed without lists.
 */
export function compileQuery(text: string): FieldQuery | undefined {
  const steps: Step[] = [];
  const names: string[] = [];
  for (const part of splitPipes(text)) {
    const read = compileSelect(part) ?? compileSteps(part, names);
    if (!read) return undefined;
    steps.push(...read);
  }
  if (steps.length === 0) return undefined;
  return names.length === steps.length ? pathQuery(names) : stepQuery(steps);
}

function pathQuery(names: readonly string[]): FieldQuery {
  const first = names.some((name) => INHERITED.has(name)) ? ownField(names) : field(names);
  const all = (subject: unknown): readonly unknown[] => {
    const value = first(subject);
    return value === undefined ? NOTHING : [value];
  };
  return { all, first, isPath: true };
}

/** Reads the value at a path of names that no object inherits: strictly faster than {@link ownField}. Most paths have two. */
function field(names: readonly string[]): FieldQuery['first'] {
  const [outer = '', inner = ''] = names;
  if (names.length === 2) {
    return (subject) => {
      const value = (subject as Readonly<Record<string, unknown>> | null | undefined)?.[outer];
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
      return (value as Readonly<Record<string, unknown>>)[inner] ?? undefined;
    };
  }
  return (subject) => {
    let value = subject;
    for (const name of names) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
      value = (value as Record<string, unknown>)[name];
    }
    return value ?? undefined;
  };
}

function ownField(names: readonly string[]): FieldQuery['first'] {
  return (subject) => {
    let value = subject;
    for (const name of names) {
      if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
        return undefined;
      value = (value as Record<string, unknown>)[name];
    }
    return value ?? undefined;
  };
}

function stepQuery(steps: readonly Step[]): FieldQuery {
  const all = (subject: unknown): unknown[] => {
    let values: unknown[] = [subject];
    for (const step of steps) values = step(values);
    return values.filter((value) => value !== undefined && value !== null);
  };
  return { all, first: (subject) => all(subject)[0], isPath: false };
}

/** Pipes inside of texts and parentheses do not count. */
function splitPipes(text: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (char === '"' && text[i - 1] !== '\\') isQuoted = !isQuoted;
    if (!isQuoted && char === '(') depth++;
    if (!isQuoted && char === ')') depth--;
    if (char === '|' && depth === 0 && !isQuoted) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim());
}

function compileSelect(part: string): Step[] | undefined {
  const comparison = readSelect(part);
  const path = comparison && compileSteps(comparison.path, []);
  if (!path) return undefined;
  const { wanted } = comparison;
  let literal: unknown;
  try {
    literal = JSON.parse(comparison.literal);
  } catch {
    return undefined;
  }
  const holds = (value: unknown): boolean => {
    let found: unknown[] = [value];
    for (const step of path) found = step(found);
    return found.some((each) => ((each ?? null) === literal) === wanted);
  };
  return [(values) => values.filter(holds)];
}

interface Comparison {
  readonly path: string;
  /** True if the values are to be equal. */
  readonly wanted: boolean;
  readonly literal: string;
}

/** Takes `select(.type == "Ready")` apart, at the first sign that has a literal behind it. */
function readSelect(part: string): Comparison | undefined {
  if (!part.startsWith('select(') || !part.endsWith(')')) return undefined;
  const inside = part.slice('select('.length, -1);
  for (const { index } of inside.matchAll(/[=!]=/g)) {
    const literal = inside.slice(index + 2).trim();
    if (LITERAL.test(literal)) return { path: inside.slice(0, index).trim(), wanted: inside[index] === '=', literal };
  }
  return undefined;
}

/** @param names gets the names of the steps that are plain fields */
function compileSteps(path: string, names: string[]): Step[] | undefined {
  const steps: Step[] = [];
  let rest = path;
  if (rest === '.') return [(values) => [...values]];
  while (rest !== '') {
    const name = NAME.exec(rest);
    const quoted = QUOTED.exec(rest);
    const element = ELEMENT.exec(rest);
    const found = name ?? quoted ?? element;
    if (!found || (steps.length === 0 && !rest.startsWith('.'))) return undefined;
    const fieldName = name ? name[1] : quoted ? unescaped(quoted[1] ?? quoted[2]!) : undefined;
    if (fieldName !== undefined) {
      names.push(fieldName);
      steps.push(fieldStep(fieldName));
    } else if (!element) return undefined;
    else if (element[1] === '') steps.push(allElements);
    else steps.push(elementAt(Number(element[1])));
    rest = rest.slice(found[0].length);
    if (rest.startsWith('?')) rest = rest.slice(1);
  }
  return steps.length > 0 ? steps : undefined;
}

function unescaped(text: string): string | undefined {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return undefined;
  }
}

function fieldStep(name: string): Step {
  return (values) =>
    values.flatMap((value) => {
      if (value === undefined || value === null) return [null];
      if (typeof value !== 'object' || Array.isArray(value)) return [];
      return [Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : null];
    });
}

const allElements: Step = (values) =>
  values.flatMap((value) => {
    if (Array.isArray(value)) return value as unknown[];
    return typeof value === 'object' && value !== null ? Object.values(value) : [];
  });

function elementAt(index: number): Step {
  return (values) => values.flatMap((value) => (Array.isArray(value) ? [value.at(index) as unknown] : []));
}
