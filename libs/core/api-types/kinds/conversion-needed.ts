/** An object is needed in a version to which only its webhook converts it; who catches this asks the webhook and tries again. */
export class ConversionNeeded extends Error {
  constructor(
    /** Asks the webhook and remembers its answer; throws what was wrong with it. */
    readonly convert: () => Promise<void>,
  ) {
    super('the object is not converted yet');
  }
}
