import { structInVersion, structOfBody, type Struct, type ValueType } from '@orrery/api-types';
import { FIELD_NUMBERS } from './field-numbers.generated';
import { VERSION_MESSAGES } from './version-messages.generated';

/** A field as it travels. */
export type WireField =
  | { readonly is: 'value'; readonly name: string; readonly type: ValueType; readonly keepsZero: boolean }
  /** Embedded struct of Go: a message on the wire whose fields belong to the outer object. */
  | { readonly is: 'embedded'; readonly message: WireMessage };

/** The fields of a message by their numbers. */
export type WireMessage = ReadonlyMap<number, WireField>;

/**
 * The lines of the table by struct. `name=3` is field 3; `name=2.1` is field 1 of the embedded message in field 2; a
 * mark behind the number means that a zero is a value, not the lack of one, as with pointers in Go.
 */
const LINES = linesOf(FIELD_NUMBERS);
/** The same of structs that only a version of a kind has, which is not the stored one. */
const VERSION_LINES = linesOf(VERSION_MESSAGES);
const messages = new Map<string, WireMessage>();

/**
 * The message of a body of this version and kind: each version has its own fields and numbers. Undefined for kinds without
 * one.
 */
export function messageOfBody(apiVersion: string, kind: string): WireMessage | undefined {
  const struct = structInVersion(apiVersion, kind) ?? structOfBody(apiVersion, kind);
  return struct && wireMessage(struct);
}

/** The message that holds a struct. */
export function wireMessage(struct: Struct): WireMessage | undefined {
  const known = messages.get(struct.name);
  if (known) return known;
  const line = LINES.get(struct.name) ?? VERSION_LINES.get(struct.name);
  if (line === undefined) return undefined;
  const message = readLine(struct, line);
  messages.set(struct.name, message);
  return message;
}

function linesOf(table: string): ReadonlyMap<string, string> {
  return new Map(
    table
      .trim()
      .split('\n')
      .map((line) => {
        const space = line.indexOf(' ');
        return space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)];
      }),
  );
}

function readLine(struct: Struct, line: string): WireMessage {
  const message = new Map<number, WireField>();
  for (const entry of line.split(' ')) {
    const [, name, numbers, mark] = /^([^=]+)=([\d.]+)(!?)$/.exec(entry) ?? [];
    const type = struct.fields.get(name ?? '');
    if (!name || !numbers || !type) continue;
    const path = numbers.split('.').map(Number);
    const own = path.pop()!;
    const home = path.reduce(embeddedAt, message);
    home.set(own, { is: 'value', name, type, keepsZero: mark === '!' });
  }
  return message;
}

function embeddedAt(message: Map<number, WireField>, number: number): Map<number, WireField> {
  const known = message.get(number);
  if (known?.is === 'embedded') return known.message as Map<number, WireField>;
  const embedded = new Map<number, WireField>();
  message.set(number, { is: 'embedded', message: embedded });
  return embedded;
}
