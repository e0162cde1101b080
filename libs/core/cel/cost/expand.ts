import type { TreeNode } from '../counted-steps';
import { BOOL, DYN, INT, listType, optionalType, type CelType } from '../types/cel-type';
import type { CheckedTypes } from '../types/check-types';
import type { Overload } from '../types/declarations';
import { chained } from '../types/tree-names';
import { macroOf, type MacroCall } from '../types/macros';
import { RESULT, type Call, type CostNode, type Loop } from './cost-node';

/** A form of a call that macros make; its arguments may have any type. */
const ANY_FORM: Overload = { isMember: false, args: [], result: DYN };
const LIST_FORM: Overload = { isMember: false, args: [listType(DYN), listType(DYN)], result: listType(DYN) };

/** An expression with its macros expanded, and with the types that the checker found. */
export function expand(root: TreeNode, checked: CheckedTypes): CostNode {
  return new Expander(checked).node(root);
}

class Expander {
  constructor(private readonly checked: CheckedTypes) {}

  node(node: TreeNode): CostNode {
    const { op, args } = node;
    const list = args as readonly TreeNode[];
    const type = this.typeOf(node);
    switch (op) {
      case 'value':
        return { kind: 'literal', type, value: args };
      case 'id':
        return { kind: 'identifier', type, name: args as string };
      case '.':
        return { kind: 'selection', type, operand: this.node(list[0]!), field: fieldOf(node), isTest: false };
      case '.?':
        return this.made('_?._', [this.node(list[0]!), literal(fieldOf(node))], type);
      case '-_':
        // A number below zero is one literal.
        if ((args as TreeNode).op === 'value') return { kind: 'literal', type, value: (args as TreeNode).args };
        return this.resolved(node, op, undefined, [args as TreeNode]);
      case '!_':
        return this.resolved(node, op, undefined, [args as TreeNode]);
      case 'list':
        return { kind: 'list', type, items: list.map((each) => this.node(each)) };
      case 'map': {
        const entries = args as readonly (readonly [TreeNode, TreeNode])[];
        return { kind: 'map', type, entries: entries.map(([key, value]) => [this.node(key), this.node(value)]) };
      }
      case '&&':
      case '||':
        return this.made(
          `_${op}_`,
          chained(node).map((each) => this.node(each)),
          BOOL,
        );
      case 'call':
      case 'rcall':
        return this.call(node);
      default:
        return this.resolved(node, OPERATORS[op] ?? `_${op}_`, undefined, list);
    }
  }

  private typeOf(node: TreeNode): CelType {
    return this.checked.types.get(node) ?? DYN;
  }

  private call(node: TreeNode): CostNode {
    const macro = macroOf(node);
    if (macro) return this.macro(node, macro);
    const { name, target, args } = this.checked.calls.get(node)!;
    if (name === 'cel.bind' && args[0]?.op === 'id') {
      const [variable, value, body] = args as [TreeNode, TreeNode, TreeNode];
      const bound = { name: variable.args as string, value: this.node(value), body: this.node(body) };
      return { kind: 'binding', type: this.typeOf(node), ...bound };
    }
    if (name === 'has' && !target && args[0]?.op === '.') {
      const field = this.node(args[0]);
      return field.kind === 'selection' ? { ...field, type: BOOL, isTest: true } : field;
    }
    return this.resolved(node, name, target, args);
  }

  private resolved(node: TreeNode, name: string, target: TreeNode | undefined, args: readonly TreeNode[]): CostNode {
    return {
      kind: 'call',
      type: this.typeOf(node),
      name,
      target: target && this.node(target),
      args: args.map((each) => this.node(each)),
      overloads: this.checked.forms.get(node) ?? [],
    };
  }

  private made(name: string, args: readonly CostNode[], type: CelType, form = ANY_FORM): Call {
    return { kind: 'call', type, name, target: undefined, args, overloads: [form] };
  }

  private macro(node: TreeNode, macro: MacroCall): CostNode {
    const { name, target, variables, parts } = macro;
    const type = this.typeOf(node);
    const range = this.node(target);
    const [first, second] = parts.map((part) => this.node(part));
    const loop = (made: Omit<Loop, 'kind' | 'type' | 'range' | 'variables'>): Loop => ({
      kind: 'loop',
      type,
      range,
      variables,
      ...made,
    });
    switch (name) {
      case 'all':
        return loop(this.quantifier('_&&_', literal(true), first!));
      case 'exists':
        return loop(this.quantifier('_||_', literal(false), first!));
      case 'exists_one':
      case 'existsOne':
        return loop(this.counter(first!));
      case 'filter': {
        const entry: CostNode = { kind: 'identifier', type: entryOf(type), name: variables[0]! };
        return loop(this.gathered(type, first, this.appended(type, entry)));
      }
      case 'map':
      case 'transformList':
        return loop(this.gathered(type, second && first, this.appended(type, second ?? first!)));
      case 'transformMap':
      case 'transformMapEntry': {
        const key: CostNode[] = name === 'transformMap' ? [{ kind: 'identifier', type: DYN, name: variables[0]! }] : [];
        const step = this.made('cel.@mapInsert', [result(type), ...key, second ?? first!], type);
        return loop(this.gathered(type, second && first, step, { kind: 'map', type, entries: [] }));
      }
      default:
        return this.optional(name, { range, variable: variables[0]!, made: first!, type });
    }
  }

  private quantifier(op: string, start: CostNode, predicate: CostNode): LoopParts {
    const kept = result(BOOL);
    const tested = op === '_||_' ? this.made('!_', [kept], BOOL) : kept;
    return {
      start,
      condition: this.made('@not_strictly_false', [tested], BOOL),
      step: this.made(op, [kept, predicate], BOOL),
      result: kept,
    };
  }

  private counter(predicate: CostNode): LoopParts {
    const kept = result(INT);
    const added: Call = {
      ...this.made('_+_', [kept, literal(1n)], INT),
      overloads: [{ ...ANY_FORM, args: [INT, INT] }],
    };
    return {
      start: literal(0n),
      condition: literal(true),
      step: this.made('_?_:_', [predicate, added, kept], INT),
      result: this.made('_==_', [kept, literal(1n)], BOOL),
    };
  }

  /** Returns the parts of a loop that gathers the result of each step in a list or map, where the filter allows it. */
  private gathered(
    type: CelType,
    filter: CostNode | undefined,
    added: CostNode,
    start: CostNode = { kind: 'list', type, items: [] },
  ): LoopParts {
    const kept = result(type);
    return {
      start,
      condition: literal(true),
      step: filter ? this.made('_?_:_', [filter, added, kept], type) : added,
      result: kept,
    };
  }

  private appended(type: CelType, item: CostNode): CostNode {
    return this.made('_+_', [result(type), { kind: 'list', type, items: [item] }], type, LIST_FORM);
  }

  private optional(
    name: string,
    { range, variable, made, type }: { range: CostNode; variable: string; made: CostNode; type: CelType },
  ): CostNode {
    const member = (called: string, result: CelType): Call => ({
      ...this.made(called, [], result),
      target: range,
    });
    const value = member('value', range.type.params[0] ?? DYN);
    const body: CostNode = { kind: 'binding', type: made.type, name: variable, value, body: made };
    const there = name === 'optMap' ? this.made('optional.of', [body], optionalType(made.type)) : body;
    return this.made('_?_:_', [member('hasValue', BOOL), there, this.made('optional.none', [], type)], type);
  }
}

type LoopParts = Pick<Loop, 'start' | 'condition' | 'step' | 'result'>;

/** Operators that the tree names otherwise than cel-go. */
const OPERATORS: Readonly<Record<string, string>> = { in: '@in', '[]': '_[_]', '[?]': '_[?_]', '?:': '_?_:_' };

function fieldOf({ args }: TreeNode): string {
  return (args as [TreeNode, string])[1];
}

function literal(value: unknown): CostNode {
  const type = typeof value === 'boolean' ? BOOL : typeof value === 'bigint' ? INT : DYN;
  return { kind: 'literal', type, value };
}

function result(type: CelType): CostNode {
  return { kind: 'identifier', type, name: RESULT };
}

function entryOf({ kind, params }: CelType): CelType {
  return kind === 'list' ? params[0]! : DYN;
}
