import { Environment } from '@marcbachmann/cel-js';

let read: ((values: { readonly text: string }) => unknown) | undefined;

/** A duration such as `1h30m` as expressions have it; undefined for texts that are none. The library does not export its class. */
export function durationValue(text: string): unknown {
  read ??= new Environment().registerVariable('text', 'string').parse('duration(text)');
  try {
    return read({ text });
  } catch {
    return undefined;
  }
}
