import { createHash } from 'node:crypto';
import { jsonText } from '@orrery/api-types';
import type { RecordedAnswer } from './cluster-input';
import { KeptLines, type KeptPlace } from './kept-lines';

/** The name of a question in a recording. */
export function digestOf(question: unknown): string {
  return createHash('sha256').update(jsonText(question)).digest('base64url');
}

/** Recorded answer to a request; undefined if the request was never made. */
export type Answered = { readonly value: unknown } | undefined;

/** Source of the answers from outside for a cluster that is replayed. */
export interface Answers {
  /** The next answer to a question; a promise where another process has them. */
  next(question: unknown): Answered | Promise<Answered>;
}

/** An answer as it is kept; undefined is none in JSON. */
interface KeptAnswer {
  readonly value?: unknown;
}

/**
 * Answers of a recording by their requests. The same request again gets the next recorded answer; after the last
 * answer, that one again: a client that only reads may have asked more often. Only the places of the answers are in
 * memory. The caller closes it.
 */
export class OutsideAnswers implements Answers {
  private readonly lines = new KeptLines<KeptAnswer>();
  private readonly known = new Map<string, { readonly places: KeptPlace[]; next: number }>();

  async add({ question, value }: RecordedAnswer): Promise<void> {
    const place = await this.lines.add({ value });
    const known = this.known.get(question);
    if (known) known.places.push(place);
    else this.known.set(question, { places: [place], next: 0 });
  }

  /** Ends the adding; called after the last one. */
  async complete(): Promise<void> {
    await this.lines.complete();
  }

  next(question: unknown): Answered {
    return this.nextOf(digestOf(question));
  }

  /** The next answer to the question of a digest. */
  nextOf(digest: string): Answered {
    const known = this.known.get(digest);
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
