import { CliError, ExitCode } from '../command';

/** Which objects a command is about. */
export interface NamedObjects {
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** Reads `--object KIND` or `--object KIND/NAME`, and `--namespace`. */
export function objectOption(object: string | undefined, namespace: string | undefined): NamedObjects {
  const [kind, name, ...rest] = object?.split('/') ?? [];
  if (kind === '' || name === '' || rest.length > 0) {
    throw new CliError(`--object: ${object} is neither KIND nor KIND/NAME`, ExitCode.Usage);
  }
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(name === undefined ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
  };
}
