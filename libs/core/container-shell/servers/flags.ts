/** Arguments of a server, as its command line has them. */
export type Flags = readonly string[];

/** Returns whether a server is given a certificate. */
export function isTls(flags: Flags): boolean {
  return flags.some((flag) => /^--?tls-cert-file/.test(flag));
}

/** The values of flags by name, for those that are written with `=`. */
export function valuesOf(flags: Flags): Readonly<Record<string, string>> {
  return Object.fromEntries(
    flags.map((flag) => {
      const [name = '', ...value] = flag.replace(/^--?/, '').split('=');
      return [name, value.join('=')];
    }),
  );
}

/** Returns the port that a flag names; undefined without one. */
export function portIn(flags: Flags, name: string): number | undefined {
  const text = textIn(flags, name) ?? '';
  return /^\d{1,5}$/.test(text) ? Number(text) : undefined;
}

/** Returns the value of a flag, written with `=` or as the next argument; empty if it has none, undefined without the flag. */
export function textIn(flags: Flags, name: string): string | undefined {
  const at = flags.findIndex((flag) => flag.replace(/^--?/, '').split('=')[0] === name);
  if (at < 0) return undefined;
  return flags[at]!.includes('=') ? flags[at]!.slice(flags[at]!.indexOf('=') + 1) : (flags[at + 1] ?? '');
}
