import { RELEASES } from '@orrery/api-types';
import { jsonSchemaOf, type Fields, type JsonSchema, type Schema } from '@orrery/documents';
import { INJECT_FAULT } from '../faults/fault-inputs';
import { RESTARTABLE_COMPONENTS } from '../faults/restart-component';
import {
  API_VERSION,
  CLEAR_FAULTS_FIELDS,
  FAULT_FIELDS,
  KIND,
  MAX_ENTRIES,
  MAX_TIMES,
  type ActionName,
  type CLUSTER_FIELDS,
  type EXPECTATION_FIELDS,
  type OBJECT_FIELDS,
  type PATCH_FIELDS,
  type ROOT_FIELDS,
  type SPEC_FIELDS,
  type TAINT_FIELDS,
  type TIMING_FIELDS,
} from './scenario-fields';

/** A schema for each field of a list that the reader has: one that is missing here does not compile. */
type SchemasOf<Fields extends readonly string[]> = Readonly<Record<Fields[number], JsonSchema>>;

const TEXT = { type: 'string', minLength: 1 };
const ANY_TEXT = { type: 'string' };
/** Go's syntax, without a minus: no time of a scenario lies before another one. */
const DURATION = {
  type: 'string',
  pattern: '^\\s*\\+?(0|((\\d+(\\.\\d*)?|\\.\\d+)(ns|us|µs|μs|ms|s|m|h))+)\\s*$',
  description: 'a duration such as 30s, 5m or 1h30m',
};
const OBJECT = { type: 'object' };

function object<Fields extends readonly string[]>(
  properties: SchemasOf<Fields>,
  required: readonly Fields[number][] = [],
): JsonSchema {
  return { type: 'object', properties, additionalProperties: false, ...(required.length > 0 ? { required } : {}) };
}

/** The schema of the fields of an action; an amount may be a number as well. */
function ofAction(known: Fields): JsonSchema {
  const schemaOf = ({ format, about: description, ...schema }: Schema): JsonSchema => {
    if (format === 'duration') return { ...DURATION, description };
    if (format === 'amount') return { type: ['string', 'number'], description };
    return jsonSchemaOf({ ...schema, ...(description === undefined ? {} : { about: description }) });
  };
  const properties = Object.fromEntries(Object.entries(known).map(([name, schema]) => [name, schemaOf(schema)]));
  return { type: 'object', properties, additionalProperties: false };
}

const reference = (name: string): JsonSchema => ({ $ref: `#/definitions/${name}` });
const oneOrMore = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'array', items: schema }] });

const REFERENCE: SchemasOf<typeof OBJECT_FIELDS> = {
  apiVersion: { ...TEXT, description: 'v1 if not given' },
  kind: TEXT,
  namespace: { ...TEXT, description: 'default if not given' },
  name: TEXT,
};
const NODE = { ...TEXT, description: 'the name of a node' };

const DEFINITIONS = {
  expectation: object<typeof EXPECTATION_FIELDS>(
    {
      ...REFERENCE,
      namespace: { ...ANY_TEXT, description: 'default if not given' },
      name: ANY_TEXT,
      labelSelector: ANY_TEXT,
      matches: { description: 'what objects have at least: fields by name, items of lists wherever they are' },
      count: { type: 'integer', minimum: 0, description: 'exact number of objects; at least one if not given' },
    },
    ['kind'],
  ),
  taint: object<typeof TAINT_FIELDS>({ node: NODE, key: TEXT, value: TEXT, effect: TEXT }, ['node', 'key']),
};

const ACTIONS: Readonly<Record<ActionName, JsonSchema>> = {
  fault: { ...ofAction(FAULT_FIELDS), required: INJECT_FAULT.required },
  clearFaults: { anyOf: [{ type: 'null' }, ofAction(CLEAR_FAULTS_FIELDS)] },
  apply: { description: 'one object or a list of them, as of kubectl apply --server-side --force-conflicts' },
  delete: object<typeof OBJECT_FIELDS>(REFERENCE, ['kind', 'name']),
  patch: object<typeof PATCH_FIELDS>({ ...REFERENCE, patch: { description: 'a merge patch' } }, ['kind', 'name']),
  restart: { enum: RESTARTABLE_COMPONENTS },
  cordon: NODE,
  uncordon: NODE,
  drain: NODE,
  taint: reference('taint'),
  untaint: reference('taint'),
  expect: oneOrMore(reference('expectation')),
};

const TIMING: SchemasOf<typeof TIMING_FIELDS> = {
  name: { description: 'what reports call the step' },
  at: { ...DURATION, description: 'when, since the start of the scenario' },
  after: { ...DURATION, description: 'when, since the entry before' },
  every: { ...DURATION, description: 'again after so long, as often as times says' },
  times: { type: 'integer', minimum: 1, maximum: MAX_TIMES },
  when: { ...oneOrMore(reference('expectation')), description: 'as soon as all of it holds' },
  within: { ...DURATION, description: 'how long when may take; 10m if not given' },
};

const without = (...fields: readonly string[]): JsonSchema => ({
  not: { anyOf: fields.map((field) => ({ required: [field] })) },
});

const ENTRY = {
  ...object({ ...TIMING, ...ACTIONS }),
  oneOf: Object.keys(ACTIONS).map((action) => ({ required: [action] })),
  dependencies: {
    at: without('after', 'when'),
    after: without('when'),
    every: ['times'],
    times: ['every'],
  },
};

const CLUSTER: SchemasOf<typeof CLUSTER_FIELDS> = {
  nodes: { type: 'integer', minimum: 0, description: 'simulated nodes; 3 if not given' },
  zones: { type: 'integer', minimum: 1, description: 'zones that they are spread over; 3 if not given' },
  seed: { ...ANY_TEXT, description: 'seed of all random choices' },
  bundle: { ...ANY_TEXT, description: `behaviour: ${RELEASES.join(', ')}` },
  startAt: { ...ANY_TEXT, description: 'where the clock starts; 2025-01-01T00:00:00Z if not given' },
  settings: { ...OBJECT, description: 'settings of the cluster, as /docs/reference/settings of a server lists them' },
};

/**
 * Returns the schema of scenarios: the documents that {@link readScenario} accepts, and the form of values that the
 * actions themselves check.
 */
export function scenarioSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Scenario of Orrery',
    description: 'Timed faults, changes and expectations: orrery scenario run FILE',
    ...object<typeof ROOT_FIELDS>(
      {
        apiVersion: { const: API_VERSION },
        kind: { const: KIND },
        metadata: { anyOf: [{ type: 'null' }, { ...OBJECT, properties: { name: ANY_TEXT } }] },
        spec: object<typeof SPEC_FIELDS>(
          {
            actions: { type: 'array', maxItems: MAX_ENTRIES, items: ENTRY },
            lasts: { ...DURATION, description: 'how long it lasts; to its last action if not given' },
            cluster: object<typeof CLUSTER_FIELDS>(CLUSTER),
          },
          ['actions'],
        ),
      },
      ['apiVersion', 'kind', 'spec'],
    ),
    definitions: DEFINITIONS,
  };
}
