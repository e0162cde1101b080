import { parseDurationMs } from '@orrery/time';
import { InvalidArgumentError } from 'commander';

/** Reads a whole number that is not negative; the parser names the option in its error. */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}

/** Reads a number above 0. */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('Give a number above 0.');
}

/** Reads a number. */
export function anyNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('Give a number.');
}

/** Reads `a=1,b=2`, for an option that may be repeated. */
export function pairs(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const entries = nameList(text).map((pair) => {
    const equals = pair.indexOf('=');
    return equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
  });
  return { ...before, ...(Object.fromEntries(entries) as Record<string, string>) };
}

/** Reads names that are separated by commas, for an option that may be repeated. */
export function nameList(text: string, before: readonly string[] = []): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  return [...before, ...names.filter((name) => name !== '')];
}

/** Reads a duration as it is sent to the server. */
export function duration(text: string): string {
  if (parseDurationMs(text) === undefined) throw new InvalidArgumentError('Give a duration such as 90s or 1h30m.');
  return text;
}
