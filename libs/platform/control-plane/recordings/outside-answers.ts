import { createHash } from 'node:crypto';
import { jsonText } from '@orrery/api-types';
import type { RecordedAnswer } from './cluster-input';

/** The name of a question in a recording. */
export function digestOf(question: unknown): string {
  return createHash('sha256').update(jsonText(question)).digest('base64url');
}

/**
 * The answers of a recording by their questions. Who asks the same again gets what was answered then; after the last answer, that
 * one again: a client who only looks may have asked more often.
 */
export class OutsideAnswers {
  private readonly known = new Map<string, { readonly values: unknown[]; next: number }>();

  constructor(answers: Iterable<RecordedAnswer>) {
    for (const { question, value } of answers) {
      const known = this.known.get(question);
      if (known) known.values.push(value);
      else this.known.set(question, { values: [value], next: 0 });
    }
  }

  /** The next answer to a question; undefined if it was never asked. */
  next(question: unknown): { readonly value: unknown } | undefined {
    const known = this.known.get(digestOf(question));
    if (!known) return undefined;
    const value = known.values[known.next];
    known.next = Math.min(known.next + 1, known.values.length - 1);
    return { value };
  }
}
