import { parseYaml, parseYamlDocument } from '@orrery/api-types';
import { isPlainObject } from '@orrery/documents';
import { isMap, isScalar, isSeq, Scalar } from 'yaml';
import { compilePipeline, renderNodes, type CompiledPipeline, type TemplateData } from './go-template/compile-template';
import type { Pipeline, TemplateNode } from './go-template/template-nodes';
import { textOf } from './go-template/values';

/** A compiled template of a YAML document: returns its value. Throws `TemplateFault`, or what {@link parseYaml} throws. */
export type DocumentTemplate = (data: TemplateData) => unknown;

/** Text in place of an action while the document around it is read. */
const PLACE = 'OrreryPlace';
const NO_ALIASES = { maxAliasCount: 0 };

/**
 * Compiles a template of a YAML document. Where its actions are only whole values that are written as JSON (`toJson`, `Quote`,
 * `quote`), as in most stages, the document is read once and its values are filled in; any other template is rendered and
 * read each time. Both give the same.
 */
export function compileDocument(nodes: readonly TemplateNode[]): DocumentTemplate {
  return compileSkeleton(nodes) ?? ((data) => parseYaml(renderNodes(nodes, data), NO_ALIASES));
}

/** Compiles a template whose actions are whole values written as JSON; undefined for any other. */
export function compileSkeleton(nodes: readonly TemplateNode[]): DocumentTemplate | undefined {
  const values: CompiledPipeline[] = [];
  let text = '';
  for (const node of nodes) {
    if (node.kind === 'text') {
      if (node.text.includes(PLACE)) return undefined;
      text += node.text;
      continue;
    }
    const value = node.kind === 'print' ? compileJson(node.pipeline) : undefined;
    if (!value) return undefined;
    text += `${PLACE}${values.length}.`;
    values.push(value);
  }
  return new Skeleton(values).compile(text);
}

/** Compiles a pipeline that writes JSON to the value that this JSON reads as; undefined for any other pipeline. */
function compileJson(pipeline: Pipeline): CompiledPipeline | undefined {
  const compiled = compilePipeline(pipeline);
  const last = pipeline.at(-1)!;
  const argument = argumentOf(pipeline);
  switch (compiled && argument && last.call) {
    case 'toJson':
      return (data) => jsonValue(argument!(data));
    case 'Quote':
      return (data) => {
        const value = argument!(data) ?? null;
        return typeof value === 'string' ? value : JSON.stringify(value);
      };
    case 'quote':
      return (data) => textOf(argument!(data));
    default:
      return undefined;
  }
}

/** Returns the value that the JSON of a value reads as. */
function jsonValue(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value)) return value;
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map(jsonValue);
  return isPlainObject(value) && !('toJSON' in value)
    ? jsonObject(value)
    : (JSON.parse(JSON.stringify(value)) as unknown);
}

function jsonObject(value: Readonly<Record<string, unknown>>): unknown {
  const object: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) if (field !== undefined) object[name] = jsonValue(field);
  return object;
}

/** Compiles the only argument of a pipeline's last function. */
function argumentOf(pipeline: Pipeline): CompiledPipeline | undefined {
  const { operands } = pipeline.at(-1)!;
  const before = pipeline.slice(0, -1);
  if (before.length > 0) return operands.length === 0 ? compilePipeline(before) : undefined;
  return operands.length === 1 ? compilePipeline([{ operands }]) : undefined;
}

/** A document with places. */
class Skeleton {
  private filled = 0;

  constructor(private readonly values: readonly CompiledPipeline[]) {}

  /** Returns undefined if a place is anything but a whole plain value. */
  compile(text: string): DocumentTemplate | undefined {
    try {
      const document = parseYamlDocument(text);
      if (document.errors.length > 0) return undefined;
      const compiled = this.node(document.contents);
      return this.filled === this.values.length ? compiled : undefined;
    } catch {
      // Rendered and read each time, it fails in the same way and says so.
      return undefined;
    }
  }

  private node(node: unknown): DocumentTemplate | undefined {
    if (node === null) return () => null;
    if (isScalar(node)) return this.scalar(node);
    if (isSeq(node)) return this.list(node.items);
    return isMap(node) ? this.map(node.items) : undefined;
  }

  private scalar({ value, type, source, tag }: Scalar): DocumentTemplate | undefined {
    if (typeof value !== 'string' || !value.includes(PLACE)) return () => value;
    const index = Number(value.slice(PLACE.length, -1));
    const isWhole = type === Scalar.PLAIN && tag === undefined && source === `${PLACE}${index}.`;
    if (!isWhole) return undefined;
    this.filled++;
    return this.values[index];
  }

  private list(items: readonly unknown[]): DocumentTemplate | undefined {
    const elements = items.map((item) => this.node(item));
    if (elements.includes(undefined)) return undefined;
    return (data) => (elements as DocumentTemplate[]).map((element) => element(data));
  }

  private map(pairs: readonly { readonly key: unknown; readonly value: unknown }[]): DocumentTemplate | undefined {
    const fields: [name: string, value: DocumentTemplate][] = [];
    for (const { key, value } of pairs) {
      const compiled = this.node(value);
      if (!isScalar(key) || typeof key.value !== 'string' || key.value === '__proto__') return undefined;
      if (!compiled || key.value.includes(PLACE)) return undefined;
      fields.push([key.value, compiled]);
    }
    return (data) => {
      const object: Record<string, unknown> = {};
      for (const [name, value] of fields) object[name] = value(data);
      return object;
    };
  }
}
