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
import { buildSchema } from './build-schema';

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

it('has a field for one object and for a list of every kind', () => {
  const fields = Object.keys(schema.getQueryType()!.getFields());
  for (const name of ['pod', 'pods', 'node', 'nodes', 'lease', 'leases', 'priorityClass', 'priorityClasses']) {
    expect(fields).toContain(name);
  }
});
