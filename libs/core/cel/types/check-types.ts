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
import { NAMESPACES, type Declarations } from './declarations';
import { placeOf, type PlacedError } from './places';

/** What an expression evaluates to, and what is wrong with the types in it. */
export interface TypeVerdict {
  readonly type: CelType;
  readonly errors: readonly PlacedError[];
}

type Scope = ReadonlyMap<string, CelType>;

/** Names that stand for types. */
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
  const type = checker.typeOf(root, variables);
  return { type: checker.closed(type), errors: checker.errors };
}

/** How deep parts of an expression may be within each other, as for the parser of cel-go. */
const MAX_DEPTH = 250;

/** An expression whose parts are too deep within each other. */
export class TooDeep extends Error {
  constructor() {
    super(`ERROR: <input>:-1:0: expression recursion limit exceeded: ${MAX_DEPTH}`);
  }
}

class Checker {
  readonly errors: PlacedError[] = [];
  private readonly open = new OpenTypes();
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly declarations: Declarations,
  ) {}

  /** A type without open parts. */
  closed(type: CelType): CelType {
    return this.open.known(type, true);
  }

  typeOf(node: TreeNode, scope: Scope): CelType {
    if (++this.depth > MAX_DEPTH) throw new TooDeep();
    const type = this.ownType(node, scope);
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
        return listType(this.joined(list, scope));
      case 'map': {
        const entries = args as readonly (readonly [TreeNode, TreeNode])[];
        const keys = entries.map(([key]) => key);
        const values = entries.map(([, value]) => value);
        return mapType(this.joined(keys, scope), this.joined(values, scope));
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
        return this.call(node, scope);
      case 'rcall':
        return this.memberCall(node, scope);
      default:
        return this.resolved(node, `_${op}_`, this.typesOf(list, scope));
    }
  }

  private typesOf(nodes: readonly TreeNode[], scope: Scope): CelType[] {
    return nodes.map((each) => this.typeOf(each, scope));
  }

  private report(node: TreeNode, message: string, at = placeOf(this.text, node)): void {
    this.errors.push({ at, message });
  }

  private known(type: CelType): CelType {
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
        const type = owner.fields?.get(field);
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
  private joined(nodes: readonly TreeNode[], scope: Scope): CelType {
    let joint: CelType | undefined;
    for (const node of nodes) {
      const type = this.typeOf(node, scope);
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

  private expectBool(node: TreeNode, given: CelType): void {
    if (this.open.assign([given], [BOOL])) return;
    this.report(node, `expected type 'bool' but found '${formatType(this.closed(given))}'`);
  }

  private call(node: TreeNode, scope: Scope): CelType {
    const [name, args] = node.args as [string, readonly TreeNode[]];
    if (name === 'has' && args[0]?.op === '.') {
      this.selection(args[0], scope, placeOf(this.text, node));
      return BOOL;
    }
    return this.resolved(node, name, this.typesOf(args, scope));
  }

  private memberCall(node: TreeNode, scope: Scope): CelType {
    const [name, target, args] = node.args as [string, TreeNode, readonly TreeNode[]];
    const prefix = qualifiedName(target);
    if (prefix !== undefined && !scope.has(prefix)) {
      if (prefix === 'cel' && name === 'bind' && args[0]?.op === 'id' && args.length === 3) {
        const bound = new Map(scope).set(args[0].args as string, this.typeOf(args[1]!, scope));
        return this.typeOf(args[2]!, bound);
      }
      if (Object.hasOwn(NAMESPACES, prefix)) {
        return this.resolved(node, `${prefix}.${name}`, this.typesOf(args, scope));
      }
    }
    if (LOOPS.has(`${name}/${args.length}`) && args[0]!.op === 'id') {
      return this.loop(node, { name, target, args }, scope);
    }
    const types = this.typesOf(args, scope);
    return this.resolved(node, name, [this.typeOf(target, scope), ...types], true);
  }

  private loop(
    node: TreeNode,
    { name, target, args }: { readonly name: string; readonly target: TreeNode; readonly args: readonly TreeNode[] },
    scope: Scope,
  ): CelType {
    const entry = this.entryType(target, this.known(this.typeOf(target, scope)));
    const inner = new Map(scope).set(args[0]!.args as string, entry);
    const first = this.typeOf(args[1]!, inner);
    switch (name) {
      case 'all':
      case 'exists':
        this.expectBool(args[1]!, first);
        return BOOL;
      case 'exists_one':
        this.resolved(node, '_?_:_', [first, INT, INT]);
        return BOOL;
      case 'filter':
        return this.resolved(node, '_?_:_', [first, listType(entry), listType(entry)]);
      default: {
        if (args.length === 2) return listType(first);
        const made = listType(this.typeOf(args[2]!, inner));
        return this.resolved(node, '_?_:_', [first, made, made]);
      }
    }
  }

  /** What a loop goes over: entries of lists, keys of maps. */
  private entryType(node: TreeNode, range: CelType): CelType {
    switch (range.kind) {
      case 'list':
      case 'map':
        return range.params[0]!;
      case 'dyn':
      case 'error':
      case 'param':
        this.open.assign([DYN], [range]);
        return DYN;
      default: {
        const type = formatType(this.closed(range));
        this.report(
          node,
          `expression of type '${type}' cannot be range of a comprehension (must be list, map, or dynamic)`,
        );
        return ERROR;
      }
    }
  }

  /** The type of a call, by the forms that its arguments fit. */
  private resolved(node: TreeNode, name: string, given: readonly CelType[], isMember = false): CelType {
    const overloads = this.declarations.get(name);
    if (!overloads) return this.undeclared(node, name);
    let result: CelType | undefined;
    for (const overload of overloads) {
      if (overload.isMember !== isMember) continue;
      const own = this.opened([overload.result, ...overload.args]);
      if (!this.open.assign(given, own.slice(1))) continue;
      const type = this.known(own[0]!);
      if (result === undefined) result = type;
      else if (result.kind !== 'dyn' && !isSameType(type, result)) result = DYN;
    }
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

/** Loops by their number of arguments. */
const LOOPS: ReadonlySet<string> = new Set(['all/2', 'exists/2', 'exists_one/2', 'filter/2', 'map/2', 'map/3']);

/** The operands of a chain of one logical operator, which may be longer than the deepest expression. */
function chained({ op, args }: TreeNode): TreeNode[] {
  let [left, right] = args as [TreeNode, TreeNode];
  const operands = [right];
  while (left.op === op) {
    [left, right] = left.args as [TreeNode, TreeNode];
    operands.push(right);
  }
  return [...operands, left].reverse();
}

/** Names one after the other as they are written: `google.protobuf.Duration`. */
function qualifiedName({ op, args }: TreeNode): string | undefined {
  if (op === 'id') return args as string;
  if (op !== '.') return undefined;
  const [operand, field] = args as [TreeNode, string];
  const above = qualifiedName(operand);
  return above === undefined ? undefined : `${above}.${field}`;
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
