import { invalidField, requiredField, unsupportedField, type FieldError } from '@orrery/api-types';
import { between, fields, isObject, listOf, mapOf, text, wrong, type Check } from '../behaviours/field-checks';
import { compileQuery } from './field-query';
import { LASTING_FUNCTIONS } from './go-template/functions';
import { readTemplate } from './go-template/read-template';
import { TemplateFault } from './go-template/template-nodes';
import { MOMENT_FUNCTIONS } from './moment-functions';

const FUNCTIONS: ReadonlySet<string> = new Set([...LASTING_FUNCTIONS, ...MOMENT_FUNCTIONS]);
const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'];
const KINDS = ['Pod', 'Node'];

/** Everything that is wrong with the spec of a Stage, or cannot be simulated here. */
export function stageFileErrors(spec: unknown): FieldError[] {
  if (!isObject(spec)) return [requiredField('spec')];
  const errors = fields(
    {
      resourceRef,
      selector: fields({ matchLabels: mapOf(() => text), matchAnnotations: mapOf(() => text), matchExpressions }),
      weight: wholeNumber,
      weightFrom: expression,
      delay: fields({
        durationMilliseconds: wholeNumber,
        durationFrom: expression,
        jitterDurationMilliseconds: wholeNumber,
        jitterDurationFrom: expression,
      }),
      next,
      steps: listOf(step),
      immediateNextStage: flag,
    },
    ['resourceRef', 'selector'],
  )(spec, 'spec');
  if (spec['next'] === undefined && spec['steps'] === undefined) errors.push(requiredField('spec.next'));
  if (spec['next'] !== undefined && spec['steps'] !== undefined) {
    errors.push(...wrong('spec.steps', 'steps', 'cannot be used together with next'));
  }
  return errors;
}

/** Reads a template of a stage; what is wrong with it if that cannot be. */
export function readStageTemplate(template: string): ReturnType<typeof readTemplate> | TemplateFault {
  try {
    return readTemplate(template, FUNCTIONS);
  } catch (error) {
    if (error instanceof TemplateFault) return error;
    throw error;
  }
}

const wholeNumber: Check = (value, at) =>
  Number.isSafeInteger(value) ? between(0, Infinity)(value, at) : wrong(at, value, 'must be a whole number');
const flag: Check = (value, at) => (typeof value === 'boolean' ? [] : wrong(at, value, 'must be true or false'));
const oneOf =
  (words: readonly string[]): Check =>
  (value, at) =>
    words.includes(value as string) ? [] : [unsupportedField(at, value, words)];
const refused =
  (detail: string): Check =>
  (value, at) =>
    wrong(at, typeof value === 'object' ? '' : value, detail);

function resourceRef(value: unknown, at: string): FieldError[] {
  return fields(
    {
      apiGroup: (group, where) =>
        group === 'v1' || group === ''
          ? []
          : wrong(where, group, 'only pods and nodes are led by stages here: give v1'),
      kind: (kind, where) =>
        KINDS.includes(kind as string) ? [] : wrong(where, kind, 'only pods and nodes are led by stages here'),
    },
    ['kind'],
  )(value, at);
}

const matchExpressions = listOf((value, at) => {
  if (!isObject(value)) return wrong(at, value, 'must be an object');
  if (value['cel'] !== undefined)
    return refused('expressions in CEL select nothing here: give key and operator')('', `${at}.cel`);
  return value['jq'] === undefined ? requirement(value, at) : fields({ jq: requirement })(value, at);
});

function requirement(value: unknown, at: string): FieldError[] {
  const errors = fields({ key: query, operator: oneOf(OPERATORS), values: listOf(text) }, ['key', 'operator'])(
    value,
    at,
  );
  if (errors.length > 0 || !isObject(value)) return errors;
  const hasValues = Array.isArray(value['values']) && value['values'].length > 0;
  const wantsValues = value['operator'] === 'In' || value['operator'] === 'NotIn';
  if (wantsValues && !hasValues) return [requiredField(`${at}.values`)];
  return !wantsValues && hasValues
    ? wrong(`${at}.values`, value['values'], `must be empty with operator ${String(value['operator'])}`)
    : [];
}

function query(value: unknown, at: string): FieldError[] {
  return typeof value === 'string' && compileQuery(value)
    ? []
    : wrong(
        at,
        value,
        'must be a path such as .status.phase, .metadata.labels["key"] or .a.[] | select(.b == "c") | .d',
      );
}

function expression(value: unknown, at: string): FieldError[] {
  if (!isObject(value)) return wrong(at, value, 'must be an object');
  if (value['cel'] !== undefined)
    return refused('expressions in CEL are not evaluated here: give expressionFrom')('', `${at}.cel`);
  return value['jq'] === undefined
    ? fields({ expressionFrom: query }, ['expressionFrom'])(value, at)
    : fields({ jq: fields({ expression: query }, ['expression']) })(value, at);
}

const impersonation = refused('who writes the status of pods and nodes cannot be chosen');
const event = fields({ type: oneOf(['Normal', 'Warning']), reason: text, message: text });
const values = listOf(fields({ value: text }, ['value']));
const finalizers = fields({ add: values, remove: values, empty: flag });
const patch = fields(
  {
    subresource: (value, at) =>
      value === 'status' ? [] : wrong(at, value, 'only the status is patched here: give status'),
    root: (value, at) =>
      value === 'status' || value === '' ? [] : wrong(at, value, 'only the status is patched here: give status'),
    template,
    type: (value, at) =>
      value === 'merge' || value === 'strategic'
        ? []
        : wrong(at, value, 'only merge and strategic patches are played here'),
    impersonation,
  },
  ['subresource', 'template'],
);

function next(value: unknown, at: string): FieldError[] {
  if (isObject(value) && value['patches'] && value['statusTemplate']) {
    return wrong(
      `${at}.statusTemplate`,
      firstLine(String(value['statusTemplate'])),
      'cannot be used together with patches',
    );
  }
  return fields({
    statusTemplate: template,
    statusSubresource: (name, where) =>
      name === 'status' ? [] : wrong(where, name, 'pods and nodes have only status'),
    statusPatchAs: impersonation,
    patches: listOf(patch),
    event,
    finalizers,
    delete: flag,
  })(value, at);
}

function step(value: unknown, at: string): FieldError[] {
  return fields({
    patch,
    event,
    finalizers,
    delete: flag,
    apply: refused('a stage cannot apply other objects here'),
  })(value, at);
}

function template(value: unknown, at: string): FieldError[] {
  if (typeof value !== 'string') return wrong(at, value, 'must be a string');
  const read = readStageTemplate(value);
  return read instanceof TemplateFault ? [invalidField(at, firstLine(value), read.message)] : [];
}

function firstLine(value: string): string {
  const [line = ''] = value.trim().split('\n');
  return line === value.trim() ? line : `${line} …`;
}
