import { decode } from '@orrery/container-shell';
import type { PrintedLine } from '@orrery/pod-lifecycle';

/** Maximum lines and characters of a log; older ones are dropped, as after a rotation. */
const MAX_LINES = 10_000;
const MAX_LENGTH = 256 * 1024;

/** Output of a process, as lines with the time at which each began. */
export class PrintedText {
  private readonly kept: { readonly atMs: number; text: string }[] = [];
  private isOpen = false;
  private length = 0;

  get lines(): readonly PrintedLine[] {
    return this.kept;
  }

  add(bytes: Uint8Array, atMs: number): void {
    const text = decode(bytes).replaceAll('\r\n', '\n');
    if (text === '') return;
    const parts = text.split('\n');
    const rest = parts.pop()!;
    for (const part of rest === '' ? parts : [...parts, rest]) {
      const open = this.isOpen ? this.kept.at(-1) : undefined;
      if (open) open.text += part;
      else this.kept.push({ atMs, text: part });
      this.isOpen = false;
    }
    this.isOpen = rest !== '';
    this.length += text.length;
    while (this.kept.length > MAX_LINES || (this.length > MAX_LENGTH && this.kept.length > 1)) {
      this.length -= this.kept.shift()!.text.length + 1;
    }
  }
}
