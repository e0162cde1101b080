import { quantityValue, tryParseQuantity } from '@orrery/quantity';
import type { ExpressionSubject } from './expression/expression-curve';

/** Meaning of the words in a curve's text. */
export interface CurveContext {
  /** Instant that times are counted from, unless the text names another. */
  readonly originMs: number;
  /** Amounts that percentages refer to, by word: `80%limit`; the empty word is the capacity. */
  readonly bases: Readonly<Record<string, number | undefined>>;
  /** Thousandths (cpu) instead of whole units. */
  readonly isMilli?: boolean;
  /** Seeds the noise. */
  readonly key: readonly (string | number)[];
  /** Start of the pod, for curves that are counted from it. */
  readonly podOriginMs?: number;
  /** Pod and container whose usage it is, for expressions. */
  readonly subject?: ExpressionSubject;
  /** Depth of this curve inside other curves. */
  readonly depth?: number;
}

/** Value that was read, or the reason for which it cannot be. */
export type Parsed<T> = { readonly value: T } | { readonly error: string };

const NANOS_PER_MILLI = 1_000_000;

/** Reads an amount: a quantity, `90%limit`, or `request×1.2`. */
export function parseAmount(text: string, { bases, isMilli }: CurveContext): Parsed<number> {
  const times = /^(request|limit) *[×x*] *([0-9.]+)$/.exec(text);
  const share = times ? [text, String(100 * Number(times[2])), times[1]!] : /^([0-9.]+)%([a-z]*)$/.exec(text);
  if (share) {
    const word = share[2]!;
    const base = Object.hasOwn(bases, word) ? bases[word] : undefined;
    if (base === undefined)
      return { error: `${text}: there is no ${word === '' ? 'capacity' : word} to take a share of` };
    return { value: (Number(share[1]) / 100) * base };
  }
  const verdict = tryParseQuantity(text);
  if (!verdict.ok || verdict.quantity.nanos < 0n) return { error: `${text}: no amount` };
  // Cpu is measured to the nanocore, everything else in whole units.
  return { value: isMilli ? Number(verdict.quantity.nanos) / NANOS_PER_MILLI : Number(quantityValue(text)) };
}
