/** Result of the reference for a text: requirements as text, or the error. */
export type ReferenceVerdict = { readonly requirements: readonly string[] } | { readonly error: string };

const OPERATORS: readonly string[] = ['=', '==', '!=', 'in', 'notin', '>', '<'];
const SYMBOLS: readonly string[] = [...OPERATORS, '(', ')', ',', '!'];
const isName = (token: string | undefined): token is string =>
  token !== undefined && (!SYMBOLS.includes(token) || token === 'in' || token === 'notin');

/**
 * Parses tokens of a label selector, where every name is a valid key and value: `Parser` of apimachinery
 * pkg/labels/selector.go, the same in 1.20 and 1.34 but for the words of one error, where 1.20's stand.
 */
export function referenceSelector(tokens: readonly string[]): ReferenceVerdict {
  const rest = [...tokens];
  const requirements: string[] = [];
  try {
    for (;;) {
      if (rest.length === 0) return { requirements };
      if (!isName(rest[0]) && rest[0] !== '!') throw `found '${rest[0]}', expected: !, identifier, or 'end of string'`;
      requirements.push(requirement(rest));
      const separator = rest.shift();
      if (separator === undefined) return { requirements };
      if (separator !== ',') throw `found '${separator}', expected: ',' or 'end of string'`;
      if (!isName(rest[0]) && rest[0] !== '!') throw `found '${rest[0] ?? ''}', expected: identifier after ','`;
    }
  } catch (error) {
    if (typeof error !== 'string') throw error;
    return { error };
  }
}

function refuse(problem: string): never {
  throw `unable to parse requirement: ${problem}`;
}

function requirement(rest: string[]): string {
  const isNegated = rest[0] === '!';
  if (isNegated) rest.shift();
  const key = rest.shift();
  if (!isName(key)) refuse(`found '${key ?? ''}', expected: identifier`);
  if (isNegated) return `!${key}`;
  if (rest[0] === undefined || rest[0] === ',') return key;
  const operator = rest.shift()!;
  if (!OPERATORS.includes(operator)) refuse(`found '${operator}', expected: '=', '!=', '==', 'in', notin'`);
  if (operator === 'in' || operator === 'notin') return `${key} ${operator} (${valueSet(rest).sort().join(',')})`;
  const value = exactValue(rest);
  if ((operator === '>' || operator === '<') && !/^\d+$/.test(value)) {
    refuse("for 'Gt', 'Lt' operators, the value must be an integer");
  }
  return `${key}${operator}${value}`;
}

function exactValue(rest: string[]): string {
  if (rest[0] === undefined || rest[0] === ',') return '';
  const value = rest.shift();
  if (!isName(value)) refuse(`found '${value ?? ''}', expected: identifier`);
  return value;
}

function valueSet(rest: string[]): string[] {
  const open = rest.shift();
  if (open !== '(') refuse(`found '${open ?? ''}' expected: '('`);
  if (rest[0] === ')') {
    rest.shift();
    return [''];
  }
  if (!isName(rest[0]) && rest[0] !== ',') refuse(`found '${rest[0] ?? ''}', expected: ',', ')' or identifier`);
  const values = new Set<string>();
  for (;;) {
    const token = rest.shift();
    if (isName(token)) {
      values.add(token);
      if (rest[0] === ',') continue;
      if (rest[0] !== ')') refuse(`found '${rest[0] ?? ''}', expected: ',' or ')'`);
      break;
    }
    if (token !== ',') refuse(`found '${token ?? ''}', expected: ',', or identifier`);
    if (values.size === 0) values.add('');
    if (rest[0] === ')') {
      values.add('');
      break;
    }
    if (rest[0] === ',') {
      rest.shift();
      values.add('');
    }
  }
  rest.shift();
  return [...values];
}
