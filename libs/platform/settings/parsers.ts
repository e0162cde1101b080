import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { AUTO_RATE } from '@orrery/time';
import type { Parsed } from './setting';

type Parser<T> = (text: string) => Parsed<T>;

/** Any text. */
export const text: Parser<string> = (given) => ({ value: given });

/** Nothing, or what another parser takes. */
export function optional<T>(parse: Parser<T>): Parser<T | undefined> {
  return (given) => (given === '' ? { value: undefined } : parse(given));
}

export function wholeNumber(min: number, max: number): Parser<number> {
  return (given) => {
    const value = Number(given);
    if (given.trim() !== '' && Number.isInteger(value) && value >= min && value <= max) return { value };
    return { problem: `must be a whole number from ${min} to ${max}, not ${JSON.stringify(given)}` };
  };
}

export function oneOf<T extends string>(allowed: readonly T[]): Parser<T> {
  return (given) => {
    const value = allowed.find((candidate) => candidate === given);
    return value === undefined
      ? { problem: `must be one of ${allowed.join(', ')}, not ${JSON.stringify(given)}` }
      : { value };
  };
}

export const flag: Parser<boolean> = (given) => {
  if (given === 'true' || given === '1') return { value: true };
  if (given === 'false' || given === '0') return { value: false };
  return { problem: `must be true or false, not ${JSON.stringify(given)}` };
};

/** A path, made absolute; `~` is the home folder. */
export const path: Parser<string> = (given) => ({
  value: resolve(given === '~' || given.startsWith('~/') ? join(homedir(), given.slice(1)) : given),
});

/** Items separated by commas. */
export function listOf<T>(parse: (item: string) => T): Parser<readonly T[]> {
  const items = (given: string): string[] => given.split(',').map((item) => item.trim());
  return (given) => ({
    value: items(given)
      .filter((item) => item !== '')
      .map(parse),
  });
}

/** Some of these words, separated by commas. */
export function someOf<T extends string>(allowed: readonly T[]): Parser<readonly T[]> {
  const parse = listOf((item) => item);
  return (given) => {
    const { value = [] } = parse(given) as { value?: readonly string[] };
    const unknown = value.find((item) => !allowed.some((known) => known === item));
    return unknown === undefined
      ? { value: allowed.filter((known) => value.includes(known)) }
      : { problem: `must be some of ${allowed.join(', ')}, not ${JSON.stringify(unknown)}` };
  };
}

/** A URL of one of these protocols. The text of a wrong one is not repeated: it may hold a password. */
export function url(protocols: readonly string[]): Parser<string> {
  const expected = { problem: `must be a URL that begins with ${protocols.map((name) => `${name}//`).join(' or ')}` };
  return (given) => (URL.canParse(given) && protocols.includes(new URL(given).protocol) ? { value: given } : expected);
}

/** Clock of a new cluster; `rate` is cluster seconds per real second. */
export interface ClockSetting {
  readonly mode: 'real' | 'scaled' | 'manual' | 'auto';
  readonly rate: number;
}

const MAX_RATE = 10_000;

/** Parser of a clock: `real`, `manual`, `auto`, or a rate such as `60x`; `auto:200x` limits the rate. */
export const clock: Parser<ClockSetting> = (given) => {
  if (given === 'real' || given === 'manual') return { value: { mode: given, rate: 1 } };
  if (given === 'auto') return { value: { mode: given, rate: AUTO_RATE } };
  const [, isAuto, text] = /^(auto:)?(\d+(?:\.\d+)?)x$/.exec(given) ?? [];
  const rate = Number(text);
  if (rate > 0 && rate <= MAX_RATE) return { value: { mode: isAuto ? 'auto' : 'scaled', rate } };
  return { problem: `must be real, manual, auto or a rate such as 60x, not ${JSON.stringify(given)}` };
};
