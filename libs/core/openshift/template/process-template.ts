import {
  invalidField,
  isRecord,
  requiredField,
  type FieldError,
  type Template,
  type TemplateParameter,
} from '@orrery/api-types';
import { generatedValue, type Choose } from './generated-value';

type Json = Record<string, unknown>;

/** A reference in a text: `${NAME}`. */
const IN_TEXT = /\$\{([a-zA-Z0-9_]+)\}/g;
/** A text that is one reference, whose value is JSON: `${{NAME}}`. */
const AS_VALUE = /^\$\{\{([a-zA-Z0-9_]+)\}\}$/;
const GENERATOR = 'expression';
/** Largest total length of all texts, in characters: a small template could otherwise produce any amount. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** A template with its parameters filled in, or what is wrong with it. */
export type ProcessedTemplate =
  { readonly ok: true; readonly template: Template } | { readonly ok: false; readonly errors: readonly FieldError[] };

/**
 * Fills in the parameters of a Template: values are generated, references in message, labels and objects replaced, namespaces
 * that are not references removed, and the labels given to every object (`templateprocessing.Process` of OpenShift).
 */
export function processTemplate(template: Template, choose: Choose): ProcessedTemplate {
  const errors: FieldError[] = [];
  const parameters = (template.parameters ?? []).map((parameter, index) =>
    withValue(parameter, { field: `template.parameters[${index}]`, index, choose, errors }),
  );
  (template.objects ?? []).forEach((object, i) => {
    if (isRecord(object)) return;
    errors.push(invalidField(`template.objects[${i}]`, object, 'unable to handle object: must be an object'));
  });
  if (errors.length > 0) return { ok: false, errors };
  const fill = new Filler(new Map(parameters.map(({ name = '', value = '' }) => [name, value])));
  try {
    return { ok: true, template: filled({ ...template, parameters }, fill) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ok: false, errors: [invalidField('objects', '', error.message)] };
  }
}

function withValue(
  parameter: TemplateParameter,
  { field, index, choose, errors }: { field: string; index: number; choose: Choose; errors: FieldError[] },
): TemplateParameter {
  const { name = '', value = '', generate = '', from = '', required } = parameter;
  if (value !== '') return parameter;
  if (generate !== '' && generate !== GENERATOR) {
    errors.push(invalidField(field, generate, `Unknown generator name '${generate}' for parameter ${name}`));
    return parameter;
  }
  try {
    const made = generate === '' ? '' : generatedValue(from, choose);
    if (made !== '') return { ...parameter, value: made };
  } catch (error) {
    errors.push(invalidField(field, from, (error as RangeError).message));
    return parameter;
  }
  if (required) {
    const detail = `template.parameters[${index}]: parameter ${name} is required and must be specified`;
    errors.push(requiredField(field, detail));
  }
  return parameter;
}

function filled(template: Template, fill: Filler): Template {
  const { message, labels, objects = [] } = template;
  const filledLabels = labels && (fill.inEverything(labels) as Readonly<Record<string, string>>);
  return {
    ...template,
    ...(message === undefined ? {} : { message: fill.inText(message) }),
    ...(filledLabels ? { labels: filledLabels } : {}),
    objects: objects.map((object) => withLabels(fill.inEverything(withoutNamespace(object)), filledLabels)),
  };
}

/** Replaces references by the values of parameters; a reference to no parameter stays. */
class Filler {
  private characters = 0;

  constructor(private readonly values: ReadonlyMap<string, string>) {}

  inText(text: string): string {
    const result = text.replace(IN_TEXT, (whole, name: string) => this.values.get(name) ?? whole);
    this.characters += result.length;
    if (this.characters > MAX_CHARACTERS) {
      throw new RangeError(`the template becomes larger than ${MAX_CHARACTERS} characters`);
    }
    return result;
  }

  /** A value with its parts, names of fields included. */
  inEverything(value: unknown): unknown {
    if (typeof value === 'string') return this.inValue(value);
    if (Array.isArray(value)) return value.map((item) => this.inEverything(item));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [this.inText(name), this.inEverything(each)]),
    );
  }

  private inValue(text: string): unknown {
    const value = this.values.get(AS_VALUE.exec(text)?.[1] ?? '');
    if (value === undefined) return this.inText(text);
    try {
      this.characters += value.length;
      return JSON.parse(value) as unknown;
    } catch {
      // A value that is not JSON is a text.
      return this.inText(value);
    }
  }
}

/** Objects come into the namespace that they are created in, unless a parameter says another. */
function withoutNamespace(object: unknown): unknown {
  const metadata = isRecord(object) ? object['metadata'] : undefined;
  if (!isRecord(metadata) || !('namespace' in metadata)) return object;
  const { namespace, ...rest } = metadata;
  if (typeof namespace === 'string' && namespace.search(IN_TEXT) >= 0) return object;
  return { ...(object as Json), metadata: rest };
}

function withLabels(object: unknown, labels: Template['labels']): unknown {
  if (!labels || !isRecord(object)) return object;
  const labelled = { ...object, metadata: merged(object['metadata'], labels) };
  const spec = object['spec'];
  if (object['kind'] !== 'DeploymentConfig' || !isRecord(spec) || !isRecord(spec['template'])) return labelled;
  const { template } = spec;
  return { ...labelled, spec: { ...spec, template: { ...template, metadata: merged(template['metadata'], labels) } } };
}

function merged(metadata: unknown, labels: Readonly<Record<string, string>>): Json {
  const own = isRecord(metadata) ? metadata : {};
  return { ...own, labels: { ...(own['labels'] as object | undefined), ...labels } };
}
