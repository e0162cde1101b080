import { createHash } from 'node:crypto';
import { jsonText } from '@orrery/api-types';
import type { RecordedAnswer } from './cluster-input';
import { KeptLines, type KeptPlace } from './kept-lines';

/** The name of a question in a recording. */
export function digestOf(question: unknown): string {
  return createHash('sha256').update(jsonText(question)).digest('base64url');
}

/** An answer as it is kept; undefined is none in JSON. */
interface KeptAnswer {
  readonly value?: unknown;
}

/**
 * The answers of a recording by their questions. Who asks the same again gets what was answered then; after the last answer, that
 * one again: a client who only looks may have asked more often. In memory are the places of the answers alone. To be closed.
 */
export class OutsideAnswers {
  private readonly lines = new KeptLines<KeptAnswer>();
  private readonly known = new Map<string, { readonly places: KeptPlace[]; next: number }>();

  async add({ question, value }: RecordedAnswer): Promise<void> {
    const place = await this.lines.add({ value });
    const known = this.known.get(question);
    if (known) known.places.push(place);
    else this.known.set(question, { places: [place], next: 0 });
  }

  /** To be called when all were added. */
  async complete(): Promise<void> {
    await this.lines.complete();
  }

  /** The next answer to a question; undefined if it was never asked. */
  next(question: unknown): { readonly value: unknown } | undefined {
    const known = this.known.get(digestOf(question));
    if (!known) return undefined;
    const place = known.places[known.next]!;
    known.next = Math.min(known.next + 1, known.places.length - 1);
    const { value } = this.lines.at(place);
    return { value };
  }

  async close(): Promise<void> {
    this.known.clear();
    await this.lines.close();
  }
}
