import { ExpressionFault, type Expression } from './expression-nodes';

/** The number of values that each function takes. */
const FUNCTIONS: Readonly<Record<string, number>> = {
  Quantity: 1,
  SinceSecond: 1,
  UnixSecond: 1,
  Now: 0,
  Rand: 0,
  has: 1,
  double: 1,
};
/** Names that an expression can use. */
const NAMES = ['pod', 'container'];

/**
 * Throws an {@link ExpressionFault} for what can be no amount over time that is straight by stretches: unknown names and
 * functions, and time multiplied by time or divided by.
 */
export function checkExpression(expression: Expression): void {
  degreeOf(expression);
}

/** 0 for what is the same at all times, 1 for what follows time in a straight line. */
function degreeOf(expression: Expression): number {
  switch (expression.kind) {
    case 'literal':
      return 0;
    case 'name':
      if (NAMES.includes(expression.name)) return 0;
      throw new ExpressionFault(`there is no ${expression.name}; there are ${NAMES.join(', ')}`);
    case 'field':
    case 'not':
    case 'minus':
      return degreeOf(expression.of);
    case 'index':
      return Math.max(degreeOf(expression.of), degreeOf(expression.at));
    case 'call':
      return degreeOfCall(expression);
    case 'choice':
      degreeOf(expression.when);
      return Math.max(degreeOf(expression.then), degreeOf(expression.otherwise));
    default:
      return degreeOfBinary(expression);
  }
}

function degreeOfCall({ name, values }: Extract<Expression, { kind: 'call' }>): number {
  const count = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name]! : undefined;
  if (count === undefined) {
    throw new ExpressionFault(`there is no function ${name}; there are ${Object.keys(FUNCTIONS).join(', ')}`);
  }
  if (values.length !== count) throw new ExpressionFault(`${name} takes ${count} value${count === 1 ? '' : 's'}`);
  const degree = Math.max(0, ...values.map(degreeOf));
  if (name === 'has' && values[0]!.kind !== 'field') throw new ExpressionFault('has takes a field');
  if (name === 'SinceSecond' && !(values[0]!.kind === 'name' && values[0]!.name === 'pod')) {
    throw new ExpressionFault('SinceSecond takes pod');
  }
  return name === 'SinceSecond' || name === 'Now' ? 1 : degree;
}

function degreeOfBinary({ sign, left, right }: Extract<Expression, { kind: 'binary' }>): number {
  const [a, b] = [degreeOf(left), degreeOf(right)];
  if (sign === '*' && a + b > 1) throw new ExpressionFault('time cannot be multiplied by time');
  if ((sign === '/' || sign === '%') && b > 0) throw new ExpressionFault(`nothing can be divided by time (${sign})`);
  if (sign === '%' && a > 0) throw new ExpressionFault('time has no remainder (%)');
  if (sign === '+' || sign === '-') return Math.max(a, b);
  return sign === '*' || sign === '/' ? Math.max(a, b) : 0;
}
