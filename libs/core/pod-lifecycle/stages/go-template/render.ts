import { TemplateFault, type Command, type Operand, type Pipeline, type TemplateNode } from './template-nodes';
import { isTrue, printed } from './values';

export type TemplateFunction = (...values: unknown[]) => unknown;
export type TemplateFunctions = Pick<ReadonlyMap<string, TemplateFunction>, 'get'>;

/** A template that writes more, or works longer, is a mistake or meant to be one. */
const MOST_CHARACTERS = 1_000_000;
const MOST_STEPS = 100_000;
/** Levels of a value. What writes values calls itself for each, and a stack that ends can end the process with it. */
const MOST_LEVELS = 100;

/** Extent of a value. */
interface Extent {
  /** Approximate length of its text: a value that contains itself twice, and so on, would never be finished. */
  readonly size: number;
  readonly levels: number;
}

/** Names of the fields of every object. */
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));

const SMALL: Extent = { size: 1, levels: 0 };

/** Variables of a block, and those around it. */
class Scope {
  private readonly values = new Map<string, unknown>();

  constructor(
    readonly dot: unknown,
    private readonly outer?: Scope,
  ) {}

  get(name: string): unknown {
    if (this.values.has(name)) return this.values.get(name);
    if (!this.outer) throw new TemplateFault(`there is no variable ${name}`);
    return this.outer.get(name);
  }

  declare(name: string, value: unknown): void {
    this.values.set(name, value);
  }

  assign(name: string, value: unknown): void {
    if (this.values.has(name)) this.values.set(name, value);
    else if (this.outer) this.outer.assign(name, value);
    else throw new TemplateFault(`there is no variable ${name}`);
  }
}

/**
 * Writes a template that was read. Throws a {@link TemplateFault} where Go's would fail to execute.
 * @param root value of `$`: the dot, unless the template is rendered for an element of something
 */
export function renderTemplate(
  nodes: readonly TemplateNode[],
  dot: unknown,
  functions: TemplateFunctions,
  root: unknown = dot,
): string {
  const rendering = new Rendering(functions);
  const scope = new Scope(dot);
  scope.declare('$', root);
  try {
    rendering.list(nodes, scope);
  } catch (error) {
    // A text that would be longer than texts can be.
    if (error instanceof RangeError) throw new TemplateFault(error.message, { cause: error });
    throw error;
  }
  return rendering.text;
}

type Leave = 'break' | 'continue' | undefined;

class Rendering {
  text = '';
  private steps = 0;
  private readonly extents = new WeakMap<object, Extent>();

  constructor(private readonly functions: TemplateFunctions) {}

  list(nodes: readonly TemplateNode[], scope: Scope): Leave {
    for (const node of nodes) {
      const leave = this.node(node, scope);
      if (leave) return leave;
    }
    return undefined;
  }

  private node(node: TemplateNode, scope: Scope): Leave {
    if (++this.steps > MOST_STEPS) throw new TemplateFault('it takes too many steps');
    switch (node.kind) {
      case 'text':
        this.write(node.text);
        return undefined;
      case 'print':
        this.write(printed(this.pipeline(node.pipeline, scope)));
        return undefined;
      case 'set': {
        const value = this.pipeline(node.pipeline, scope);
        if (node.isNew) scope.declare(node.name, value);
        else scope.assign(node.name, value);
        return undefined;
      }
      case 'if':
      case 'with':
        return this.branch(node, scope);
      case 'range':
        return this.range(node, scope);
      default:
        return node.kind;
    }
  }

  private branch(node: Extract<TemplateNode, { kind: 'if' | 'with' }>, scope: Scope): Leave {
    const value = this.pipeline(node.pipeline, scope);
    const isHeld = isTrue(value);
    const inner = new Scope(isHeld && node.kind === 'with' ? value : scope.dot, scope);
    if (node.name !== undefined) inner.declare(node.name, value);
    return this.list(isHeld ? node.body : node.otherwise, inner);
  }

  private range(node: Extract<TemplateNode, { kind: 'range' }>, scope: Scope): Leave {
    const entries = entriesOf(this.pipeline(node.pipeline, scope));
    if (entries.length === 0) return this.list(node.otherwise, new Scope(scope.dot, scope));
    for (const [key, value] of entries) {
      const inner = new Scope(value, scope);
      if (node.keyName !== undefined) inner.declare(node.keyName, key);
      if (node.valueName !== undefined) inner.declare(node.valueName, value);
      if (this.list(node.body, inner) === 'break') break;
    }
    return undefined;
  }

  private pipeline(pipeline: Pipeline, scope: Scope): unknown {
    let value: unknown;
    pipeline.forEach((command, index) => {
      value = this.command(command, scope, index > 0 ? [value] : []);
    });
    return value;
  }

  private command({ call, operands }: Command, scope: Scope, piped: unknown[]): unknown {
    if (call === undefined) return this.operand(operands[0]!, scope);
    // These two look no further than they have to.
    if (call === 'and' || call === 'or') return this.shortCircuit(call, operands, scope, piped);
    return this.call(call, [...operands.map((operand) => this.operand(operand, scope)), ...piped]);
  }

  private shortCircuit(call: 'and' | 'or', operands: readonly Operand[], scope: Scope, piped: unknown[]): unknown {
    let value: unknown;
    for (const operand of operands) {
      value = this.operand(operand, scope);
      if (isTrue(value) === (call === 'or')) return value;
    }
    return piped.length > 0 ? piped[0] : value;
  }

  private call(name: string, values: unknown[]): unknown {
    if (++this.steps > MOST_STEPS) throw new TemplateFault('it takes too many steps');
    const result = this.functions.get(name)!(...values);
    const { size, levels } = this.extentOf(result);
    if (size > MOST_CHARACTERS) throw new TemplateFault('its values become too large');
    if (levels > MOST_LEVELS) throw new TemplateFault('its values are nested too deep');
    return result;
  }

  private extentOf(value: unknown): Extent {
    if (typeof value === 'string') return { size: value.length, levels: 0 };
    if (typeof value !== 'object' || value === null) return SMALL;
    let extent = this.extents.get(value);
    if (!extent) {
      let [size, levels] = [1, 0];
      for (const each of Object.values(value)) {
        const part = this.extentOf(each);
        size += part.size;
        levels = Math.max(levels, part.levels);
      }
      this.extents.set(value, (extent = { size, levels: levels + 1 }));
    }
    return extent;
  }

  private operand(operand: Operand, scope: Scope): unknown {
    switch (operand.kind) {
      case 'literal':
        return operand.value;
      case 'call':
        return operand.name === 'and' || operand.name === 'or' ? undefined : this.call(operand.name, []);
      case 'nested':
        return fieldsOf(this.pipeline(operand.pipeline, scope), operand.fields);
      case 'path':
        return fieldsOf(operand.from === 'dot' ? scope.dot : scope.get(operand.from.variable), operand.fields);
    }
  }

  private write(text: string): void {
    this.text += text;
    if (this.text.length > MOST_CHARACTERS) throw new TemplateFault('it writes too much');
  }
}

/** Returns the value that fields lead to; undefined where there is none. Throws a {@link TemplateFault} for a field of a text or number. */
export function fieldsOf(value: unknown, fields: readonly string[]): unknown {
  let found = value;
  for (const field of fields) {
    if (found === undefined || found === null) return undefined;
    if (typeof found !== 'object' || Array.isArray(found)) {
      throw new TemplateFault(`there is no field ${field} in ${printed(found)}`);
    }
    // Only names that every object inherits need the question.
    if (INHERITED.has(field) && !Object.hasOwn(found, field)) return undefined;
    found = (found as Record<string, unknown>)[field];
  }
  return found;
}

function entriesOf(value: unknown): [unknown, unknown][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.map((each: unknown, index) => [index, each]);
  if (typeof value === 'number')
    return Array.from({ length: Math.min(value, MOST_STEPS) }, (_, index) => [index, index]);
  if (typeof value === 'object') {
    return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  }
  throw new TemplateFault(`range cannot go through ${printed(value)}`);
}
