/** What is wrong with one field of a configuration; `field` is empty where the text as a whole is meant. */
export interface ConfigurationError {
  readonly field: string;
  readonly reason: string;
}
