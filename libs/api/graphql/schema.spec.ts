import 'reflect-metadata';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLInterfaceType,
  GraphQLObjectType,
  printSchema,
  type GraphQLSchema,
} from 'graphql';
import { buildSchema } from './server/schema/build-schema';
import { KINDS } from './objects/kinds/kind-description';

const FILE = join(__dirname, 'schema.graphql');
const HEAD = '# Generated from the code by `npm run schema`. Do not edit.\n\n';

let schema: GraphQLSchema;

beforeAll(async () => {
  schema = await buildSchema();
});

it('is what schema.graphql says; after a change of the code run `npm run schema`', () => {
  const text = `${HEAD}${printSchema(schema)}\n`;
  if (process.env['ORRERY_WRITE_SCHEMA'] === '1') writeFileSync(FILE, text);
  const written = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  expect(written).toBe(text);
});

it('describes every type, field, argument and word', () => {
  const missing: string[] = [];
  const check = (name: string, { description }: { readonly description?: string | null | undefined }): void => {
    if (!description) missing.push(name);
  };
  for (const type of Object.values(schema.getTypeMap())) {
    const isOurs = !type.name.startsWith('__') && !['Query', 'Mutation', 'Subscription'].includes(type.name);
    if (isOurs) check(type.name, type);
    if (type.name.startsWith('__')) continue;
    if (type instanceof GraphQLEnumType) {
      for (const value of type.getValues()) check(`${type.name}.${value.name}`, value);
    } else if (type instanceof GraphQLInputObjectType) {
      for (const field of Object.values(type.getFields())) check(`${type.name}.${field.name}`, field);
    } else if (type instanceof GraphQLObjectType || type instanceof GraphQLInterfaceType) {
      for (const field of Object.values(type.getFields())) {
        check(`${type.name}.${field.name}`, field);
        for (const argument of field.args) check(`${type.name}.${field.name}(${argument.name})`, argument);
      }
    }
  }
  expect(missing).toEqual([]);
});

/** Kubernetes' own words, which a request and the objects in it spell alike. */
const WORDS_OF_KUBERNETES = [
  'ExtensionPoint',
  'FieldValidation',
  'NamespacePhase',
  'PodPhase',
  'PropagationPolicy',
  'QosClass',
  'RestartPolicy',
  'SchedulerConfigFormat',
  'TaintEffect',
  'TolerationOperator',
];

describe('names follow one rule', () => {
  it('a query for one object and for a list, and a subscription, for every kind', () => {
    const queries = schema.getQueryType()!.getFields();
    const subscriptions = schema.getSubscriptionType()!.getFields();
    for (const { kind, one, many, filterType } of KINDS) {
      expect(one.toLowerCase()).toBe(kind.kind.toLowerCase());
      expect(String(queries[one]?.type)).toBe(kind.kind);
      expect(String(queries[many]?.type)).toBe(`${kind.kind}Connection!`);
      const changes = subscriptions[`${one}Events`];
      expect(String(changes?.type)).toBe(`${kind.kind}Event!`);
      for (const { args } of [queries[many]!, changes!]) {
        expect(String(args.find(({ name }) => name === 'filter')?.type)).toBe(filterType.name);
      }
    }
  });

  it('a mutation takes one input of its name and answers with a payload', () => {
    const named = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1)}Input!`;
    for (const { name, args, type } of Object.values(schema.getMutationType()!.getFields())) {
      expect([name, args.map((argument) => `${argument.name}: ${String(argument.type)}`)]).toEqual([
        name,
        [`input: ${named(name)}`],
      ]);
      expect(String(type)).toMatch(/Payload!$/);
    }
  });

  it('writes of objects are for all kinds: no mutation creates or updates one kind', () => {
    const names = Object.keys(schema.getMutationType()!.getFields());
    for (const { kind } of KINDS) {
      expect(names).not.toContain(`create${kind.kind}`);
      expect(names).not.toContain(`update${kind.kind}`);
    }
  });

  it('every filter has the fields that all filters of objects have', () => {
    const fieldsOf = (name: string): string[] =>
      Object.keys((schema.getType(name) as GraphQLInputObjectType).getFields());
    for (const { filterType } of KINDS)
      expect(fieldsOf(filterType.name)).toEqual(expect.arrayContaining(fieldsOf('ResourceFilter')));
  });

  it('values of enums are in capitals, or as Kubernetes spells them', () => {
    for (const type of Object.values(schema.getTypeMap())) {
      if (!(type instanceof GraphQLEnumType) || type.name.startsWith('__')) continue;
      for (const { name, value } of type.getValues()) {
        if (WORDS_OF_KUBERNETES.includes(type.name)) expect(name).toBe(value);
        else expect(name).toMatch(/^[A-Z][A-Z0-9_]*$/);
      }
    }
  });
});

it('lists what only the emulator has before objects of Kubernetes', () => {
  const types = [schema.getQueryType()!, schema.getMutationType()!, schema.getSubscriptionType()!];
  const [queries, mutations, subscriptions] = types.map((type) => Object.keys(type.getFields()));
  expect(queries![0]).toBe('clusters');
  expect(queries!.indexOf('deschedulingDecisions')).toBeLessThan(queries!.indexOf('objects'));
  expect(queries!.indexOf('objects')).toBeLessThan(queries!.indexOf('pods'));
  expect(mutations!.indexOf('injectFault')).toBeLessThan(mutations!.indexOf('createObject'));
  expect(subscriptions!.indexOf('clockTicked')).toBeLessThan(subscriptions!.indexOf('podEvents'));
  expect(Object.keys(schema.getTypeMap()).slice(0, 3)).toEqual(['Query', 'Mutation', 'Subscription']);
});
