import { isEqual } from '../equal-values';
import { fieldInZone } from './time-zones';

/** A function with a target before the dot. */
type Member = (target: unknown, ...args: readonly unknown[]) => unknown;

const ofText =
  (action: (text: string, ...args: readonly unknown[]) => unknown): Member =>
  (target, ...args) => {
    if (typeof target !== 'string') throw new TypeError('no such overload');
    return action(target, ...args);
  };

/**
 * Functions that the library has with other results, by name and number of arguments: it counts UTF-16 units, where cel-go counts
 * characters, knows no offsets as time zones, and changes the case of all letters (`ext/strings.go`).
 */
const MEMBERS: Readonly<Record<string, Member>> = {
  'lowerAscii/0': ofText((text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())),
  'upperAscii/0': ofText((text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())),
  'trim/0': ofText(trimmed),
  'indexOf/1': (target, item) => (Array.isArray(target) ? indexIn(target, item) : indexOf(target, item, 0n)),
  'indexOf/2': indexOf,
  'lastIndexOf/1': (target, item) =>
    Array.isArray(target) ? BigInt(target.findLastIndex((each) => isEqual(each, item))) : lastIndexOf(target, item),
  'lastIndexOf/2': lastIndexOf,
  'substring/1': ofText((text, from) => substring([...text], from, undefined)),
  'substring/2': ofText((text, from, to) => substring([...text], from, to)),
};

/** The function of this project for a member; undefined where the library's counts. */
export function memberOf(name: string, count: number): Member | undefined {
  const key = `${name}/${count}`;
  if (Object.hasOwn(MEMBERS, key)) return MEMBERS[key];
  return count === 1 ? fieldInZone(name) : undefined;
}

function trimmed(text: string): string {
  const characters = [...text];
  const isSpace = (at: number): boolean => /^\p{White_Space}$/u.test(characters.at(at) ?? '');
  let [from, to] = [0, characters.length];
  while (from < to && isSpace(from)) from++;
  while (to > from && isSpace(to - 1)) to--;
  return characters.slice(from, to).join('');
}

function indexIn(list: readonly unknown[], item: unknown): bigint {
  return BigInt(list.findIndex((each) => isEqual(each, item)));
}

function indexOf(target: unknown, part: unknown, offset: unknown): bigint {
  const [text, wanted] = texts(target, part);
  const from = numberOf(offset);
  if (part === '') return BigInt(from);
  if (from < 0) throw outOfRange(from);
  for (let at = from; at + wanted.length <= text.length; at++) if (isAt(text, wanted, at)) return BigInt(at);
  return -1n;
}

function lastIndexOf(target: unknown, part: unknown, offset?: unknown): bigint {
  const [text, wanted] = texts(target, part);
  const from = offset === undefined ? text.length : numberOf(offset);
  if (part === '') return BigInt(from);
  if (from < 0) throw outOfRange(from);
  if (offset !== undefined && from >= text.length) return -1n;
  for (let at = Math.min(from, text.length - wanted.length); at >= 0; at--) {
    if (isAt(text, wanted, at)) return BigInt(at);
  }
  return -1n;
}

function isAt(text: readonly string[], part: readonly string[], at: number): boolean {
  return part.every((character, i) => text[at + i] === character);
}

function substring(text: readonly string[], from: unknown, to: unknown): string {
  const [start, end] = [numberOf(from), to === undefined ? text.length : numberOf(to)];
  if (to !== undefined && start > end) throw new TypeError(`invalid substring range. start: ${start}, end: ${end}`);
  if (start < 0 || start > text.length) throw outOfRange(start);
  if (end < 0 || end > text.length) throw outOfRange(end);
  return text.slice(start, end).join('');
}

function texts(target: unknown, part: unknown): [string[], string[]] {
  if (typeof target !== 'string' || typeof part !== 'string') throw new TypeError('no such overload');
  return [[...target], [...part]];
}

function numberOf(value: unknown): number {
  if (typeof value !== 'bigint') throw new TypeError('no such overload');
  return Number(value);
}

function outOfRange(index: number): TypeError {
  return new TypeError(`index out of range: ${index}`);
}
