import { SingleBar } from 'cli-progress';
import type { Terminal } from '../command';

/** How far some work is. */
export interface Progress {
  /** From 0 to 1, where the end is known. */
  readonly share?: number;
  readonly text: string;
}

/** Work that may be over before anybody would look at its progress shows none. */
const PATIENCE_MS = 400;
const LOOK_EVERY_MS = 250;
const BAR = '{title} {bar} {percentage}% {text}';
const LINE = '{title} {text}';

/**
 * Does some work, and meanwhile shows in one line of a terminal how far it is; the line is gone afterwards. Where the errors
 * of the command go to a file nothing is shown, so that scripts and logs have no part in it.
 *
 * @param look tells how far it is; what it throws is passed over: the work itself will say what is wrong
 */
export async function withProgress<T>(
  { progress: stream }: Pick<Terminal, 'progress'>,
  title: string,
  look: () => Progress | Promise<Progress>,
  work: () => Promise<T>,
): Promise<T> {
  if (!stream) return work();
  const line = new ProgressLine(stream, title, look);
  try {
    return await work();
  } finally {
    line.end();
  }
}

/** The seconds since now, for work of which nothing else is known. */
export function elapsed(): () => Progress {
  const startMs = performance.now();
  return () => ({ text: `${Math.round((performance.now() - startMs) / 1000)} s` });
}

class ProgressLine {
  private bar: SingleBar | undefined;
  private hasEnded = false;
  private timer: NodeJS.Timeout;

  constructor(
    private readonly stream: NodeJS.WritableStream,
    private readonly title: string,
    private readonly look: () => Progress | Promise<Progress>,
  ) {
    this.timer = setTimeout(() => void this.show(), PATIENCE_MS);
  }

  end(): void {
    this.hasEnded = true;
    clearTimeout(this.timer);
    this.bar?.stop();
  }

  private async show(): Promise<void> {
    const progress = await Promise.resolve()
      .then(() => this.look())
      .catch(() => undefined);
    if (this.hasEnded) return;
    if (progress) this.draw(progress);
    this.timer = setTimeout(() => void this.show(), LOOK_EVERY_MS);
  }

  private draw({ share, text }: Progress): void {
    const payload = { title: this.title, text };
    if (!this.bar) {
      const format = share === undefined ? LINE : BAR;
      this.bar = new SingleBar({ stream: this.stream, format, clearOnComplete: true, hideCursor: true, barsize: 24 });
      this.bar.start(1, 0, payload);
    }
    this.bar.update(share ?? 0, payload);
  }
}
