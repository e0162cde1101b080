import { DESCRIPTIONS } from './descriptions.generated';

/** Properties of a field besides its type. */
interface FieldDescription {
  readonly text: string;
  readonly isRequired: boolean;
}

/** Properties of a struct besides its fields' types. */
export interface StructDescription {
  /** The API package: `core.v1`, `meta.v1`, `autoscaling.v2`, … */
  readonly home: string;
  readonly text: string;
  readonly fields: ReadonlyMap<string, FieldDescription>;
}

let parsed: ReadonlyMap<string, StructDescription> | undefined;

/** The description of a struct by the name it has in the table of structs; undefined where none is known. */
export function describeStruct(name: string): StructDescription | undefined {
  return (parsed ??= parse()).get(name);
}

function parse(): ReadonlyMap<string, StructDescription> {
  const structs = new Map<string, StructDescription>();
  let fields = new Map<string, FieldDescription>();
  for (const line of DESCRIPTIONS.trim().split('\n')) {
    const heading = /^# (\w+) ([\w.]+)(?: (.*))?$/.exec(line);
    if (heading) {
      fields = new Map();
      structs.set(heading[1]!, { home: heading[2]!, text: unescape(heading[3] ?? ''), fields });
      continue;
    }
    const [, name, mark, text] = /^([^ !]+)(!?)(?: (.*))?$/.exec(line)!;
    fields.set(name!, { text: unescape(text ?? ''), isRequired: mark === '!' });
  }
  return structs;
}

/** Returns a text as it was before the generator made a line of a template of it. */
function unescape(text: string): string {
  return text.replace(/\\([n\\`$])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
}
