import { OMITTED_ZEROS } from './omitted-zeros.generated';
import { groupOf, type KindInfo } from '../kinds/kind-info';
import { kindByGvk } from '../kinds/registry';
import { STRUCT_OF_BODY, STRUCTS } from './structs.generated';

/**
 * The shape of a value in the table of structs: `s` string, `i` int32, `l` int64, `d` double, `b` boolean, `q` quantity,
 * `t` time in seconds, `u` time in microseconds, `o` integer or string, `y` base64, `x` anything; `[` a list and `{` a map
 * of what follows; anything else is the name of a struct.
 */
export type ValueType =
  | { readonly is: 's' | 'i' | 'l' | 'd' | 'b' | 'q' | 't' | 'u' | 'o' | 'y' | 'x' }
  | { readonly is: '[' | '{'; readonly item: ValueType }
  | { readonly is: 'struct'; readonly struct: Struct };

/** A named set of fields. Its field types are read when first asked for. */
export class Struct {
  private known: ReadonlyMap<string, ValueType> | undefined;

  constructor(
    /** As in the generated table: `V1PodSpec`. */
    readonly name: string,
    private readonly line: string,
    /**
     * Fields that Go keeps without a pointer and leaves out when they are empty: in them "", 0 and false say the same as
     * absence, and a Go client that leaves such a field unset may send them.
     */
    readonly omittedZeros: ReadonlySet<string>,
  ) {}

  get fields(): ReadonlyMap<string, ValueType> {
    return (this.known ??= new Map(
      this.line.split(' ').map((field) => {
        const colon = field.indexOf(':');
        return [field.slice(0, colon), readType(field.slice(colon + 1))] as const;
      }),
    ));
  }
}

const ZEROS = new Map(
  OMITTED_ZEROS.trim()
    .split('\n')
    .map((line) => {
      const [name = '', ...fields] = line.split(' ');
      return [name, new Set(fields)] as const;
    }),
);
const NONE: ReadonlySet<string> = new Set();

const ALL = new Map(
  STRUCTS.trim()
    .split('\n')
    .map((line) => {
      const space = line.indexOf(' ');
      const name = line.slice(0, space);
      return [name, new Struct(name, line.slice(space + 1), ZEROS.get(name) ?? NONE)] as const;
    }),
);

const ofKinds = new WeakMap<KindInfo, Struct | undefined>();

/** The struct of a kind's storage version; undefined for kinds whose bodies are not read (metrics). */
export function structOfKind(kind: KindInfo): Struct | undefined {
  if (!ofKinds.has(kind)) ofKinds.set(kind, structIn(kind.group, kind.kind));
  return ofKinds.get(kind);
}

/**
 * The struct of a body of this version and kind, be it a resource, what a subresource takes, or a body of all groups such
 * as DeleteOptions; undefined for unknown ones.
 */
export function structOfBody(apiVersion: string, kind: string): Struct | undefined {
  const known = kindByGvk(apiVersion, kind);
  return known ? structOfKind(known) : (structIn(groupOf(apiVersion), kind) ?? structIn('*', kind));
}

function structIn(group: string, kind: string): Struct | undefined {
  const body = `${group} ${kind}`;
  return Object.hasOwn(STRUCT_OF_BODY, body) ? ALL.get(STRUCT_OF_BODY[body]!) : undefined;
}

/** The struct of this name in the table: `V1PodSpec`; undefined for unknown ones. */
export function structNamed(name: string): Struct | undefined {
  return ALL.get(name);
}

/** The names of all structs. */
export function structNames(): readonly string[] {
  return [...ALL.keys()];
}

function readType(text: string): ValueType {
  if (text[0] === '[' || text[0] === '{') return { is: text[0], item: readType(text.slice(1)) };
  if (text.length === 1) return { is: text as 's' };
  return { is: 'struct', struct: ALL.get(text)! };
}

/** The type in Go's words, as decoding errors name it. */
export function goTypeName(type: ValueType): string {
  switch (type.is) {
    case '[':
      return `[]${goTypeName(type.item)}`;
    case '{':
      return `map[string]${goTypeName(type.item)}`;
    case 'struct':
      return `v1.${goStructName(type.struct)}`;
    case 'i':
      return 'int32';
    case 'l':
      return 'int64';
    case 'd':
      return 'float64';
    case 'b':
      return 'bool';
    default:
      return 'string';
  }
}

/** `V1PodSpec` is `PodSpec` in Go. */
export function goStructName(struct: Struct): string {
  return struct.name.replace(/^(?:Core|Events|Discovery|Rbac|Storage|Authentication)?V[12](?:beta1)?(?=[A-Z])/, '');
}
