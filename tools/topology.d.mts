export declare const PROCESSES: readonly {
  readonly name: string;
  readonly presets: Readonly<Record<string, string>>;
}[];
export declare function programOf(name: string): string;
export declare function environmentOf(
  name: string,
  given: Readonly<Record<string, string | undefined>>,
): Record<string, string>;
