import { PluginArgsError } from '../../framework/plugin-args-error';

/** Label keys that nodes must, or must not, have, and those that score. Values never matter. */
export interface NodeLabelArgs {
  readonly presentLabels: readonly string[];
  readonly absentLabels: readonly string[];
  readonly presentLabelsPreference: readonly string[];
  readonly absentLabelsPreference: readonly string[];
}

/** Reads the arguments of NodeLabel; a key wanted both present and absent is refused. */
export function readNodeLabelArgs(args: unknown): NodeLabelArgs {
  const raw = (args ?? {}) as Partial<NodeLabelArgs>;
  const read: NodeLabelArgs = {
    presentLabels: raw.presentLabels ?? [],
    absentLabels: raw.absentLabels ?? [],
    presentLabelsPreference: raw.presentLabelsPreference ?? [],
    absentLabelsPreference: raw.absentLabelsPreference ?? [],
  };
  const errors = [
    ...conflicts('absentLabels', read.presentLabels, read.absentLabels),
    ...conflicts('absentLabelsPreference', read.presentLabelsPreference, read.absentLabelsPreference),
  ];
  if (errors.length > 0) throw new PluginArgsError(errors);
  return read;
}

function conflicts(field: string, present: readonly string[], absent: readonly string[]): string[] {
  return absent.flatMap((label, i) =>
    present.includes(label)
      ? [`${field}[${i}]: Invalid value: "${label}": exists in both the present and the absent label list`]
      : [],
  );
}
