import type { TreeNode } from '../counted-steps';
import type { CheckedTypes } from '../types/check-types';
import type { CelType } from '../types/cel-type';
import { RESULT, type Binding, type Call, type CostNode, type Loop } from './cost-node';
import { expand } from './expand';
import { callCost, type CallCost } from './function-costs';
import type { EntrySizes, PartSizes } from './part-sizes';
import { exactly, NOTHING, product, sum, union, UNKNOWN, type Range } from './range';
import { sizeAt, type SizedType } from './sized-type';

/** A variable of a loop or binding. */
interface Local {
  readonly path: readonly string[];
  readonly size: Range | undefined;
  readonly entries: EntrySizes | undefined;
}

// `common/cost.go` of cel-go.
const LIST_BASE = exactly(10);
const MAP_BASE = exactly(30);

/**
 * Returns the minimum and maximum cost of an expression, in the units of the runtime (`checker/cost.go` of cel-go,
 * `apiserver/pkg/cel/library/cost.go` upstream). Sizes are those of the fields below `root`, whatever variable they are
 * read of; a value that no type and no schema limits counts as unbounded.
 */
export function expressionCost(tree: TreeNode, checked: CheckedTypes, root: SizedType): Range {
  return new Coster(root).cost(expand(tree, checked));
}

/** Computes costs, and keeps the sizes of parts that it finds. */
class Coster implements PartSizes {
  private readonly paths = new Map<CostNode, readonly string[]>();
  private readonly sizes = new Map<CostNode, Range>();
  private readonly entries = new Map<CostNode, EntrySizes>();
  private readonly locals = new Map<string, Local[]>();

  constructor(private readonly root: SizedType) {}

  cost(node: CostNode): Range {
    switch (node.kind) {
      case 'literal':
        return NOTHING;
      case 'identifier':
        this.paths.set(node, this.local(node.name)?.path ?? [node.name]);
        return exactly(1);
      case 'selection':
        return this.selection(node);
      case 'call':
        return this.call(node);
      case 'list':
      case 'map':
        return this.literal(node);
      case 'loop':
        return this.loop(node);
      case 'binding':
        return this.binding(node);
    }
  }

  sizeOf(node: CostNode): Range | undefined {
    const known = this.sizes.get(node) ?? literalSize(node) ?? sizeAt(this.root, this.pathOf(node));
    if (known) return known;
    if (isScalar(node.type)) return exactly(1);
    return node.kind === 'identifier' ? this.local(node.name)?.size : undefined;
  }

  entriesOf(node: CostNode): EntrySizes | undefined {
    const known = this.entries.get(node);
    if (known) return known;
    return node.kind === 'identifier' ? this.local(node.name)?.entries : undefined;
  }

  itemSizeOf(list: CostNode): Range | undefined {
    const path = this.pathOf(list);
    return path.length === 0 || path[0] === RESULT ? undefined : sizeAt(this.root, [...path, '@items']);
  }

  setEntries(node: CostNode, entries: EntrySizes | undefined): void {
    if (entries) this.entries.set(node, entries);
  }

  private local(name: string): Local | undefined {
    return this.locals.get(name)?.at(-1);
  }

  private within<T>(locals: Readonly<Record<string, Local>>, action: () => T): T {
    const names = Object.keys(locals);
    for (const name of names) this.locals.set(name, [...(this.locals.get(name) ?? []), locals[name]!]);
    try {
      return action();
    } finally {
      for (const name of names) this.locals.get(name)!.pop();
    }
  }

  private pathOf(node: CostNode): readonly string[] {
    if (node.kind === 'identifier') {
      const local = this.local(node.name);
      if (local) return local.path;
    }
    return this.paths.get(node) ?? [];
  }

  private selection(node: Extract<CostNode, { kind: 'selection' }>): Range {
    const cost = this.cost(node.operand);
    // To look whether a field is there costs nothing.
    if (node.isTest) return cost;
    this.paths.set(node, [...this.pathOf(node.operand), node.field]);
    const { kind } = node.operand.type;
    return kind === 'map' || kind === 'object' || kind === 'param' ? sum(cost, exactly(1)) : cost;
  }

  private call(node: Call): Range {
    if (node.name === 'dyn' && node.args.length === 1) return this.dyn(node);
    const args = node.args.map((each) => this.cost(each));
    if (node.overloads.length === 0) return NOTHING;
    const before = node.target ? this.cost(node.target) : NOTHING;
    const costs = node.overloads.map((overload) => callCost(this, node, overload, args));
    let size = costs.map((each) => each.size).reduce(unionOf, undefined);
    if (node.name === '_[_]') size = this.indexed(node) ?? size;
    size ??= this.sizeOf(node);
    if (size) this.sizes.set(node, size);
    return sum(before, costs.map(({ cost }: CallCost) => cost).reduce(union));
  }

  private indexed(node: Call): Range | undefined {
    const [owner] = node.args;
    const kind = node.overloads.at(-1)!.args[0]?.kind;
    if (kind !== 'list' && kind !== 'map') return undefined;
    this.paths.set(node, [...this.pathOf(owner!), kind === 'list' ? '@items' : '@values']);
    return this.entriesOf(owner!)?.values;
  }

  /** The function only turns off the check of types. */
  private dyn(node: Call): Range {
    const [value] = node.args;
    const cost = this.cost(value!);
    this.copySizes(node, value!);
    return sum(exactly(1), cost);
  }

  private copySizes(to: CostNode, from: CostNode): void {
    const size = this.sizeOf(from);
    if (size) this.sizes.set(to, size);
    this.setEntries(to, this.entriesOf(from));
  }

  private literal(node: Extract<CostNode, { kind: 'list' | 'map' }>): Range {
    const keys = node.kind === 'list' ? [] : node.entries.map(([key]) => key);
    const values = node.kind === 'list' ? node.items : node.entries.map(([, value]) => value);
    const costs = [...keys, ...values].map((each) => this.cost(each));
    this.entries.set(node, {
      of: node.kind,
      keys: node.kind === 'list' ? exactly(1) : this.jointSize(keys),
      values: this.jointSize(values),
    });
    return sum(node.kind === 'list' ? LIST_BASE : MAP_BASE, ...costs);
  }

  private jointSize(nodes: readonly CostNode[]): Range {
    if (nodes.length === 0) return NOTHING;
    return nodes.map((each) => this.sizeOf(each) ?? UNKNOWN).reduce(union);
  }

  private loop(node: Loop): Range {
    const { range, start, condition, step, result } = node;
    const before = sum(this.cost(range), this.cost(start));
    const gathered = { [RESULT]: this.bound(start) };
    const { once, each } = this.within(gathered, () => {
      const each = this.within(this.variables(node), () => sum(this.cost(condition), this.cost(step)));
      return { each, once: this.cost(result) };
    });
    const count = this.sizeOf(range) ?? UNKNOWN;
    if (start.kind === 'literal') this.sizes.set(node, exactly(1));
    else {
      this.sizes.set(node, count);
      this.setEntries(
        node,
        this.within(gathered, () => this.entriesOf(step)),
      );
    }
    return sum(before, once, product(count, each));
  }

  private variables({ range, variables }: Loop): Record<string, Local> {
    const entries = this.entriesOf(range);
    const isList = (entries?.of ?? range.type.kind) === 'list';
    const path = this.pathOf(range);
    const local = (step: string, size: Range | undefined): Local => ({
      path: [...path, step],
      size,
      entries: undefined,
    });
    const [first, second] = variables as [string, string?];
    if (second === undefined) {
      return { [first]: isList ? local('@items', entries?.values) : local('@keys', entries?.keys) };
    }
    return {
      [first]: local(isList ? '@indices' : '@keys', entries?.keys),
      [second]: local(isList ? '@items' : '@values', entries?.values),
    };
  }

  private bound(value: CostNode): Local {
    return { path: this.pathOf(value), size: this.sizeOf(value), entries: this.entriesOf(value) };
  }

  /** Bindings are loops over an empty list. */
  private binding(node: Binding): Range {
    const before = sum(LIST_BASE, this.cost(node.value));
    const inner = this.within({ [node.name]: this.bound(node.value) }, () => {
      const cost = this.cost(node.body);
      this.copySizes(node, node.body);
      return cost;
    });
    return sum(before, inner);
  }
}

function unionOf(a: Range | undefined, b: Range | undefined): Range | undefined {
  return a && b ? union(a, b) : (a ?? b);
}

function literalSize(node: CostNode): Range | undefined {
  switch (node.kind) {
    case 'literal':
      if (typeof node.value === 'string') return exactly([...node.value].length);
      return exactly(node.value instanceof Uint8Array ? node.value.length : 1);
    case 'list':
      return exactly(node.items.length);
    case 'map':
      return exactly(node.entries.length);
    default:
      return undefined;
  }
}

/** Types of one size. */
const SCALARS: ReadonlySet<string> = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint']);

function isScalar({ kind, name, params }: CelType): boolean {
  return kind === 'optional' ? isScalar(params[0]!) : SCALARS.has(name);
}
