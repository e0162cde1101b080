/** A line, and the time since the start of the run, or of the turn of its loop. */
export interface RunLine {
  readonly afterMs: number;
  readonly text: string;
}

/**
 * Limits on the kept output of a run. Alone, a run with more output does not count as a few plain commands; in its pod, the
 * limit is the size of a log, and older lines are dropped, as after a rotation.
 */
const LIMITS = {
  alone: { lines: 1000, length: 16 * 1024 },
  inPod: { lines: 10_000, length: 256 * 1024 },
};

/** Splits what a run prints into lines. */
export class RunLines {
  private lines: { afterMs: number; text: string }[] = [];
  private dropped = 0;
  private isOpen = false;
  private length = 0;

  constructor(private readonly kind: keyof typeof LIMITS) {}

  /** True if more was printed than is kept. */
  get isTooMuch(): boolean {
    const { lines, length } = LIMITS.alone;
    return this.kind === 'alone' && (this.lines.length > lines || this.length > length);
  }

  /** True if the last line has no end yet. */
  get hasOpenLine(): boolean {
    return this.isOpen;
  }

  /** Total number of lines, dropped ones included. */
  get count(): number {
    return this.dropped + this.lines.length;
  }

  get all(): readonly RunLine[] {
    return this.lines;
  }

  /** The lines up to a count of them, and those after it. */
  before(count: number): readonly RunLine[] {
    return this.lines.slice(0, Math.max(0, count - this.dropped));
  }

  after(count: number): readonly RunLine[] {
    return this.lines.slice(Math.max(0, count - this.dropped));
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
    this.dropOld();
  }

  /** Adds the lines of further turns like the last one, which printed these. */
  repeat(printed: readonly RunLine[], { turns, everyMs }: { readonly turns: number; readonly everyMs: number }): void {
    if (printed.length === 0) return;
    const kept = Math.min(turns, Math.ceil(LIMITS.inPod.lines / printed.length));
    for (let turn = turns - kept + 1; turn <= turns; turn++) {
      for (const { afterMs, text } of printed) {
        this.lines.push({ afterMs: afterMs + turn * everyMs, text });
        this.length += text.length + 1;
      }
    }
    this.dropOld();
  }

  /** The next text begins a line of its own. */
  endLine(): void {
    this.isOpen = false;
  }

  private dropOld(): void {
    if (this.kind === 'alone') return;
    const { lines, length } = LIMITS.inPod;
    if (this.lines.length <= lines && this.length <= length) return;
    let old = 0;
    // More than is needed, so that not every line moves all others.
    while (this.lines.length - old > 1 && (this.lines.length - old > 0.9 * lines || this.length > 0.9 * length)) {
      this.length -= this.lines[old++]!.text.length + 1;
    }
    this.lines = this.lines.slice(old);
    this.dropped += old;
  }
}
