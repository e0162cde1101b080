import { YamlDepthError, type ContainerState } from '@orrery/api-types';
import { isPlainObject } from '@orrery/documents';
import { YAMLParseError } from 'yaml';
import { compileExpressions } from './compile-selector';
import { compileQuery } from './field-query';
import { compileText, type TemplateData } from './go-template/compile-template';
import { TemplateFault, type TemplateNode } from './go-template/template-nodes';
import { compileDocument, type DocumentTemplate } from './status-template';
import type { Stage, StageFilePatch, StageFileSpec, StageFileStep, StagePlay, StagePlayEvent } from './stage-file';
import { readStageTemplate } from './validate-stage-file';

type Next = NonNullable<StageFileSpec['next']>;
type Writable<T> = { -readonly [K in keyof T]: T[K] };
/** The effect of stage as far as it is played: no step after the deletion changes anything. */
type Play = Writable<StagePlay> & {
  readonly statusPatches: StagePlay['statusPatches'][number][];
  readonly events: StagePlayEvent[];
};
/** Plays a part of a stage. */
type Part = (play: Play, data: TemplateData) => void;

/** Compiles the effect of a stage, when it is played first: most stages never are. */
export function compileNext(spec: StageFileSpec): Stage['play'] {
  let parts: readonly Part[] | undefined;
  return (subject, moment) => {
    parts ??= spec.steps ? spec.steps.flatMap(partsOfStep) : partsOfNext(spec.next ?? {});
    const play: Play = { statusPatches: [], events: [], finalizers: undefined, deletes: false };
    const data: TemplateData = { dot: subject, root: subject, moment };
    try {
      for (const part of parts) part(play, data);
    } catch (error) {
      return { statusPatches: [], events: [], finalizers: undefined, deletes: false, fault: faultOf(error) };
    }
    return play;
  };
}

/** The order in which the parts of `next` take place. */
function partsOfNext(next: Next): Part[] {
  const { event, finalizers, patches = [], statusTemplate, delete: deletes, events = [] } = next;
  const { containerStateTemplate, initialContainerStateTemplate } = next;
  return [
    ...partsOfStep({ ...(event ? { event } : {}), ...(finalizers ? { finalizers } : {}) }),
    ...events.map(eventPart),
    ...patches.map(patchPart),
    ...(statusTemplate === undefined ? [] : [patchPart({ root: 'status', template: statusTemplate })]),
    ...(initialContainerStateTemplate === undefined
      ? []
      : [statePart('initialContainerState', initialContainerStateTemplate)]),
    ...(containerStateTemplate === undefined ? [] : [statePart('containerState', containerStateTemplate)]),
    ...(deletes ? partsOfStep({ delete: true }) : []),
  ];
}

function partsOfStep({ event, finalizers, delete: deletes, patch }: StageFileStep): Part[] {
  return [
    ...(event ? [eventPart(event)] : []),
    ...(finalizers ? [finalizersPart(finalizers)] : []),
    ...(patch ? [patchPart(patch)] : []),
    ...(deletes ? [(play: Play) => void (play.deletes = true)] : []),
  ];
}

function finalizersPart({ add = [], remove = [], empty }: NonNullable<StageFileStep['finalizers']>): Part {
  const valuesOf = (items: readonly { readonly value: string }[]): string[] => items.map(({ value }) => value);
  return (play) => {
    if (play.deletes) return;
    play.finalizers = { add: valuesOf(add), remove: valuesOf(remove), ...(empty ? { empty } : {}) };
  };
}

function eventPart(event: NonNullable<Next['events']>[number]): Part {
  const { type = 'Normal', reason = '', message = '', messageTemplate, forEach, matchExpressions } = event;
  const text = messageTemplate === undefined ? () => message : compileText(nodesOf(messageTemplate));
  const add = (play: Play, data: TemplateData): void => void play.events.push({ type, reason, message: text(data) });
  const each = forEach === undefined ? undefined : compileQuery(forEach)!;
  const matches = matchExpressions && compileExpressions(matchExpressions);
  return (play, data) => {
    if (matches && !matches(data.root as object)) return;
    if (!each) return add(play, data);
    for (const dot of each.all(data.root)) add(play, { ...data, dot });
  };
}

function patchPart({ root = '', template, type = 'strategic' }: StageFilePatch): Part {
  const document = compileDocument(nodesOf(template));
  const isStatus = root === 'status';
  return (play, data) => {
    if (play.deletes) return;
    const value = document(data);
    const patch = isStatus ? value : ((value ?? {}) as Record<string, unknown>)['status'];
    play.statusPatches.push({ type, patch: objectOf(patch) ?? {} });
  };
}

function statePart(field: 'containerState' | 'initialContainerState', template: string): Part {
  const document: DocumentTemplate = compileDocument(nodesOf(template));
  return (play, data) => {
    play[field] = containerStateOf(withoutNulls(objectOf(document(data))));
  };
}

/** Returns a value that has to be the state of a container. */
function containerStateOf(value: unknown): ContainerState {
  const state = (value ?? {}) as Record<string, unknown>;
  const [kind = '', ...others] = Object.keys(state);
  const fields = state[kind];
  if (!isPlainObject(fields) || others.length > 0 || !['waiting', 'running', 'terminated'].includes(kind))
    throw new TemplateFault(
      'the template does not come to a state of a container: give waiting, running or terminated',
    );
  if (kind === 'terminated' && !Number.isInteger(fields['exitCode']))
    throw new TemplateFault('the template comes to an end without an exitCode');
  return state as ContainerState;
}

/** Returns a value that has to be an object; undefined for nothing. */
function objectOf(value: unknown): object | undefined {
  if (value === undefined || value === null) return undefined;
  if (isPlainObject(value)) return value;
  throw new TemplateFault('the template does not come to an object');
}

/** Returns the object without fields that are null; most have none, and are returned as they are. */
function withoutNulls(value: unknown): unknown {
  return hasNulls(value)
    ? Object.fromEntries(fieldsOf(value).map(([name, field]) => [name, withoutNulls(field)]))
    : value;
}

function hasNulls(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isPlainObject(value)) return false;
  for (const name in value) if (value[name] === null || hasNulls(value[name])) return true;
  return false;
}

function fieldsOf(object: Readonly<Record<string, unknown>>): [name: string, field: unknown][] {
  return Object.entries(object).filter(([, field]) => field !== null);
}

/** Returns the nodes of a template that the check of stages has read before. */
function nodesOf(template: string): readonly TemplateNode[] {
  const nodes = readStageTemplate(template);
  return nodes instanceof TemplateFault ? [] : nodes;
}

/** Returns why a template made no sense of a subject. Throws every other error again. */
function faultOf(error: unknown): string {
  if (error instanceof TemplateFault) return error.message;
  // Aliases are refused with a ReferenceError.
  if (error instanceof YAMLParseError || error instanceof ReferenceError || error instanceof YamlDepthError) {
    return `the template does not come to YAML: ${error.message.split('\n')[0]}`;
  }
  throw error;
}
