import { parseYaml, YamlDepthError } from '@orrery/api-types';
import { parseDurationMs, parseTimeMs } from '@orrery/time';
import { YAMLParseError } from 'yaml';
import { compileQuery, type FieldQuery } from './field-query';
import { templateFunctions } from './go-template/functions';
import { renderTemplate, type TemplateFunction } from './go-template/render';
import { TemplateFault, type TemplateNode } from './go-template/template-nodes';
import type {
  DrivingStage,
  StageDrivenKind,
  StageSubject,
  StageTiming,
  StageFile,
  StageFileExpression,
  StageFilePatch,
  StageFileRequirement,
  StageFileSelector,
  StageFileSpec,
  StageFileStep,
  StagePlay,
} from './stage-file';
import { readStageTemplate } from './validate-stage-file';

/** Names of the annotations with which an object tunes a stage: `<stage>.stage.kwok.x-k8s.io/delay`. */
const TUNING = '.stage.kwok.x-k8s.io/';

/** Compiles a stage; `stageFileErrors` must have found nothing wrong with it. */
export function readStageFile({ metadata, spec }: StageFile): DrivingStage {
  const { name } = metadata;
  const steps = (spec.steps ?? stepsOf(spec)).map(compileStep);
  const delay = compileDelay(name, spec.delay ?? {});
  return {
    name,
    kind: spec.resourceRef.kind as StageDrivenKind,
    isFollowedAtOnce: spec.immediateNextStage ?? false,
    matches: compileSelector(spec.selector),
    weightOf: compileWeight(name, spec),
    instantOf: delay,
    play: (subject, ofTheMoment) => play(steps, subject, ofTheMoment),
  };
}

/** The order in which the parts of `next` take place. */
function stepsOf({ next = {} }: StageFileSpec): StageFileStep[] {
  const { event, finalizers, delete: deletes, statusTemplate, patches = [] } = next;
  return [
    ...(event ? [{ event }] : []),
    ...(finalizers ? [{ finalizers }] : []),
    ...patches.map((patch) => ({ patch })),
    ...(statusTemplate ? [{ patch: { root: 'status', template: statusTemplate } }] : []),
    ...(deletes ? [{ delete: true }] : []),
  ];
}

function compileSelector({ matchLabels = {}, matchAnnotations = {}, matchExpressions = [] }: StageFileSelector) {
  const labels = Object.entries(matchLabels);
  const annotations = Object.entries(matchAnnotations);
  const requirements = matchExpressions.map((each) => compileRequirement('jq' in each ? each.jq : each));
  return (subject: StageSubject): boolean => {
    const { metadata } = subject;
    for (const [key, value] of labels) if (metadata.labels?.[key] !== value) return false;
    for (const [key, value] of annotations) if (metadata.annotations?.[key] !== value) return false;
    for (const holds of requirements) if (!holds(subject)) return false;
    return true;
  };
}

function compileRequirement({ key, operator, values = [] }: StageFileRequirement): (subject: StageSubject) => boolean {
  const query = compileQuery(key)!;
  const accepted = new Set(values);
  switch (operator) {
    case 'In':
      return (subject) => query(subject).some((value) => accepted.has(String(value)));
    case 'NotIn':
      return (subject) => !query(subject).some((value) => accepted.has(String(value)));
    case 'Exists':
      return (subject) => query(subject).length > 0;
    default:
      return (subject) => query(subject).length === 0;
  }
}

function queryOf(given: StageFileExpression | undefined, stage: string, word: string): FieldQuery {
  if (given) return compileQuery('jq' in given ? given.jq.expression : given.expressionFrom)!;
  const name = stage + TUNING + word;
  return (subject) => {
    const text = (subject as StageSubject).metadata.annotations?.[name];
    return text === undefined ? [] : [text];
  };
}

function compileWeight(stage: string, { weight = 0, weightFrom }: StageFileSpec): DrivingStage['weightOf'] {
  const query = queryOf(weightFrom, stage, 'weight');
  return (subject) => {
    const [value] = query(subject);
    if (typeof value === 'number') return Math.trunc(value);
    if (typeof value !== 'string') return weight;
    return /^[0-9]+$/.test(value) ? Number(value) : undefined;
  };
}

/**
 * Returns the instant of a stage: after `d`; with jitter `j` at a random moment between `d` and `j`, or after `j` itself if
 * that is not longer than `d`.
 */
function compileDelay(stage: string, delay: NonNullable<StageFileSpec['delay']>): DrivingStage['instantOf'] {
  const duration = compileDuration(queryOf(delay.durationFrom, stage, 'delay'), delay.durationMilliseconds ?? 0);
  const jitter = compileDuration(
    queryOf(delay.jitterDurationFrom, stage, 'jitter-delay'),
    delay.jitterDurationMilliseconds,
  );
  return (subject, timing) => {
    const { sinceMs } = timing;
    const ms = duration(subject, sinceMs) ?? 0;
    const jitterMs = jitter(subject, sinceMs);
    return sinceMs + Math.max(0, jitterMs === undefined ? ms : jittered(ms, jitterMs, timing));
  };
}

function jittered(ms: number, jitterMs: number, { random }: StageTiming): number {
  return jitterMs > ms ? Math.floor(ms + random().unit() * (jitterMs - ms)) : jitterMs;
}

/**
 * Returns a reader of an object's delay, given as a duration or as the time of its end; `otherwise` where the object has no
 * readable one.
 */
function compileDuration(query: FieldQuery, otherwise: number | undefined) {
  return (subject: StageSubject, sinceMs: number): number | undefined => {
    const [value] = query(subject);
    if (typeof value !== 'string') return otherwise;
    if (value === '') return undefined;
    const timeMs = parseTimeMs(value);
    return timeMs === undefined ? (parseDurationMs(value) ?? otherwise) : timeMs - sinceMs;
  };
}

type CompiledStep = Omit<StageFileStep, 'patch'> & { readonly patch?: CompiledPatch };

interface CompiledPatch {
  readonly nodes: readonly TemplateNode[];
  /** True if the template is the status, or an object with the status in it. */
  readonly isStatus: boolean;
  readonly type: 'merge' | 'strategic';
}

function compileStep({ patch, ...step }: StageFileStep): CompiledStep {
  return patch ? { ...step, patch: compilePatch(patch) } : step;
}

function compilePatch({ root = '', template, type = 'strategic' }: StageFilePatch): CompiledPatch {
  const nodes = readStageTemplate(template);
  return { nodes: nodes instanceof TemplateFault ? [] : nodes, isStatus: root === 'status', type };
}

function play(
  steps: readonly CompiledStep[],
  subject: StageSubject,
  ofTheMoment: Readonly<Record<string, TemplateFunction>>,
): StagePlay {
  const statusPatches: StagePlay['statusPatches'][number][] = [];
  const events: StagePlay['events'][number][] = [];
  let finalizers: StagePlay['finalizers'];
  let deletes = false;
  const functions = templateFunctions(ofTheMoment);
  for (const step of steps) {
    if (step.event) {
      const { type = 'Normal', reason = '', message = '' } = step.event;
      events.push({ type, reason, message });
    }
    // What is deleted is changed no more.
    if (deletes) continue;
    if (step.finalizers) {
      const { add = [], remove = [], empty } = step.finalizers;
      const valuesOf = (items: readonly { readonly value: string }[]): string[] => items.map(({ value }) => value);
      finalizers = { add: valuesOf(add), remove: valuesOf(remove), ...(empty ? { empty } : {}) };
    }
    if (step.delete) deletes = true;
    if (!step.patch) continue;
    const written = writePatch(step.patch, subject, functions);
    if ('fault' in written) return { statusPatches: [], events: [], finalizers: undefined, deletes: false, ...written };
    statusPatches.push({ type: step.patch.type, patch: written.patch });
  }
  return { statusPatches, events, finalizers, deletes };
}

function writePatch(
  { nodes, isStatus }: CompiledPatch,
  subject: StageSubject,
  functions: ReturnType<typeof templateFunctions>,
): { patch: unknown } | { fault: string } {
  try {
    const document: unknown = parseYaml(renderTemplate(nodes, subject, functions), { maxAliasCount: 0 });
    const patch = isStatus ? document : ((document ?? {}) as Record<string, unknown>)['status'];
    if (patch !== undefined && patch !== null && (typeof patch !== 'object' || Array.isArray(patch))) {
      return { fault: 'the template does not come to an object' };
    }
    return { patch: patch ?? {} };
  } catch (error) {
    if (error instanceof TemplateFault) return { fault: error.message };
    // Aliases are refused with a ReferenceError.
    if (error instanceof YAMLParseError || error instanceof ReferenceError || error instanceof YamlDepthError) {
      return { fault: `the template does not come to YAML: ${error.message.split('\n')[0]}` };
    }
    throw error;
  }
}
