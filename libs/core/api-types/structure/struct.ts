import type { SchemaShape } from './schema-shape';

/**
 * The shape of a value in the table of structs: `s` string, `i` int32, `l` int64, `d` double, `b` boolean, `q` quantity,
 * `t` time in seconds, `u` time in microseconds, `o` integer or string, `y` base64, `x` anything; `[` a list and `{` a map
 * of what follows, `|` the struct that follows where the value is an object, and any other value as it is; anything else is the
 * name of a struct. `shape` is not in the table: values whose type a schema of a custom kind describes.
 */
export type ValueType =
  | { readonly is: 's' | 'i' | 'l' | 'd' | 'b' | 'q' | 't' | 'u' | 'o' | 'y' | 'x' }
  | { readonly is: '[' | '{'; readonly item: ValueType }
  | { readonly is: 'struct' | '|'; readonly struct: Struct }
  | { readonly is: 'shape'; readonly shape: SchemaShape };

const NONE: ReadonlySet<string> = new Set();

/** Go's treatment of unset fields of a struct. */
export interface StructMarks {
  /**
   * Fields that Go keeps without a pointer and leaves out when they are empty: in them "", 0 and false say the same as
   * absence, and a Go client that leaves such a field unset may send them.
   */
  readonly omittedZeros?: ReadonlySet<string> | undefined;
  /** Fields that Go writes even where they are unset: structs by value, and what has no `omitempty`. */
  readonly alwaysWritten?: ReadonlySet<string> | undefined;
  /** Fields that Go writes as null where they are unset: pointers without `omitempty`. */
  readonly writtenNulls?: ReadonlySet<string> | undefined;
}

/** A named set of fields. Its field types are read when first asked for. */
export class Struct {
  readonly omittedZeros: ReadonlySet<string>;
  readonly alwaysWritten: ReadonlySet<string>;
  readonly writtenNulls: ReadonlySet<string>;
  private known: ReadonlyMap<string, ValueType> | undefined;

  constructor(
    /** As in the generated table: `V1PodSpec`. */
    readonly name: string,
    private readonly read: () => ReadonlyMap<string, ValueType>,
    { omittedZeros = NONE, alwaysWritten = NONE, writtenNulls = NONE }: StructMarks = {},
    /** The type of fields without a name in {@link fields}; undefined: there are none. */
    readonly others?: ValueType,
  ) {
    this.omittedZeros = omittedZeros;
    this.alwaysWritten = alwaysWritten;
    this.writtenNulls = writtenNulls;
  }

  get fields(): ReadonlyMap<string, ValueType> {
    return (this.known ??= this.read());
  }

  /** The type of a field; undefined for one that the struct does not have. */
  typeOf(field: string): ValueType | undefined {
    return this.fields.get(field) ?? this.others;
  }
}
