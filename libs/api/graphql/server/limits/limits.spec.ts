import { buildSchema, getIntrospectionQuery, parse, validate, type GraphQLSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { costError, MAX_COST } from './query-cost';
import { limitDepth, nestingError } from './query-depth';

const schema = buildSchema(`
  type Query { pods(first: Int, last: Int): PodConnection pod: Pod }
  type PodConnection { nodes: [Pod] totalCount: Int pageInfo: PageInfo }
  type PageInfo { hasNextPage: Boolean }
  type Pod { id: ID owner: Pod pods(first: Int): PodConnection }
`);

describe('depth', () => {
  const errorsOf = (query: string, max: number): readonly string[] =>
    validate(schema, parse(query), [limitDepth(max)]).map(({ message }) => message);

  test.each([
    ['{ pod { id } }', 2],
    ['{ pod { owner { owner { id } } } }', 4],
    ['{ pod { ...F } } fragment F on Pod { owner { id } }', 3],
    ['{ pod { ... on Pod { ... on Pod { id } } } }', 2],
    ['{ ...A pod { id } } fragment A on Query { pod { ...B } } fragment B on Pod { owner { id } }', 3],
    ['{ __schema { types { fields { type { ofType { ofType { name } } } } } } }', 0],
    ['{ pod { __typename } }', 1],
  ])('of %s is %d', (query, depth) => {
    expect(errorsOf(query, depth)).toEqual([]);
    if (depth > 0)
      expect(errorsOf(query, depth - 1)).toEqual([
        `query has a depth of ${depth}, more than the maximum of ${depth - 1}`,
      ]);
  });

  it('of fragments that contain themselves is found without end', () => {
    expect(errorsOf('{ pod { ...F } } fragment F on Pod { owner { ...F } }', 2)).toEqual([]);
  });
});

describe('nesting', () => {
  test.each([
    [`{ ${'a{'.repeat(50_000)}`, true],
    [`${'a{'.repeat(501)}b${'}'.repeat(501)}`, true],
    [`{ a(b: ${'['.repeat(9000)}) }`, true],
    [`{ a(b: ${'{c:'.repeat(9000)}) }`, true],
    [`${'a{'.repeat(500)}b${'}'.repeat(500)}`, false],
    [`{ ${'a { b } '.repeat(1000)} }`, false],
    [`{ a(b: "${'{'.repeat(9000)}") }`, false],
    [`# ${'{'.repeat(9000)}\n{ a }`, false],
    [`{ ${'a '.repeat(1000)} ?`, false],
  ])('of %.20s… is too deep: %s', (document, isTooDeep) => {
    expect(nestingError(document)?.extensions).toEqual(
      isTooDeep ? { code: 'GRAPHQL_VALIDATION_FAILED', status: 400 } : undefined,
    );
  });
});

describe('cost', () => {
  const costOf = (query: string, variables?: Record<string, unknown>): unknown =>
    costError({ document: parse(query), variables, schema, maxCost: 0 })?.extensions['cost'];

  test.each([
    ['{ pod { id } }', 2],
    ['{ pods(first: 10) { nodes { id } } }', 1 + 10 + 10],
    ['{ pods(first: 10) { totalCount pageInfo { hasNextPage } nodes { id } } }', 1 + 1 + 2 + 20],
    ['{ pods { nodes { id } } }', 1 + 100 + 100],
    ['{ pods(last: 500) { nodes { pods(first: 500) { nodes { id } } } } }', 1 + 500 + 500 + 250_000 * 2],
    ['{ a: pods(first: 1) { nodes { id } } b: pods(first: 1) { nodes { id } } }', 6],
    ['{ pods(first: 5) { ...C } } fragment C on PodConnection { nodes { id } }', 1 + 5 + 5],
  ])('of %s is %d', (query, cost) => expect(costOf(query, {})).toBe(cost));

  it('of a page size by variable is what the variable says, and the largest where that is not known', () => {
    const query = 'query ($n: Int) { pods(first: $n) { nodes { id } } }';
    expect(costOf(query, { n: 3 })).toBe(1 + 3 + 3);
    expect(costOf(query, {})).toBe(1 + 100 + 100);
    expect(costOf(query)).toBe(1 + 500 + 500);
  });

  it('of fragments that multiply is not counted to its end', () => {
    const levels = 20;
    const fragments = Array.from(
      { length: levels },
      (_, i) => `fragment F${i} on Pod { a: owner { ...F${i + 1} } b: owner { ...F${i + 1} } }`,
    );
    const query = `{ pod { ...F0 } } ${fragments.join(' ')} fragment F${levels} on Pod { id }`;
    expect(costOf(query, {})).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('cost in the schema that is served', () => {
  let served: GraphQLSchema;
  beforeAll(() => {
    served = buildSchema(readFileSync(join(__dirname, '../../schema.graphql'), 'utf8'));
  });
  const refusal = (query: string): unknown => {
    const document = parse(query);
    expect(validate(served, document)).toEqual([]);
    return costError({ document, variables: {}, schema: served })?.extensions['cost'];
  };

  test.each([
    '{ pods { nodes { events { nodes { reason } } } } }',
    '{ nodes { nodes { pods { nodes { metadata { name } } } } } }',
    '{ nodes { nodes { pods { nodes { conditions { type } } } } } }',
    '{ nodes { ...P } } fragment P on NodeConnection { nodes { ... { pods { totalCount nodes { yaml } } } } }',
  ])('lets pass %s', (query) => expect(refusal(query)).toBeUndefined());

  test.each([
    '{ nodes(first: 500) { nodes { pods(first: 500) { nodes { yaml } } } } }',
    '{ nodes { nodes { pods { nodes { events { nodes { reason } } } } } } }',
    '{ nodes { nodes { ...N } } } fragment N on Node { pods { nodes { ... on Pod { events { nodes { reason } } } } } }',
  ])('refuses %s', (query) => expect(refusal(query)).toBeGreaterThan(MAX_COST));

  test.each([
    ['the query of the usual tools', getIntrospectionQuery({ inputValueDeprecation: true })],
    ['the query of GraphiQL', getIntrospectionQuery({ descriptions: true, oneOf: true, specifiedByUrl: true })],
    ['the names of all types', '{ __schema { types { name kind } } }'],
    ['one type by name', '{ __type(name: "Pod") { name fields { name type { name ofType { name } } } } }'],
  ])('lets pass %s', (_name, query) => expect(refusal(query)).toBeUndefined());

  const aliases = (count: number, selection: string): string =>
    `{ ${Array.from({ length: count }, (_, i) => `a${i}: ${selection}`).join(' ')} }`;
  test.each([
    ['aliases of the schema', aliases(150, '__schema { types { name fields { name args { name } } } }')],
    ['aliases of a type', aliases(300, '__type(name: "Query") { fields { args { type { fields { name } } } } }')],
    [
      'fragments that multiply',
      `{ ...A ...B } fragment A on Query { ${aliases(40, '__schema { types { ...T } }').slice(1, -1)} } ` +
        'fragment B on Query { b: __schema { types { ...T } } } fragment T on __Type { fields { name description args { name } } }',
    ],
  ])('refuses %s', (_name, query) => expect(refusal(query)).toBeGreaterThan(0));
});
