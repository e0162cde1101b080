import { Optional } from '@marcbachmann/cel-js';

/** `optional.of(value)`; absent for undefined. */
export function present(value: unknown): unknown {
  return Optional.of(value);
}

/** `optional.none()`. */
export function absent(): unknown {
  return Optional.none();
}
