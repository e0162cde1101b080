import { readType, splitTypes, type CelType } from './cel-type';
import { LIBRARIES } from './libraries';
import { NAMESPACES } from './macros';

/** One form of a function or of an operator. */
export interface Overload {
  /** True if the first argument is before the dot. */
  readonly isMember: boolean;
  readonly args: readonly CelType[];
  readonly result: CelType;
}

/** The forms of all functions and operators, by name; operators are called as in messages of cel-go: `_+_`. */
export type Declarations = ReadonlyMap<string, readonly Overload[]>;

const known = new Map<number, Declarations>();

/** Returns the functions that expressions of a minor release of Kubernetes may call. */
export function declarationsOf(release: number): Declarations {
  const before = known.get(release);
  if (before) return before;
  const found = new Map<string, Overload[]>();
  for (const { since, signatures } of LIBRARIES) {
    if (since > release) continue;
    for (const signature of signatures) {
      const { name, overload } = readSignature(signature);
      found.set(name, [...(found.get(name) ?? []), overload]);
    }
  }
  known.set(release, found);
  return found;
}

/** With names for values, `cel.bind(name, value, expression)`, which selectors of devices may have (`ext/bindings.go` of cel-go). */
export function withBindings(declarations: Declarations): Declarations {
  const { name, overload } = readSignature('cel.bind(A, B, C): C');
  return new Map(declarations).set(name, [overload]);
}

function readSignature(signature: string): { readonly name: string; readonly overload: Overload } {
  const [path, more] = cut(signature, '(');
  const [args, result] = cut(more, '): ');
  const dot = path.lastIndexOf('.');
  const owner = dot < 0 ? undefined : path.slice(0, dot);
  const types = splitTypes(args).map(readType);
  const isMember = owner !== undefined && !Object.hasOwn(NAMESPACES, owner);
  return {
    name: isMember ? path.slice(dot + 1) : path,
    overload: { isMember, args: isMember ? [readType(owner), ...types] : types, result: readType(result) },
  };
}

function cut(text: string, at: string): [string, string] {
  const place = text.indexOf(at);
  return [text.slice(0, place), text.slice(place + at.length)];
}
