import { SingleBar } from 'cli-progress';
import type { Terminal } from '../command';

/** Progress of some work. */
export interface Progress {
  /** Share from 0 to 1, if the end is known. */
  readonly share?: number;
  readonly text: string;
}

/** Delay before progress is shown: work that ends sooner shows none. */
const PATIENCE_MS = 400;
const LOOK_EVERY_MS = 250;
const BAR = '{title} {bar} {percentage}% {text}';
const LINE = '{title} {text}';

/**
 * Does some work, and meanwhile shows its progress in one line of a terminal; the line is removed afterwards. Nothing
 * is shown if the command's errors go to a file, so that scripts and logs are not affected.
 *
 * @param look returns the progress; its errors are ignored: the work itself will report the problem
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
