/** Arguments that a plugin cannot work with. `errors` are field errors with paths below `args`. */
export class PluginArgsError extends Error {
  override readonly name = 'PluginArgsError';
  constructor(readonly errors: readonly string[]) {
    super(errors.join('; '));
  }
}
