/** An input that does not make sense; `field` is the path of the value at fault in the input. */
export class InputError extends Error {
  constructor(
    message: string,
    readonly field?: readonly string[],
  ) {
    super(message);
  }
}

/** Makes the error of an input that does not make sense, to be thrown. */
export function badUserInput(message: string, field?: readonly string[]): InputError {
  return new InputError(message, field);
}
