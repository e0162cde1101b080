import { invalidField, requiredField, type FieldError } from '@orrery/api-types';
import {
  anyObject,
  anyValue,
  boolean,
  choice,
  fieldErrorOf,
  fields,
  integer,
  isPlainObject,
  listOf,
  mapOf,
  readDocument,
  string,
  type Schema,
} from '@orrery/documents';
import { matching } from '../behaviours/value-schemas';
import { compileQuery } from './field-query';
import { LASTING_FUNCTIONS } from './go-template/functions';
import { readTemplate } from './go-template/read-template';
import { TemplateFault } from './go-template/template-nodes';
import { MOMENT_FUNCTIONS } from './moment-functions';
import { CONTAINER_ACTIONS, KubeletAction, KubeletStageTarget, type StageFileSpec } from './stage-file';

const FUNCTIONS: ReadonlySet<string> = new Set([...LASTING_FUNCTIONS, ...MOMENT_FUNCTIONS]);
const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'];

/** Returns the errors of the spec of a Stage, and of the parts that cannot be simulated here. */
export function stageFileErrors(spec: unknown): FieldError[] {
  if (!isPlainObject(spec)) return [requiredField('spec')];
  const errors = readDocument(spec, STAGE, { field: 'spec' }).findings.map(fieldErrorOf);
  if (spec['next'] === undefined && spec['steps'] === undefined) errors.push(requiredField('spec.next'));
  if (spec['next'] !== undefined && spec['steps'] !== undefined) {
    errors.push(invalidField('spec.steps', 'steps', 'cannot be used together with next'));
  }
  // A spec without findings has the fields and types of a stage.
  return errors.length > 0 ? errors : kubeletErrors(spec as unknown as StageFileSpec);
}

/** Returns the errors of fields that only some stages of kubelets have. */
function kubeletErrors({ kubelet, resourceRef, steps, immediateNextStage, next = {} }: StageFileSpec): FieldError[] {
  const refuse = (field: string, detail: string): FieldError[] => [
    invalidField(`spec.${field}`, field.split('.').at(-1)!, detail),
  ];
  if (kubelet === undefined) {
    return KUBELET_FIELDS.filter((field) => next[field] !== undefined).flatMap((field) =>
      refuse(`next.${field}`, 'only a stage of the kubelet has it: give spec.kubelet'),
    );
  }
  const isOfContainer = kubelet === KubeletStageTarget.Container;
  const foreign = (next.actions ?? []).filter((action) => CONTAINER_ACTIONS.has(action) && !isOfContainer);
  return [
    ...(resourceRef.kind === 'Pod' ? [] : refuse('kubelet', 'only pods have stages of the kubelet')),
    ...(steps ? refuse('steps', 'a stage of the kubelet has next') : []),
    ...(immediateNextStage
      ? refuse('immediateNextStage', 'stages of the kubelet at one instant are always written as one')
      : []),
    ...(next.containerStateTemplate !== undefined && !isOfContainer
      ? refuse('next.containerStateTemplate', 'only a stage of containers has it: give spec.kubelet Container')
      : []),
    ...foreign.map((action) => invalidField('spec.next.actions', action, 'only a stage of containers does this')),
  ];
}

const KUBELET_FIELDS = ['containerStateTemplate', 'initialContainerStateTemplate', 'actions', 'remember'] as const;

/** Reads a template of a stage; returns the error if it is invalid. */
export function readStageTemplate(template: string): ReturnType<typeof readTemplate> | TemplateFault {
  try {
    return readTemplate(template, FUNCTIONS);
  } catch (error) {
    if (error instanceof TemplateFault) return error;
    throw error;
  }
}

const wholeNumber = integer({
  expected: 'must be a whole number',
  range: { min: 0, text: 'must not be less than 0' },
});
const oneOfValues = (values: readonly string[]): Schema<string, false> => anyValue({ values });
/** A field that upstream has and that cannot be simulated. */
const refused = (detail: string): Schema =>
  anyValue({ check: (value) => [invalidField('', typeof value === 'object' ? '' : value, detail)] });
const noCel = (detail: string): Schema => anyValue({ check: () => [invalidField('.cel', '', detail)] });

const resourceRef = fields(
  {
    apiGroup: matching('only pods and nodes have stages: give v1', (group) => group === 'v1' || group === ''),
    kind: matching('only pods and nodes have stages', (kind) => kind === 'Pod' || kind === 'Node'),
  },
  { required: ['kind'] },
);

const query = matching<string>(
  'must be a path such as .status.phase, .metadata.labels["key"] or .a.[] | select(.b == "c") | .d',
  (value) => typeof value === 'string' && compileQuery(value) !== undefined,
);

const requirement = fields(
  { key: query, operator: oneOfValues(OPERATORS), values: listOf(string()) },
  {
    required: ['key', 'operator'],
    check: ({ operator = '', values = [] }) => {
      const wantsValues = operator === 'In' || operator === 'NotIn';
      if (wantsValues && values.length === 0) return [requiredField('.values')];
      return !wantsValues && values.length > 0
        ? [invalidField('.values', values, `must be empty with operator ${operator}`)]
        : undefined;
    },
  },
);
const matchExpression = choice<unknown>((value) => {
  if (!isPlainObject(value)) return anyObject();
  if (value['cel'] !== undefined) return noCel('expressions in CEL select nothing here: give key and operator');
  return value['jq'] === undefined ? requirement : fields({ jq: requirement });
});

const expression = choice<unknown>((value) => {
  if (!isPlainObject(value)) return anyObject();
  if (value['cel'] !== undefined) return noCel('expressions in CEL are not evaluated here: give expressionFrom');
  return value['jq'] === undefined
    ? fields({ expressionFrom: query }, { required: ['expressionFrom'] })
    : fields({ jq: fields({ expression: query }, { required: ['expression'] }) });
});

const template = string({
  check: (value) => {
    const read = readStageTemplate(value);
    return read instanceof TemplateFault ? [invalidField('', firstLine(value), read.message)] : undefined;
  },
});
const impersonation = refused('who writes the status of pods and nodes cannot be chosen');
const event = fields({ type: oneOfValues(['Normal', 'Warning']), reason: string(), message: string() });
const values = listOf(fields({ value: string() }, { required: ['value'] }));
const finalizers = fields({ add: values, remove: values, empty: boolean() });
const ONLY_STATUS = 'only the status is patched here: give status';
const patch = fields(
  {
    subresource: matching(ONLY_STATUS, (value) => value === 'status'),
    root: matching(ONLY_STATUS, (value) => value === 'status' || value === ''),
    template,
    type: matching(
      'only merge and strategic patches are played here',
      (value) => value === 'merge' || value === 'strategic',
    ),
    impersonation,
  },
  { required: ['subresource', 'template'] },
);

const eventTemplate = fields(
  {
    type: oneOfValues(['Normal', 'Warning']),
    reason: string(),
    message: string(),
    messageTemplate: template,
    forEach: query,
    matchExpressions: listOf(matchExpression),
  },
  {
    check: ({ message, messageTemplate }) =>
      message !== undefined && messageTemplate !== undefined
        ? [invalidField('.messageTemplate', firstLine(String(messageTemplate)), 'cannot be used together with message')]
        : undefined,
  },
);
const word = matching('must be a name of letters and digits', (value) => /^[A-Za-z][A-Za-z0-9]*$/.test(String(value)));

const NEXT = fields({
  statusTemplate: template,
  statusSubresource: matching('pods and nodes have only status', (name) => name === 'status'),
  statusPatchAs: impersonation,
  patches: listOf(patch),
  event,
  finalizers,
  delete: boolean(),
  containerStateTemplate: template,
  initialContainerStateTemplate: template,
  actions: listOf(oneOfValues(Object.values(KubeletAction))),
  remember: listOf(word),
  events: listOf(eventTemplate),
});
const next = choice<unknown>((value) => {
  if (!isPlainObject(value) || !value['patches'] || !value['statusTemplate']) return NEXT;
  const line = firstLine(String(value['statusTemplate']));
  return anyValue({ check: () => [invalidField('.statusTemplate', line, 'cannot be used together with patches')] });
});

const step = fields({
  patch,
  event,
  finalizers,
  delete: boolean(),
  apply: refused('a stage cannot apply other objects here'),
});

const STAGE = fields(
  {
    resourceRef,
    kubelet: oneOfValues(Object.values(KubeletStageTarget)),
    selector: fields({
      matchLabels: mapOf(string()),
      matchAnnotations: mapOf(string()),
      matchExpressions: listOf(matchExpression),
    }),
    weight: wholeNumber,
    weightFrom: expression,
    delay: fields({
      durationMilliseconds: wholeNumber,
      durationFrom: expression,
      jitterDurationMilliseconds: wholeNumber,
      jitterDurationFrom: expression,
      startFrom: expression,
      extraFrom: expression,
      limitFrom: expression,
    }),
    next,
    steps: listOf(step),
    immediateNextStage: boolean(),
  },
  { required: ['resourceRef', 'selector'] },
);

function firstLine(value: string): string {
  const [line = ''] = value.trim().split('\n');
  return line === value.trim() ? line : `${line} …`;
}
