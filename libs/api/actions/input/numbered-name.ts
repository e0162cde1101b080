/** The names of several objects of one action. */
interface NumberedNames {
  readonly name: string;
  readonly count?: number | null | undefined;
  /** Number of the first one; 1 if absent. */
  readonly firstIndex?: number | null | undefined;
}

/** Returns the name of the i-th object: `{index}` in the name is replaced by its number; without it, the number is appended. */
export function numberedName({ name, count, firstIndex }: NumberedNames, i: number): string {
  const index = String((firstIndex ?? 1) + i);
  if (name.includes('{index}')) return name.replaceAll('{index}', index);
  return count == null ? name : `${name}-${index}`;
}
