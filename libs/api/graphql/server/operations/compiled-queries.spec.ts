import { buildSchema, parse } from 'graphql';
import { mayBeCompiled } from './compiled-queries';

const schema = buildSchema(`
  type Query { pod(name: String!): Pod pods(first: Int): [Pod!]! }
  type Mutation { deletePod(name: String!): Pod }
  type Pod { name: String! }
`);

test.each([
  ['a list', '{ pods { name __typename } }', {}, true],
  ['a query with variables', 'query ($first: Int) { pods(first: $first) { name } }', { first: 5 }, true],
  ['a fragment', '{ pods { ...Names } } fragment Names on Pod { name }', {}, true],
  ['a variable of another type', 'query ($first: Int) { pods(first: $first) { name } }', { first: 'x' }, false],
  ['a variable that is missing', 'query ($name: String!) { pod(name: $name) { name } }', undefined, false],
  ['several operations', 'query A { pods { name } } query B { pods { name } }', {}, false],
  ['a mutation', 'mutation { deletePod(name: "a") { name } }', {}, false],
  ['a directive', '{ pods { name @skip(if: true) __typename } }', {}, false],
  ['introspection', '{ __schema { types { name } } }', {}, false],
  ['a long document', `{ pods { name } ${'# \n'.repeat(2000)} }`, {}, false],
])('%s', (_title, query, variables, may) => expect(mayBeCompiled(schema, parse(query), variables)).toBe(may));
