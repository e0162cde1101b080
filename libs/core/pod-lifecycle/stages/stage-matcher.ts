import { parseDurationMs, parseTimeMs, type Random } from '@orrery/time';
import { compilePath, valueAt, type FieldPath } from './field-path';
import {
  FieldOperator,
  type FieldCondition,
  type StageDelay,
  type StageEvent,
  type StageRecord,
  type StageTarget,
} from './stage';
import { compileTemplate, compileText, type Template } from './status-template';

type Predicate = (subject: object) => boolean;

/** A compiled stage. */
export interface CompiledStage {
  readonly record: StageRecord;
  readonly matches: Predicate;
  readonly status: Template | undefined;
  readonly conditions: Template | undefined;
  readonly containerState: Template | undefined;
  readonly initialContainerState: Template | undefined;
  readonly events: (subject: object) => readonly RenderedEvent[];
  readonly delay: CompiledDelay | undefined;
}

interface CompiledDelay extends Pick<StageDelay, 'ms' | 'jitterMs'> {
  readonly msFrom: FieldPath | undefined;
  readonly from: FieldPath | undefined;
  readonly notAfter: FieldPath | undefined;
  readonly plus: readonly { readonly matches: Predicate; readonly ms: number }[];
}

const NO_EVENTS: readonly RenderedEvent[] = [];

export interface RenderedEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** Timing of a stage that matches since `sinceMs`. */
export interface StageTiming {
  readonly sinceMs: number;
  /** Called only for a delay with jitter. */
  readonly random: () => Random;
}

/** Field that most stages of containers test: a container is only matched against stages that may apply to its state. */
const STATE = 'container.state';
const STATE_PATH = compilePath(STATE)!;

/** The stages of a set, compiled once, by what they are about. */
export class StageMatcher {
  private readonly byTarget = new Map<StageTarget, StagesByState>();

  /** @param records must have passed `validateStages`. */
  constructor(records: readonly StageRecord[]) {
    for (const target of new Set(records.map(({ appliesTo }) => appliesTo))) {
      const stages = records.filter(({ appliesTo }) => appliesTo === target).map(compileStage);
      this.byTarget.set(target, new StagesByState(stages));
    }
  }

  /**
   * The stage that applies to a subject. Among several that match, a weighted draw decides; `random` is called only then.
   */
  match(target: StageTarget, subject: object, random: () => Random): CompiledStage | undefined {
    const stages = this.byTarget.get(target)?.candidates(subject) ?? [];
    let first: CompiledStage | undefined;
    for (const stage of stages) {
      if (!stage.matches(subject)) continue;
      if (first) return this.choose(stages, subject, random);
      first = stage;
    }
    return first;
  }

  /** The stage of a name; undefined if there is none. */
  named(target: StageTarget, name: string): CompiledStage | undefined {
    return this.byTarget.get(target)?.all.find(({ record }) => record.name === name);
  }

  private choose(stages: readonly CompiledStage[], subject: object, random: () => Random): CompiledStage | undefined {
    const matching = stages.filter((stage) => stage.matches(subject));
    const weights = matching.map(({ record }) => record.weight ?? 1);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let left = total * random().unit();
    for (let i = 0; i < matching.length; i++) {
      left -= weights[i]!;
      if (left < 0) return matching[i];
    }
    return matching[0];
  }
}

/** Stages of one target in their order; those that ask for states of the container stand ready by state. */
class StagesByState {
  private readonly byState = new Map<string, readonly CompiledStage[]>();
  private readonly ofAnyState: readonly CompiledStage[];

  constructor(readonly all: readonly CompiledStage[]) {
    const statesOf = ({ record }: CompiledStage): readonly string[] | undefined =>
      record.when.find(({ path, operator }) => path === STATE && operator === FieldOperator.In)?.values;
    this.ofAnyState = all.filter((stage) => !statesOf(stage));
    for (const state of new Set(all.flatMap((stage) => statesOf(stage) ?? []))) {
      this.byState.set(
        state,
        all.filter((stage) => statesOf(stage)?.includes(state) ?? true),
      );
    }
  }

  /** Returns all stages that may match, and some that do not. */
  candidates(subject: object): readonly CompiledStage[] {
    return this.byState.get(String(valueAt(subject, STATE_PATH))) ?? this.ofAnyState;
  }
}

/** The instant, in cluster milliseconds, of a stage that matches. */
export function stageInstant(stage: CompiledStage, subject: object, timing: StageTiming): number {
  const { delay } = stage;
  if (!delay) return timing.sinceMs;
  const from = delay.from && asInstant(valueAt(subject, delay.from));
  const base = (delay.msFrom && asDuration(valueAt(subject, delay.msFrom))) ?? delay.ms;
  let atMs = (from ?? timing.sinceMs) + jittered(base, delay.jitterMs, timing.random);
  for (const { matches, ms } of delay.plus) if (matches(subject)) atMs += ms;
  const limit = delay.notAfter && asInstant(valueAt(subject, delay.notAfter));
  return limit === undefined ? atMs : Math.min(atMs, limit);
}

function jittered(ms: number, jitterMs: number | undefined, random: () => Random): number {
  if (jitterMs === undefined) return ms;
  return jitterMs > ms ? Math.floor(ms + random().unit() * (jitterMs - ms)) : jitterMs;
}

function asInstant(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? parseTimeMs(value) : undefined;
}

function asDuration(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? parseDurationMs(value) : undefined;
}

function compileStage(record: StageRecord): CompiledStage {
  const { status, conditions, containerState, initialContainerState, events = [] } = record.next;
  const template = (source: unknown): Template | undefined =>
    source === undefined ? undefined : compileTemplate(source);
  const renderers = events.map(compileEvent);
  return {
    record,
    matches: compileConditions(record.when),
    status: template(status),
    conditions: template(conditions),
    containerState: template(containerState),
    initialContainerState: template(initialContainerState),
    events: renderers.length === 0 ? () => NO_EVENTS : (subject) => render(renderers, subject),
    delay: record.delay && compileDelay(record.delay),
  };
}

function compileDelay(delay: StageDelay): CompiledDelay {
  const path = (text: string | undefined): FieldPath | undefined =>
    text === undefined ? undefined : compilePath(text);
  return {
    ms: delay.ms,
    ...(delay.jitterMs === undefined ? {} : { jitterMs: delay.jitterMs }),
    msFrom: path(delay.msFrom),
    from: path(delay.from),
    notAfter: path(delay.notAfter),
    plus: (delay.plus ?? []).map(({ when, ms }) => ({ matches: compileConditions(when), ms })),
  };
}

type EventRenderer = (subject: object, events: RenderedEvent[]) => void;

function render(renderers: readonly EventRenderer[], subject: object): RenderedEvent[] {
  const events: RenderedEvent[] = [];
  for (const add of renderers) add(subject, events);
  return events;
}

function compileEvent({ when = [], type, reason, message, forEach }: StageEvent): EventRenderer {
  const matches = compileConditions(when);
  const text = compileText(message);
  const items = forEach === undefined ? undefined : compilePath(forEach)!;
  return (subject, events) => {
    if (!matches(subject)) return;
    if (!items) return void events.push({ type, reason, message: text(subject) });
    const list = valueAt(subject, items);
    if (!Array.isArray(list)) return;
    for (const item of list as unknown[]) events.push({ type, reason, message: text({ item, ...subject }) });
  };
}

function compileConditions(conditions: readonly FieldCondition[]): Predicate {
  const predicates = conditions.map(compileCondition);
  return (subject) => {
    for (const predicate of predicates) if (!predicate(subject)) return false;
    return true;
  };
}

function compileCondition({ path: text, operator, values = [] }: FieldCondition): Predicate {
  const path = compilePath(text)!;
  const accepted = new Set(values);
  switch (operator) {
    case FieldOperator.In:
      return (subject) => isOneOf(valueAt(subject, path), accepted);
    case FieldOperator.NotIn:
      return (subject) => !isOneOf(valueAt(subject, path), accepted);
    case FieldOperator.Exists:
      return (subject) => valueAt(subject, path) !== undefined;
    case FieldOperator.DoesNotExist:
      return (subject) => valueAt(subject, path) === undefined;
  }
}

function isOneOf(value: unknown, accepted: ReadonlySet<string>): boolean {
  return value !== undefined && accepted.has(String(value));
}
