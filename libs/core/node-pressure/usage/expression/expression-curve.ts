import type { Container, Pod } from '@orrery/api-types';
import { tryParseQuantity } from '@orrery/quantity';
import { parseTimeMs, type Random } from '@orrery/time';
import type { Curve, Piece } from '../curve';
import { checkExpression } from './check-expression';
import { ExpressionFault, type Expression } from './expression-nodes';
import { readExpression } from './read-expression';

/** Pod and container whose usage an expression defines. */
export interface ExpressionSubject {
  readonly pod: Pod;
  readonly container: Container;
}

/** Context in which an expression is evaluated. */
export interface ExpressionContext {
  /** Undefined while the expression is only validated. */
  readonly subject: ExpressionSubject | undefined;
  /** Units of the curve in one of the expression's: 1000 for cpu. */
  readonly unitsPerOne: number;
  /** Chance for a place of the expression in an interval. */
  readonly random: (site: number, interval: number) => Random;
}

/** Interval between draws of `Rand()`. */
const RANDOM_INTERVAL_MS = 10_000;
const NANOS_PER_UNIT = 1e9;

/** Amount at an instant and its slope from there. */
interface Line {
  readonly value: number;
  readonly slopePerMs: number;
}

type Value = Line | string | boolean | object | undefined;

/** Curve that was read, or the reason for which it cannot be. */
export type ExpressionVerdict =
  { readonly ok: true; readonly curve: Curve } | { readonly ok: false; readonly error: string };

/**
 * Reads an amount as an expression of `pod` and `container`, in the syntax of CEL with the functions `Quantity`,
 * `pod.SinceSecond`, `UnixSecond`, `Now` and `Rand`. Without a value (a missing annotation) it is zero.
 */
export function parseExpression(text: string, context: ExpressionContext): ExpressionVerdict {
  try {
    const expression = readExpression(text);
    checkExpression(expression);
    return { ok: true, curve: new ExpressionCurve(expression, context) };
  } catch (error) {
    if (error instanceof ExpressionFault) return { ok: false, error: error.message };
    throw error;
  }
}

class ExpressionCurve implements Curve {
  constructor(
    private readonly expression: Expression,
    private readonly context: ExpressionContext,
  ) {}

  pieceAt(atMs: number): Piece {
    const evaluation = new Evaluation(this.context, atMs);
    const { unitsPerOne } = this.context;
    try {
      const { value, slopePerMs } = evaluation.line(this.expression);
      return { value: value * unitsPerOne, slopePerMs: slopePerMs * unitsPerOne, untilMs: evaluation.untilMs };
    } catch (error) {
      if (error instanceof ExpressionFault) return { value: 0, slopePerMs: 0, untilMs: evaluation.untilMs };
      throw error;
    }
  }
}

/** Evaluation of an expression; it records until when its inputs hold. */
class Evaluation {
  untilMs = Number.POSITIVE_INFINITY;

  constructor(
    private readonly context: ExpressionContext,
    private readonly atMs: number,
  ) {}

  line(expression: Expression): Line {
    const value = this.value(expression);
    if (!isLine(value)) throw new ExpressionFault('it is not a number');
    return value;
  }

  private value(expression: Expression): Value {
    switch (expression.kind) {
      case 'literal':
        return typeof expression.value === 'number' ? constant(expression.value) : expression.value;
      case 'name':
        return expression.name === 'pod' ? this.subject.pod : this.subject.container;
      case 'field':
        return fieldOf(this.value(expression.of), expression.name);
      case 'index': {
        const at = this.value(expression.at);
        return fieldOf(this.value(expression.of), isLine(at) ? String(at.value) : String(at));
      }
      case 'call':
        return this.call(expression.name, expression.values, expression.site);
      case 'not':
        return !this.condition(expression.of);
      case 'minus':
        return scaled(this.line(expression.of), -1);
      case 'choice':
        return this.value(this.condition(expression.when) ? expression.then : expression.otherwise);
      default:
        return this.binary(expression);
    }
  }

  private get subject(): ExpressionSubject {
    if (!this.context.subject) throw new ExpressionFault('it is about no pod');
    return this.context.subject;
  }

  private condition(expression: Expression): boolean {
    const value = this.value(expression);
    if (typeof value !== 'boolean') throw new ExpressionFault('it is neither true nor false');
    return value;
  }

  private call(name: string, values: readonly Expression[], site: number): Value {
    switch (name) {
      case 'Rand': {
        const interval = Math.floor(this.atMs / RANDOM_INTERVAL_MS);
        this.holdsUntil((interval + 1) * RANDOM_INTERVAL_MS);
        return constant(this.context.random(site, interval).unit());
      }
      case 'Now':
        return { value: this.atMs / 1000, slopePerMs: 1 / 1000 };
      case 'SinceSecond': {
        const createdAtMs = parseTimeMs(this.subject.pod.metadata.creationTimestamp) ?? 0;
        return { value: (this.atMs - createdAtMs) / 1000, slopePerMs: 1 / 1000 };
      }
      case 'UnixSecond':
        return secondsOf(this.value(values[0]!));
      case 'has':
        return this.has(values[0] as Extract<Expression, { kind: 'field' }>);
      case 'double':
        return this.line(values[0]!);
      default:
        return amountOf(this.value(values[0]!));
    }
  }

  private has({ of, name }: Extract<Expression, { kind: 'field' }>): boolean {
    const owner = this.value(of);
    return typeof owner === 'object' && !isLine(owner) && Object.hasOwn(owner, name);
  }

  private binary({ sign, left, right }: Extract<Expression, { kind: 'binary' }>): Value {
    switch (sign) {
      case '||':
        return this.condition(left) || this.condition(right);
      case '&&':
        return this.condition(left) && this.condition(right);
      case 'in':
        return isIn(this.value(left), this.value(right));
      default: {
        const [a, b] = [this.value(left), this.value(right)];
        if (isLine(a) && isLine(b)) return this.lines(sign, a, b);
        if (sign === '==') return a === b;
        if (sign === '!=') return a !== b;
        throw new ExpressionFault(`${sign} needs two numbers`);
      }
    }
  }

  private lines(sign: string, a: Line, b: Line): Value {
    switch (sign) {
      case '+':
        return { value: a.value + b.value, slopePerMs: a.slopePerMs + b.slopePerMs };
      case '-':
        return { value: a.value - b.value, slopePerMs: a.slopePerMs - b.slopePerMs };
      case '*':
        return a.slopePerMs === 0 ? scaled(b, a.value) : scaled(a, b.value);
      case '/':
        if (b.value === 0) throw new ExpressionFault('division by zero');
        return scaled(a, 1 / b.value);
      case '%':
        if (b.value === 0) throw new ExpressionFault('division by zero');
        return constant(a.value % b.value);
      default:
        return this.compared(sign, a, b);
    }
  }

  /** The verdict now; it may change where the lines cross. */
  private compared(sign: string, a: Line, b: Line): boolean {
    const gap = a.value - b.value;
    const slopePerMs = a.slopePerMs - b.slopePerMs;
    if (slopePerMs !== 0) {
      const crossesAtMs = this.atMs - gap / slopePerMs;
      // On the crossing itself the verdict may hold for this instant only.
      if (crossesAtMs > this.atMs) this.holdsUntil(Math.ceil(crossesAtMs));
      else if (gap === 0) this.holdsUntil(this.atMs + 1);
    }
    switch (sign) {
      case '<':
        return gap < 0;
      case '<=':
        return gap <= 0;
      case '>':
        return gap > 0;
      case '>=':
        return gap >= 0;
      case '==':
        return gap === 0;
      default:
        return gap !== 0;
    }
  }

  private holdsUntil(ms: number): void {
    if (ms > this.atMs) this.untilMs = Math.min(this.untilMs, ms);
  }
}

function isLine(value: Value): value is Line {
  return typeof value === 'object' && 'slopePerMs' in value;
}

function constant(value: number): Line {
  return { value, slopePerMs: 0 };
}

function scaled({ value, slopePerMs }: Line, by: number): Line {
  return { value: value * by, slopePerMs: slopePerMs * by };
}

function fieldOf(owner: Value, name: string): Value {
  if (typeof owner !== 'object' || isLine(owner) || !Object.hasOwn(owner, name)) {
    throw new ExpressionFault(`there is no ${name}`);
  }
  const value = (owner as Record<string, unknown>)[name];
  return typeof value === 'number' ? constant(value) : (value as Value);
}

function isIn(value: Value, owner: Value): boolean {
  const wanted = isLine(value) ? value.value : value;
  if (Array.isArray(owner)) return (owner as unknown[]).includes(wanted);
  // What has no annotations at all has not this one either.
  return typeof owner === 'object' && !isLine(owner) && Object.hasOwn(owner, String(wanted));
}

function amountOf(value: Value): Line {
  if (isLine(value)) return value;
  const verdict = typeof value === 'string' ? tryParseQuantity(value) : undefined;
  if (!verdict?.ok) throw new ExpressionFault('it is not a quantity');
  return constant(Number(verdict.quantity.nanos) / NANOS_PER_UNIT);
}

function secondsOf(value: Value): Line {
  if (isLine(value)) return value;
  const ms = typeof value === 'string' ? parseTimeMs(value) : undefined;
  if (ms === undefined) throw new ExpressionFault('it is not a time');
  return constant(ms / 1000);
}
