/** A parsed part of a template. */
export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'print'; readonly pipeline: Pipeline }
  | { readonly kind: 'set'; readonly name: string; readonly isNew: boolean; readonly pipeline: Pipeline }
  | {
      readonly kind: 'if' | 'with';
      /** The name under which the body sees the value; none if it is only the dot. */
      readonly name?: string;
      readonly pipeline: Pipeline;
      readonly body: readonly TemplateNode[];
      readonly otherwise: readonly TemplateNode[];
    }
  | {
      readonly kind: 'range';
      readonly keyName?: string;
      readonly valueName?: string;
      readonly pipeline: Pipeline;
      readonly body: readonly TemplateNode[];
      readonly otherwise: readonly TemplateNode[];
    }
  | { readonly kind: 'break' | 'continue' };

/** Commands, each of which gets what the one before came to as its last argument. */
export type Pipeline = readonly Command[];

export interface Command {
  /** The name of the function that is called; undefined for a plain value. */
  readonly call?: string;
  readonly operands: readonly Operand[];
}

export type Operand =
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'path'; readonly from: 'dot' | { readonly variable: string }; readonly fields: readonly string[] }
  | { readonly kind: 'nested'; readonly pipeline: Pipeline; readonly fields: readonly string[] }
  | { readonly kind: 'call'; readonly name: string };

/** Error of a template, or of a rendering; the reader of stage files turns it into a verdict. */
export class TemplateFault extends Error {}
