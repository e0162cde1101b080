import { setImmediate } from 'node:timers/promises';

/** So many objects of a list are worked on in one go; then other requests get their turn. */
const OBJECTS_AT_ONCE = 500;

/** Waits for the turn of others after each slice; `at` counts the objects from 0. */
export async function afterSlice(at: number): Promise<void> {
  if (at % OBJECTS_AT_ONCE === OBJECTS_AT_ONCE - 1) await setImmediate();
}

/** Returns what is made of each item; a long list does not hold up everything else. */
export async function mapInSlices<T, U>(items: readonly T[], make: (item: T) => U): Promise<U[]> {
  const made: U[] = [];
  for (let from = 0; from < items.length; from += OBJECTS_AT_ONCE) {
    if (from > 0) await setImmediate();
    for (const item of items.slice(from, from + OBJECTS_AT_ONCE)) made.push(make(item));
  }
  return made;
}

/** Returns the list in slices, for what is made of several objects together. */
export function slicesOf<T>(items: readonly T[]): (readonly T[])[] {
  const slices: (readonly T[])[] = [];
  for (let from = 0; from < items.length; from += OBJECTS_AT_ONCE)
    slices.push(items.slice(from, from + OBJECTS_AT_ONCE));
  return slices;
}
