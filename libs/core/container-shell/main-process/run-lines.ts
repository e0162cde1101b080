/** A line, and the time since the start of the run, or of the turn of its loop. */
export interface RunLine {
  readonly afterMs: number;
  readonly text: string;
}

/** More lines than these are no longer those of a few plain commands. */
const MAX_LINES = 1000;
const MAX_LENGTH = 16 * 1024;

/** Splits what a run prints into lines. */
export class RunLines {
  private readonly lines: { afterMs: number; text: string }[] = [];
  private isOpen = false;
  private length = 0;

  /** Whether more was printed than is kept. */
  get isTooMuch(): boolean {
    return this.lines.length > MAX_LINES || this.length > MAX_LENGTH;
  }

  /** Whether the last line has no end yet. */
  get hasOpenLine(): boolean {
    return this.isOpen;
  }

  get count(): number {
    return this.lines.length;
  }

  get all(): readonly RunLine[] {
    return this.lines;
  }

  add(text: string, afterMs: number): void {
    this.length += text.length;
    if (this.isTooMuch) return;
    const parts = text.split('\n');
    const rest = parts.pop()!;
    for (const [index, part] of [...parts, ...(rest === '' ? [] : [rest])].entries()) {
      if (index === 0 && this.isOpen) this.lines.at(-1)!.text += part;
      else this.lines.push({ afterMs, text: part });
    }
    if (text !== '') this.isOpen = rest !== '';
  }

  /** The next text begins a line of its own. */
  endLine(): void {
    this.isOpen = false;
  }
}
