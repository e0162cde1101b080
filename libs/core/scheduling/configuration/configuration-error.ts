/** Error in one field of a configuration; `field` is empty where the text as a whole is wrong. */
export interface ConfigurationError {
  readonly field: string;
  readonly reason: string;
}
