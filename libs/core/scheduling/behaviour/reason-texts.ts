import type { MessageGeneration } from './behaviour';

/** A reason that the guide gives by the predicate's name, and every later generation in the same words. */
export function reasonTexts(predicate: string, text: string): Readonly<Record<MessageGeneration, string>> {
  return { '1.8': predicate, '1.11': text, '1.20': text, '1.32': text };
}
