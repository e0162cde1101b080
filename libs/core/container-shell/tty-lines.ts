import { encode } from './process';

/** Effect of keys that are pressed on a terminal. */
export interface Typed {
  /** Text that the terminal shows. */
  readonly echo: string;
  /** Lines that are complete, with their ends. */
  readonly lines: readonly Uint8Array[];
  readonly isInterrupted: boolean;
  readonly isEnded: boolean;
}

const INTERRUPT = '\u0003';
const END_OF_INPUT = '\u0004';
const BACKSPACES = new Set(['\u007f', '\b']);
const MAX_LINE = 4096;

/** The line discipline of a terminal: clients send every key, programs read lines. */
export class TtyLines {
  private line = '';
  private readonly decoder = new TextDecoder();

  take(bytes: Uint8Array): Typed {
    let echo = '';
    const lines: Uint8Array[] = [];
    let isInterrupted = false;
    let isEnded = false;
    for (const key of this.decoder.decode(bytes, { stream: true })) {
      if (key === '\r' || key === '\n') {
        echo += '\r\n';
        lines.push(encode(`${this.line}\n`));
        this.line = '';
      } else if (key === INTERRUPT) {
        echo += '^C\r\n';
        this.line = '';
        isInterrupted = true;
      } else if (key === END_OF_INPUT) {
        if (this.line === '') isEnded = true;
      } else if (BACKSPACES.has(key)) {
        if (this.line !== '') echo += '\b \b';
        this.line = [...this.line].slice(0, -1).join('');
      } else if (key >= ' ' && this.line.length < MAX_LINE) {
        echo += key;
        this.line += key;
      }
    }
    return { echo, lines, isInterrupted, isEnded };
  }
}
