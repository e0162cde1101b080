import { CliError, ExitCode } from '../command';

/** Objects that a command selects. */
export interface NamedObjects {
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** Reads `--object KIND` or `--object KIND/NAME`, and `--namespace`. */
export function objectOption(object: string | undefined, namespace: string | undefined): NamedObjects {
  const [kind, ...names] = object?.split('/') ?? [];
  const name = names.length === 0 ? undefined : names.join('/');
  // A fault is named by its node and its kind.
  if (kind === '' || names.includes('') || names.length > (/^faults?$/i.test(kind ?? '') ? 2 : 1)) {
    throw new CliError(`--object: ${object} is neither KIND nor KIND/NAME`, ExitCode.Usage);
  }
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(name === undefined ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
  };
}
