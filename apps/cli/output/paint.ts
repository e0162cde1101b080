import type { Terminal } from '../command';

export type Paint = (text: string) => string;

/** Colours where they are welcome, plain text elsewhere. */
export interface Paints {
  readonly good: Paint;
  readonly bad: Paint;
  readonly faint: Paint;
  readonly strong: Paint;
}

export function paintsFor({ isColoured }: Pick<Terminal, 'isColoured'>): Paints {
  const paint = (code: number): Paint => (isColoured ? (text) => `\u001b[${code}m${text}\u001b[0m` : (text) => text);
  return { good: paint(32), bad: paint(31), faint: paint(2), strong: paint(1) };
}
