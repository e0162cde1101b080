import type { TreeNode } from '../counted-steps';
import { moreGeneral, OpenTypes } from './assignable';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DYN,
  ERROR,
  formatType,
  INT,
  isSameType,
  listType,
  mapType,
  optionalType,
  readType,
  STRING,
  withParams,
  type CelType,
} from './cel-type';
import type { Declarations, Overload } from './declarations';
import { functionCalled, macroOf, type FunctionCall } from './macros';
import { macroType, type PartChecker } from './macro-types';
import { placeOf, type PlacedError } from './places';
import { isOptionalEntry } from '../optional-entries';
import { chained, qualifiedName } from './tree-names';

/** Types found for the parts of an expression. */
export interface CheckedTypes {
  readonly types: ReadonlyMap<TreeNode, CelType>;
  /** The forms that fit the arguments of a call, by its node. */
  readonly forms: ReadonlyMap<TreeNode, readonly Overload[]>;
  /** The functions that are called, by node. */
  readonly calls: ReadonlyMap<TreeNode, FunctionCall>;
}

/** Type of an expression's value, and the type errors in the expression. */
export interface TypeVerdict extends CheckedTypes {
  readonly type: CelType;
  readonly errors: readonly PlacedError[];
}

type Scope = ReadonlyMap<string, CelType>;

/** Names that denote types. */
const TYPE_NAMES: ReadonlySet<string> = new Set([
  ...['bool', 'bytes', 'double', 'int', 'list', 'map', 'null_type', 'string', 'type', 'uint'],
  ...['google.protobuf.Timestamp', 'google.protobuf.Duration', 'optional_type'],
]);

/**
 * Checks the types of an expression as the checker of cel-go does (`checker/checker.go`, where the entries of a list or map have
 * one type), by the tree of the library. The library's own checker ends at the first error, and knows neither which types take
 * null nor types by the names of upstream.
 */
export function checkTypes(root: TreeNode, text: string, variables: Scope, declarations: Declarations): TypeVerdict {
  const checker = new Checker(text, declarations);
  const type = checker.closed(checker.typeOf(root, variables));
  const { errors, types, forms, calls } = checker;
  for (const [node, open] of types) types.set(node, checker.closed(open));
  return { type, errors, types, forms, calls };
}

/** Maximum nesting of the parts of an expression, as for the parser of cel-go. */
const MAX_DEPTH = 250;

/** An expression whose parts are nested too deeply. */
export class TooDeep extends Error {
  constructor() {
    super(`ERROR: <input>:-1:0: expression recursion limit exceeded: ${MAX_DEPTH}`);
  }
}

class Checker implements PartChecker {
  readonly errors: PlacedError[] = [];
  readonly types = new Map<TreeNode, CelType>();
  readonly forms = new Map<TreeNode, readonly Overload[]>();
  readonly calls = new Map<TreeNode, FunctionCall>();
  readonly open = new OpenTypes();
  private depth = 0;

  constructor(
    readonly text: string,
    private readonly declarations: Declarations,
  ) {}

  /** A type without open parts. */
  closed(type: CelType): CelType {
    return this.open.known(type, true);
  }

  typeOf(node: TreeNode, scope: Scope): CelType {
    if (++this.depth > MAX_DEPTH) throw new TooDeep();
    const type = this.ownType(node, scope);
    this.types.set(node, type);
    this.depth--;
    return type;
  }

  private ownType(node: TreeNode, scope: Scope): CelType {
    const { op, args } = node;
    const list = args as readonly TreeNode[];
    switch (op) {
      case 'value':
        return literalType(args);
      case 'id':
        return this.variable(node, scope);
      case '.':
      case '.?':
        return this.selection(node, scope, placeOf(this.text, node));
      case '[]':
      case '[?]':
        return this.resolved(node, op === '[]' ? '_[_]' : '_[?_]', this.typesOf(list, scope));
      case 'list':
        return listType(this.joined(list, list.map(isOptionalEntry), scope));
      case 'map': {
        const entries = args as readonly (readonly [TreeNode, TreeNode])[];
        const keys = entries.map(([key]) => key);
        const values = entries.map(([, value]) => value);
        const keyType = this.joined(
          keys,
          keys.map(() => false),
          scope,
        );
        return mapType(keyType, this.joined(values, keys.map(isOptionalEntry), scope));
      }
      case '?:':
        return this.resolved(node, '_?_:_', this.typesOf(list, scope));
      case '&&':
      case '||':
        for (const each of chained(node)) this.expectBool(each, this.typeOf(each, scope));
        return BOOL;
      case '!_':
      case '-_':
        return this.resolved(node, op, [this.typeOf(args as TreeNode, scope)]);
      case 'in':
        return this.resolved(node, '@in', this.typesOf(list, scope));
      case 'call':
      case 'rcall':
        return this.call(node, scope);
      default:
        return this.resolved(node, `_${op}_`, this.typesOf(list, scope));
    }
  }

  private typesOf(nodes: readonly TreeNode[], scope: Scope): CelType[] {
    return nodes.map((each) => this.typeOf(each, scope));
  }

  report(node: TreeNode, message: string, at = placeOf(this.text, node)): void {
    this.errors.push({ at, message });
  }

  known(type: CelType): CelType {
    return this.open.known(type, false);
  }

  private variable(node: TreeNode, scope: Scope): CelType {
    const name = node.args as string;
    const type = scope.get(name);
    if (type) return type;
    if (TYPE_NAMES.has(name)) return readType('type');
    return this.undeclared(node, name);
  }

  private undeclared(node: TreeNode, name: string): CelType {
    this.report(node, `undeclared reference to '${name}' (in container '')`);
    return ERROR;
  }

  /** The type of a field; `at` is the place that errors name. */
  private selection(node: TreeNode, scope: Scope, at: number): CelType {
    const [operand, field] = node.args as [TreeNode, string];
    if (TYPE_NAMES.has(qualifiedName(node) ?? '')) return readType('type');
    const given = this.known(this.typeOf(operand, scope));
    const isOptional = given.kind === 'optional';
    const type = this.fieldType(node, isOptional ? given.params[0]! : given, field, at);
    return isOptional || node.op === '.?' ? optionalType(type) : type;
  }

  private fieldType(node: TreeNode, owner: CelType, field: string, at: number): CelType {
    switch (owner.kind) {
      case 'map':
        return owner.params[1]!;
      case 'object': {
        const type = owner.fields?.get(field) ?? (isKeyword(field) ? owner.fields?.get(`__${field}__`) : undefined);
        if (type) return type;
        const message = owner.fields ? `undefined field '${field}'` : `unexpected failed resolution of '${owner.name}'`;
        this.report(node, message, at);
        return ERROR;
      }
      case 'param':
        this.open.assign([DYN], [owner]);
        return DYN;
      case 'dyn':
      case 'error':
        return DYN;
      default:
        this.report(node, `type '${formatType(this.closed(owner))}' does not support field selection`, at);
        return DYN;
    }
  }

  /** The type of all entries of a list, or of all keys or values of a map: they must have one type. */
  private joined(nodes: readonly TreeNode[], areOptional: readonly boolean[], scope: Scope): CelType {
    let joint: CelType | undefined;
    for (const [i, node] of nodes.entries()) {
      const given = this.typeOf(node, scope);
      const type = areOptional[i] ? this.unwrapped(node, given) : given;
      if (joint && !this.open.assign([joint], [type])) {
        const [wanted, given] = [joint, type].map((each) => formatType(this.closed(each)));
        this.report(node, `expected type '${wanted}' but found '${given}'`);
        joint = ERROR;
      } else {
        joint = joint ? moreGeneral(joint, type) : type;
      }
    }
    return joint ?? this.open.fresh();
  }

  /** The type of an entry that is left out where it is absent. */
  private unwrapped(node: TreeNode, given: CelType): CelType {
    const type = this.known(given);
    if (type.kind === 'optional') return type.params[0]!;
    if (type.kind === 'dyn' || type.kind === 'error') return DYN;
    const [wanted, shown] = [optionalType(type), type].map((each) => formatType(this.closed(each)));
    this.report(node, `expected type '${wanted}' but found '${shown}'`);
    return ERROR;
  }

  expectBool(node: TreeNode, given: CelType): void {
    if (this.open.assign([given], [BOOL])) return;
    this.report(node, `expected type 'bool' but found '${formatType(this.closed(given))}'`);
  }

  private call(node: TreeNode, scope: Scope): CelType {
    const macro = macroOf(node);
    if (macro) return macroType(this, node, macro, scope);
    const called = functionCalled(node, (name) => this.declarations.has(name));
    this.calls.set(node, called);
    const { name, target, args } = called;
    if (name === 'cel.bind' && args[0]?.op === 'id' && args.length === 3) {
      const bound = new Map(scope).set(args[0].args as string, this.typeOf(args[1]!, scope));
      return this.typeOf(args[2]!, bound);
    }
    if (name === 'has' && !target && args[0]?.op === '.') {
      this.selection(args[0], scope, placeOf(this.text, node));
      return BOOL;
    }
    const types = this.typesOf(args, scope);
    if (!target) return this.resolved(node, name, types);
    return this.resolved(node, name, [this.typeOf(target, scope), ...types], true);
  }

  /** The type of a call, by the forms that its arguments fit. */
  resolved(node: TreeNode, name: string, given: readonly CelType[], isMember = false): CelType {
    const overloads = this.declarations.get(name);
    if (!overloads) return this.undeclared(node, name);
    let result: CelType | undefined;
    const forms: Overload[] = [];
    for (const overload of overloads) {
      if (overload.isMember !== isMember) continue;
      const own = this.opened([overload.result, ...overload.args]);
      if (!this.open.assign(given, own.slice(1))) continue;
      forms.push(overload);
      const type = this.known(own[0]!);
      if (result === undefined) result = type;
      else if (result.kind !== 'dyn' && !isSameType(type, result)) result = DYN;
    }
    this.forms.set(node, forms);
    if (result !== undefined) return result;
    const shown = given.map((type) => formatType(this.closed(type)));
    const target = isMember ? `${shown.shift()!}.` : '';
    this.report(node, `found no matching overload for '${name}' applied to '${target}(${shown.join(', ')})'`);
    return ERROR;
  }

  /** Types of a declaration with open types of their own. */
  private opened(types: readonly CelType[]): CelType[] {
    const fresh = new Map<string, CelType>();
    const open = (type: CelType): CelType => {
      if (type.kind === 'param') {
        if (!fresh.has(type.name)) fresh.set(type.name, this.open.fresh());
        return fresh.get(type.name)!;
      }
      return type.isOpen ? withParams(type, type.params.map(open)) : type;
    };
    return types.map(open);
  }
}

/** Words that the language keeps for itself; fields of these names are declared with underscores. */
const KEYWORDS: ReadonlySet<string> = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

/** Returns whether a field of this name is declared with underscores (`recognizeKeywordAsFieldName` upstream). */
export function isKeyword(field: string): boolean {
  return KEYWORDS.has(field);
}

function literalType(value: unknown): CelType {
  switch (typeof value) {
    case 'boolean':
      return BOOL;
    case 'string':
      return STRING;
    case 'bigint':
      return INT;
    case 'number':
      return DOUBLE;
    default:
      return value === null ? readType('null') : value instanceof Uint8Array ? BYTES : readType('uint');
  }
}
