import { lastingFunction, templateFunctions } from './functions';
import { fieldsOf, renderTemplate, type TemplateFunction } from './render';
import type { Command, Operand, Pipeline, TemplateNode } from './template-nodes';
import { printed } from './values';

/** Functions of the moment and the place at which a template is rendered. */
export type MomentFunctions = Readonly<Record<string, TemplateFunction>>;

/** Data that a template is rendered with. */
export interface TemplateData {
  /** Value of the dot. */
  readonly dot: unknown;
  /** Value of `$`: the dot, unless the template is rendered for an element of something. */
  readonly root: unknown;
  readonly moment: MomentFunctions;
}

/** A compiled pipeline. Throws a `TemplateFault` where Go's would fail to execute. */
export type CompiledPipeline = (data: TemplateData) => unknown;

/**
 * Functions that compiled pipelines may call: their work and their results grow no faster than what they are given, so that
 * the limits of {@link renderTemplate} are not needed.
 */
const BOUNDED = new Set([
  'Quote',
  'default',
  'lower',
  'print',
  'printf',
  'quote',
  'toJson',
  'toString',
  'trim',
  'upper',
]);

/** Compiles a template to a function that renders its text. One that only fills places does so without interpretation. */
export function compileText(nodes: readonly TemplateNode[]): (data: TemplateData) => string {
  const parts: (string | CompiledPipeline)[] = [];
  for (const node of nodes) {
    const part = node.kind === 'text' ? node.text : node.kind === 'print' ? compilePipeline(node.pipeline) : undefined;
    if (part === undefined) return (data) => renderNodes(nodes, data);
    parts.push(part);
  }
  if (parts.every((part) => typeof part === 'string')) {
    const text = parts.join('');
    return () => text;
  }
  return (data) => {
    let text = '';
    for (const part of parts) text += typeof part === 'string' ? part : printed(part(data));
    return text;
  };
}

/** Renders a template by interpretation. */
export function renderNodes(nodes: readonly TemplateNode[], { dot, root, moment }: TemplateData): string {
  return renderTemplate(nodes, dot, templateFunctions(moment), root);
}

/** Compiles a pipeline; undefined for one with variables, or with functions that need the limits of {@link renderTemplate}. */
export function compilePipeline(pipeline: Pipeline): CompiledPipeline | undefined {
  let compiled: CompiledPipeline | undefined;
  for (const command of pipeline) {
    compiled = compileCommand(command, compiled);
    if (!compiled) return undefined;
  }
  return compiled;
}

function compileCommand(
  { call, operands }: Command,
  piped: CompiledPipeline | undefined,
): CompiledPipeline | undefined {
  if (call === undefined) return piped ? undefined : compileOperand(operands[0]!);
  const values = operands.map(compileOperand);
  if (values.includes(undefined)) return undefined;
  return compileCall(call, [...(values as CompiledPipeline[]), ...(piped ? [piped] : [])]);
}

function compileCall(name: string, values: readonly CompiledPipeline[]): CompiledPipeline | undefined {
  const lasting = lastingFunction(name);
  if (!lasting) return (data) => data.moment[name]!(...values.map((value) => value(data)));
  if (!BOUNDED.has(name)) return undefined;
  const [only] = values;
  if (only && values.length === 1) return (data) => lasting(only(data));
  return (data) => lasting(...values.map((value) => value(data)));
}

function compileOperand(operand: Operand): CompiledPipeline | undefined {
  switch (operand.kind) {
    case 'literal':
      return () => operand.value;
    case 'path': {
      const { from, fields } = operand;
      if (from === 'dot') return ({ dot }) => fieldsOf(dot, fields);
      return from.variable === '$' ? ({ root }) => fieldsOf(root, fields) : undefined;
    }
    case 'nested': {
      const value = compilePipeline(operand.pipeline);
      return value && ((data) => fieldsOf(value(data), operand.fields));
    }
    case 'call':
      return operand.name === 'and' || operand.name === 'or' ? undefined : compileCall(operand.name, []);
  }
}
