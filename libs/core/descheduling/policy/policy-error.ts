import { joined } from './label-selector-fault';

/** The reason why a policy is refused: the field, the reason, and the sentence of the real descheduler. */
export interface PolicyError {
  /** Path in the document as its author wrote it, for example `profiles[0].pluginConfig[1].args.thresholds.pods`. */
  readonly field: string;
  readonly reason: string;
  /** The profile the error is in; absent for errors of the whole document. */
  readonly profile?: string;
  /** Prefix of the reason in the one-line message. */
  readonly prefix?: string;
  /** Path of the plugin's configuration; its errors are written as one. */
  readonly plugin?: string;
  /** The profile could not be built: the real descheduler would leave it out and run the others. */
  readonly dropsProfile?: boolean;
}

/** Returns one line as the real descheduler writes it: several errors are in brackets, those of one plugin in their own. */
export function policyMessage(errors: readonly PolicyError[]): string {
  const groups = new Map<unknown, PolicyError[]>();
  for (const error of errors) {
    const of = error.plugin ?? error;
    const group = groups.get(of);
    if (group) group.push(error);
    else groups.set(of, [error]);
  }
  const lines = [...groups.values()].map(
    (group) => `${group[0]!.prefix ?? ''}${joined(group.map(({ reason }) => reason))}`,
  );
  return joined(lines);
}

/** Returns the prefix of an error of decoding, as opposed to one of validation. */
export function decodingPrefix(fileName: string): string {
  return `failed decoding descheduler's policy config "${fileName}": `;
}
