import { ALWAYS_WRITTEN, WRITTEN_NULLS } from './always-written.generated';
import { OMITTED_ZEROS } from './omitted-zeros.generated';
import { Struct, type ValueType } from './struct';
import { STRUCT_OF_BODY, STRUCTS, VERSION_BODIES, VERSION_STRUCTS } from './structs.generated';

export { Struct, type ValueType } from './struct';

const ZEROS = readNames(OMITTED_ZEROS);
const WRITTEN = readNames(ALWAYS_WRITTEN);
const NULLS = readNames(WRITTEN_NULLS);

const ALL = readStructs(STRUCTS, structNamed);
/** Structs that only a version has which is not the stored one of its kind. */
const OF_VERSIONS = readStructs(VERSION_STRUCTS, (name) => OF_VERSIONS.get(name) ?? structNamed(name));

function readStructs(table: string, find: (name: string) => Struct | undefined): ReadonlyMap<string, Struct> {
  return new Map(
    table
      .trim()
      .split('\n')
      .map((line) => {
        const space = line.indexOf(' ');
        const name = line.slice(0, space);
        const marks = {
          omittedZeros: ZEROS.get(name),
          alwaysWritten: WRITTEN.get(name),
          writtenNulls: NULLS.get(name),
        };
        return [name, new Struct(name, () => readFields(line.slice(space + 1), find), marks)] as const;
      }),
  );
}

/** The names of such structs by `version kind` of a body. */
const VERSION_OF_BODY: ReadonlyMap<string, string> = new Map(
  VERSION_BODIES.trim()
    .split('\n')
    .map((line) => {
      const space = line.indexOf(' ');
      return [line.slice(space + 1), line.slice(0, space)] as const;
    }),
);

/** The struct of a body in a version whose fields are not those of the stored version; undefined for all others. */
export function structInVersion(apiVersion: string, kind: string): Struct | undefined {
  const name = VERSION_OF_BODY.get(`${apiVersion} ${kind}`);
  return name === undefined ? undefined : OF_VERSIONS.get(name);
}

/** Returns the struct of a body by its group and kind; `*` matches any group. */
export function structIn(group: string, kind: string): Struct | undefined {
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

/** Sets of field names by the name that begins each line of a table. */
export function readNames(table: string): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    table
      .trim()
      .split('\n')
      .map((line) => {
        const [name = '', ...fields] = line.split(' ');
        return [name, new Set(fields)] as const;
      }),
  );
}

function readFields(line: string, find: (name: string) => Struct | undefined): ReadonlyMap<string, ValueType> {
  return new Map(
    line.split(' ').map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon), readType(field.slice(colon + 1), find)] as const;
    }),
  );
}

/** A type as the tables write it; `find` knows the structs that it may name, those of {@link STRUCTS} if left out. */
export function readType(text: string, find: (name: string) => Struct | undefined = structNamed): ValueType {
  if (text[0] === '[' || text[0] === '{') return { is: text[0], item: readType(text.slice(1), find) };
  if (text.length === 1) return { is: text as 's' };
  if (text[0] === '|') return { is: '|', struct: find(text.slice(1))! };
  return { is: 'struct', struct: find(text)! };
}

/** The type in Go's words, as decoding errors name it. */
export function goTypeName(type: ValueType): string {
  switch (type.is) {
    case '[':
      return `[]${goTypeName(type.item)}`;
    case '{':
      return `map[string]${goTypeName(type.item)}`;
    case 'struct':
    case '|':
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
  return struct.name.replace(
    /^(?:Admissionregistration|Apiextensions|Core|Events|Discovery|Rbac|Storage|Authentication)?V[12](?:beta1)?(?=[A-Z])/,
    '',
  );
}
