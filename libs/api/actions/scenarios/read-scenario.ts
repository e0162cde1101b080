import { findInexact, inexactText, parseYamlDocument, YamlDepthError } from '@orrery/api-types';
import { unknownName, type Fields, type Schema } from '@orrery/documents';
import { parseDurationMs } from '@orrery/time';
import type { Document } from 'yaml';
import { badUserInput } from '../errors/input-error';
import { pathOf } from '../errors/user-errors';
import { FAULT_KINDS } from '../faults/fault-kinds';
import { RESTARTABLE_COMPONENTS, type RestartableComponent } from '../faults/restart-component';
import type { Expectation, ObjectReferenceFields, Scenario, ScenarioAction, ScenarioEntry } from './scenario';
import {
  API_VERSION,
  CLEAR_FAULTS_FIELDS,
  CLUSTER_FIELDS,
  EXPECTATION_FIELDS,
  FAULT_FIELDS,
  KIND,
  MAX_ENTRIES,
  MAX_TIMES,
  OBJECT_FIELDS,
  PATCH_FIELDS,
  ROOT_FIELDS,
  SPEC_FIELDS,
  TAINT_FIELDS,
  TIMING_FIELDS,
  type ActionName,
} from './scenario-fields';

type Data = Readonly<Record<string, unknown>>;

const MAX_YAML_ALIASES = 100;
const DEFAULT_WITHIN_MS = 600_000;
const ACTIONS: Readonly<Record<ActionName, (value: unknown, path: string) => ScenarioAction>> = {
  fault: (value, path) => {
    const data = actionFields(value, path, FAULT_FIELDS);
    if (data['kind'] === undefined) throw wrong(`${path}.kind`, `supported values: ${FAULT_KINDS.list.join(', ')}`);
    return { ...data, type: 'fault' } as ScenarioAction;
  },
  clearFaults: (value, path) =>
    ({ ...actionFields(value ?? {}, path, CLEAR_FAULTS_FIELDS), type: 'clearFaults' }) as ScenarioAction,
  apply: (value) => ({ type: 'apply', objects: Array.isArray(value) ? value : [value] }),
  delete: (value, path) => ({ type: 'delete', ...objectReferenceFields(fields(value, path, OBJECT_FIELDS), path) }),
  patch: (value, path) => {
    const data = fields(value, path, PATCH_FIELDS);
    return { type: 'patch', ...objectReferenceFields(data, path), patch: data['patch'] };
  },
  restart: (value, path) => ({ type: 'restart', component: component(value, path) }),
  cordon: (value, path) => ({ type: 'cordon', node: text(value, path) }),
  uncordon: (value, path) => ({ type: 'uncordon', node: text(value, path) }),
  drain: (value, path) => ({ type: 'drain', node: text(value, path) }),
  taint: (value, path) => taint('taint', value, path),
  untaint: (value, path) => taint('untaint', value, path),
  expect: (value, path) => ({ type: 'expect', expectations: expectations(value, path) }),
};

/** Returns the error for a path of the scenario, such as `spec.actions[0].at`. */
function wrong(path: string, reason: string): Error {
  return badUserInput(`${path}: ${reason}`, ['yaml', ...pathOf(path)]);
}

function parsed(yaml: string): Document.Parsed {
  try {
    return parseYamlDocument(yaml, { uniqueKeys: true });
  } catch (error) {
    if (error instanceof YamlDepthError) throw badUserInput(`error parsing YAML: ${error.message}`, ['yaml']);
    throw error;
  }
}

/** Reads a scenario; throws BAD_USER_INPUT with the path of the error. */
export function readScenario(yaml: string): Scenario {
  const document = parsed(yaml);
  const [problem] = document.errors;
  if (problem) throw badUserInput(`error parsing YAML: ${problem.message}`, ['yaml']);
  const data: unknown = document.toJS({ maxAliasCount: MAX_YAML_ALIASES });
  const inexact = findInexact(data);
  if (inexact) throw wrong(inexact.path.join('.'), inexactText(inexact.value));
  const whole = fields(data, 'scenario', ROOT_FIELDS);
  if (whole['kind'] !== KIND || whole['apiVersion'] !== API_VERSION) {
    throw badUserInput(`apiVersion and kind must be ${API_VERSION} and ${KIND}`);
  }
  const { name = 'scenario' } = (whole['metadata'] ?? {}) as { name?: string };
  const spec = fields(whole['spec'], 'spec', SPEC_FIELDS);
  // The cluster is made by who runs the scenario; here its fields are only checked for slips.
  if (spec['cluster'] !== undefined) fields(spec['cluster'], 'spec.cluster', CLUSTER_FIELDS);
  const entries = list(spec['actions'], 'spec.actions').map((entry, i) => readEntry(entry, `spec.actions[${i}]`));
  if (entries.length > MAX_ENTRIES)
    throw badUserInput(`spec.actions: Too many: must have at most ${MAX_ENTRIES} items`);
  const lastsMs = duration(spec['lasts'], 'spec.lasts');
  return { name, entries, ...(lastsMs === undefined ? {} : { lastsMs }) };
}

function readEntry(value: unknown, path: string): ScenarioEntry {
  const data = fields(value, path, [...TIMING_FIELDS, ...Object.keys(ACTIONS)]);
  const [type, ...others] = Object.keys(data).filter((key) => key in ACTIONS) as ActionName[];
  if (!type || others.length > 0) throw wrong(path, `must have exactly one of ${Object.keys(ACTIONS).join(', ')}`);
  const action = ACTIONS[type](data[type], `${path}.${type}`);
  const [atMs, afterMs, everyMs] = ['at', 'after', 'every'].map((key) => duration(data[key], `${path}.${key}`));
  if (['at', 'after', 'when'].filter((key) => data[key] !== undefined).length > 1) {
    throw wrong(path, 'must have only one of at, after, when');
  }
  const times = data['times'] as number | undefined;
  if ((everyMs === undefined) !== (times === undefined)) throw wrong(path, 'every and times must be given together');
  if (times !== undefined && !(Number.isInteger(times) && times > 0 && times <= MAX_TIMES)) {
    throw wrong(`${path}.times`, `must be an integer between 1 and ${MAX_TIMES}`);
  }
  return {
    name: typeof data['name'] === 'string' ? data['name'] : type,
    action,
    withinMs: duration(data['within'], `${path}.within`) ?? DEFAULT_WITHIN_MS,
    ...(atMs === undefined ? {} : { atMs }),
    ...(afterMs === undefined ? {} : { afterMs }),
    ...(everyMs === undefined ? {} : { everyMs }),
    ...(times === undefined ? {} : { times }),
    ...(data['when'] === undefined ? {} : { when: expectations(data['when'], `${path}.when`) }),
  };
}

function taint(type: 'taint' | 'untaint', value: unknown, path: string): ScenarioAction {
  const data = fields(value, path, TAINT_FIELDS);
  const optional = ['value', 'effect'].filter((key) => data[key] !== undefined);
  return {
    type,
    node: text(data['node'], `${path}.node`),
    key: text(data['key'], `${path}.key`),
    ...Object.fromEntries(optional.map((key) => [key, text(data[key], `${path}.${key}`)])),
  };
}

function expectations(value: unknown, path: string): Expectation[] {
  const entries = Array.isArray(value) ? (value as unknown[]) : [value];
  return entries.map((entry, i) => {
    const place = `${path}[${i}]`;
    const data = fields(entry, place, EXPECTATION_FIELDS);
    const { count } = data;
    if (count !== undefined && !(Number.isInteger(count) && (count as number) >= 0)) {
      throw wrong(`${place}.count`, 'must be a non-negative integer');
    }
    return {
      ...data,
      apiVersion: data['apiVersion'] === undefined ? 'v1' : text(data['apiVersion'], `${place}.apiVersion`),
      kind: text(data['kind'], `${place}.kind`),
    };
  });
}

function objectReferenceFields(data: Data, path: string): ObjectReferenceFields {
  return {
    apiVersion: data['apiVersion'] === undefined ? 'v1' : text(data['apiVersion'], `${path}.apiVersion`),
    kind: text(data['kind'], `${path}.kind`),
    name: text(data['name'], `${path}.name`),
    ...(data['namespace'] === undefined ? {} : { namespace: text(data['namespace'], `${path}.namespace`) }),
  };
}

function fields(value: unknown, path: string, known: readonly string[]): Data {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(path, 'must be an object');
  const unknownField = Object.keys(value).find((key) => !known.includes(key));
  if (unknownField !== undefined) throw wrong(path, unknownName(`field ${unknownField}`, unknownField, known));
  return value as Data;
}

/** Fields of an action, each as its schema has it. */
function actionFields(value: unknown, path: string, known: Fields): Data {
  const data = fields(value, path, Object.keys(known));
  const read = Object.entries(data).map(([name, given]) => {
    return [name, fieldValue(known[name]!, given, `${path}.${name}`)] as const;
  });
  return Object.fromEntries(read);
}

function fieldValue(schema: Schema, value: unknown, path: string): unknown {
  if (schema.type === 'list')
    return list(value, path).map((item, i) => fieldValue(schema.items!, item, `${path}[${i}]`));
  if (schema.values && !schema.values.some((word) => word === value)) {
    throw wrong(path, `supported values: ${schema.values.join(', ')}`);
  }
  if (schema.format === 'duration') duration(value, path);
  if (schema.format === 'amount') return String(value);
  if (schema.type === 'number') {
    if (typeof value !== 'number') throw wrong(path, 'must be a number');
    const { min = -Infinity, max = Infinity, text: reason = '' } = schema.range ?? {};
    if (value < min || value > max) throw wrong(path, reason);
  }
  return value;
}

function list(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(path, 'must be a list');
  return value;
}

function text(value: unknown, path: string): string {
  if (typeof value !== 'string' || value === '') throw wrong(path, 'must be a non-empty string');
  return value;
}

function duration(value: unknown, path: string): number | undefined {
  if (value === undefined) return undefined;
  const ms = typeof value === 'string' ? parseDurationMs(value) : undefined;
  if (ms === undefined || ms < 0) throw wrong(path, 'must be a duration such as 30s');
  return ms;
}

function component(value: unknown, path: string): RestartableComponent {
  const named = RESTARTABLE_COMPONENTS.find((each) => each === value);
  if (named === undefined) throw wrong(path, `supported values: ${RESTARTABLE_COMPONENTS.join(', ')}`);
  return named;
}
