import { parseDurationMs } from '@orrery/time';
import type { HttpRule } from '@orrery/container-shell';
import type { CommandBehaviour, HttpBehaviour, LogBehaviour } from './container-behaviour';

/** A line that a container prints. */
export interface PrintedLine {
  readonly atMs: number;
  readonly text: string;
}

/** Period in which a container prints, as cluster time in ms. */
export interface PrintedTime {
  readonly startedAtMs: number;
  readonly untilMs: number;
}

/** A log holds no more lines of one kind; older ones are gone, as after a rotation. */
const MAX_LINES = 10_000;

/** The commands of the annotation; none if it cannot be read. */
export function commandsIn(annotation: string | undefined): readonly CommandBehaviour[] {
  return listIn<CommandBehaviour>(annotation).filter(({ command }) => typeof command === 'string');
}

const HEADER_NAME = /^[-!#$%&'*+.^_`|~0-9a-zA-Z]+$/;

/** Returns the answers of the annotation; none if it cannot be read. Fields of another type than they should have are left out. */
export function httpRulesIn(annotation: string | undefined): readonly HttpRule[] {
  return listIn<HttpBehaviour>(annotation).map(({ path, port, status, headers, body, after }) => ({
    ...(typeof path === 'string' ? { path } : {}),
    ...(typeof port === 'number' ? { port } : {}),
    ...(Number.isInteger(status) && status! >= 200 && status! <= 599 ? { status: status! } : {}),
    ...(headers && typeof headers === 'object' ? { headers: headersIn(headers) } : {}),
    ...(typeof body === 'string' ? { body } : {}),
    afterMs: (typeof after === 'string' ? parseDurationMs(after) : undefined) ?? 0,
  }));
}

/** Returns whether HTTP can carry a value in a header. */
export function isHeaderText(value: unknown): value is string {
  return typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

function headersIn(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      (pair): pair is [string, string] => HEADER_NAME.test(pair[0]) && isHeaderText(pair[1]),
    ),
  );
}

/** The lines that the annotation says, in their order; undefined if there is none that can be read. */
export function printedLines(annotation: string | undefined, time: PrintedTime): PrintedLine[] | undefined {
  if (annotation === undefined) return undefined;
  const lines = listIn<LogBehaviour>(annotation).flatMap((each) => linesOf(each, time));
  return lines.sort((a, b) => a.atMs - b.atMs);
}

/** Returns the time of the next line after `untilMs`; undefined if there is none. */
export function nextPrintedMs(
  annotation: string | undefined,
  { startedAtMs, untilMs }: PrintedTime,
): number | undefined {
  const next = listIn<LogBehaviour>(annotation).map(({ after, every }) => {
    const firstMs = startedAtMs + (parseDurationMs(after ?? '0s') ?? 0);
    if (firstMs > untilMs) return firstMs;
    const periodMs = every === undefined ? 0 : (parseDurationMs(every) ?? 0);
    return periodMs < 1 ? Infinity : firstMs + (Math.floor((untilMs - firstMs) / periodMs) + 1) * periodMs;
  });
  const earliest = Math.min(...next);
  return Number.isFinite(earliest) ? earliest : undefined;
}

function linesOf({ text, after, every }: LogBehaviour, { startedAtMs, untilMs }: PrintedTime): PrintedLine[] {
  const firstMs = startedAtMs + (parseDurationMs(after ?? '0s') ?? 0);
  if (typeof text !== 'string' || firstMs > untilMs) return [];
  const periodMs = every === undefined ? undefined : parseDurationMs(every);
  const count = periodMs === undefined || periodMs < 1 ? 1 : Math.floor((untilMs - firstMs) / periodMs) + 1;
  const skipped = Math.max(0, count - MAX_LINES);
  return Array.from({ length: count - skipped }, (_, index) => ({
    atMs: firstMs + (skipped + index) * (periodMs ?? 0),
    text,
  }));
}

function listIn<T extends object>(annotation: string | undefined): readonly T[] {
  if (annotation === undefined) return [];
  try {
    const value: unknown = JSON.parse(annotation);
    return Array.isArray(value) ? value.filter((each): each is T => typeof each === 'object' && each !== null) : [];
  } catch {
    return [];
  }
}
