import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import type { Random } from '@orrery/time';

/** A request as it is sent. */
export interface RandomOperation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Names that exist, that do not, and that no object can have. */
const NAMES = [
  'default',
  'a',
  'b',
  'node-1',
  'p',
  'web',
  'kube-system',
  'absent',
  'UPPER',
  '',
  'x'.repeat(300),
] as const;
const TEXTS = [...NAMES, 'Pod', 'v1', 'apps/v1', 'app=web', 'a in (b', '__proto__', 'constructor', '\u0000', '😀', '*'];

/** Values of arguments and fields whose texts have a form of their own. */
const BY_NAME: Readonly<Record<string, readonly string[]>> = {
  at: ['1', '5', '2026-03-01T12:00:00Z', '-1s', 'soon'],
  to: ['1', '5', '2026-03-01T12:00:00Z', '2026-03-01T12:00:10Z', '-1s', 'soon'],
  resourceVersion: ['1', '5', '999999', '-1', 'x'],
  after: ['', 'x', 'MQ=='],
  before: ['', 'x', 'MQ=='],
};

/** Values of each scalar of the schema: most are right, some are not. */
const SCALARS: Readonly<Record<string, readonly unknown[]>> = {
  String: TEXTS,
  ID: TEXTS,
  Boolean: [true, false],
  Int: [0, 1, 2, 5, -1, 2 ** 31 - 1],
  Float: [0, 0.5, 1, -1, 1e308],
  Int64: [0, 1, '5', '9223372036854775807', -1],
  DateTime: ['2026-03-01T12:00:00Z', '2026-03-01T12:00:10Z', '2026-03-02T00:00:00Z', '1969-01-01T00:00:00Z', 'now'],
  Duration: ['0s', '1s', '90s', '-1s', '1.5h', '99999999h', 'soon', 5],
  Quantity: ['1', '100m', '1Gi', '-1', '1e99', 'much'],
  Amount: ['1', 1, '50%', 'x'],
  IntOrString: [1, '50%', 'http', -1],
  ResourceList: [{}, { cpu: '1' }, { cpu: 'x' }, { '': '1' }, []],
  LabelMap: [{}, { app: 'web' }, { '-': 'x' }, { a: 1 }],
  LabelChanges: [{}, { app: 'web' }, { app: null }, { '-': null }],
  JSON: [
    null,
    {},
    [],
    1,
    { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'default' }, data: { a: '1' } },
    { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' }, spec: null },
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: [] },
    [{ op: 'replace', path: '/spec', value: null }],
  ],
  YAML: ['', 'a: [', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n', '--- 1\n--- 2', '&a [*a]'],
};

const pick = <T>(random: Random, values: readonly T[]): T => values[random.below(values.length)]!;

/** Builds requests that are valid for the schema but for some of their values. */
export class RandomOperations {
  private variables: Record<string, unknown> = {};
  private aliases = 0;
  private readonly declared: string[] = [];

  private constructor(private readonly random: Random) {}

  /** Returns one operation with one to three fields of the root. */
  static next(schema: GraphQLSchema, random: Random): RandomOperation {
    const self = new RandomOperations(random);
    const isMutation = random.unit() < 0.5;
    const root = (isMutation ? schema.getMutationType() : schema.getQueryType())!;
    const fields = Object.values(root.getFields());
    const chosen = Array.from({ length: 1 + random.below(3) }, () => pick(random, fields));
    const selections = chosen.map((field, at) => `f${at}: ${self.field(field, schema, isMutation ? 2 : 4)}`);
    const head = self.declared.length > 0 ? `(${self.declared.join(', ')})` : '';
    return {
      query: `${isMutation ? 'mutation' : 'query'} Random${head} { ${selections.join(' ')} }`,
      variables: self.variables,
    };
  }

  private field(field: GraphQLField<unknown, unknown>, schema: GraphQLSchema, depth: number): string {
    const given = field.args.filter(({ type, defaultValue }) =>
      isNonNullType(type) && defaultValue === undefined ? true : this.random.unit() < 0.4,
    );
    const args = given.map(({ name, type }) => `${name}: ${this.variable(name, type)}`);
    const head = args.length > 0 ? `${field.name}(${args.join(', ')})` : field.name;
    return `${head}${this.selection(field.type, schema, depth)}`;
  }

  private variable(of: string, type: GraphQLInputType): string {
    const name = `v${this.declared.length}`;
    this.declared.push(`$${name}: ${type.toString()}`);
    this.variables = { ...this.variables, [name]: this.value(of, type, 0) };
    return `$${name}`;
  }

  private value(name: string, type: GraphQLInputType, depth: number): unknown {
    if (isNonNullType(type)) return this.value(name, type.ofType as GraphQLInputType, depth);
    if (isListType(type)) {
      const length = depth > 4 ? 0 : this.random.below(3);
      return Array.from({ length }, () => this.value(name, type.ofType as GraphQLInputType, depth + 1));
    }
    if (isEnumType(type)) return pick(this.random, type.getValues()).name;
    if (isInputObjectType(type)) {
      const given = Object.values(type.getFields()).filter(
        (field) => isNonNullType(field.type) || (depth < 5 && this.random.unit() < 0.5),
      );
      const chosen = type.isOneOf ? [pick(this.random, Object.values(type.getFields()))] : given;
      return Object.fromEntries(chosen.map((field) => [field.name, this.value(field.name, field.type, depth + 1)]));
    }
    const own = type.name === 'DateTime' ? undefined : BY_NAME[name];
    return pick(this.random, own ?? SCALARS[type.name] ?? ['?']);
  }

  private selection(type: GraphQLOutputType, schema: GraphQLSchema, depth: number): string {
    const named = getNamedType(type);
    if (isLeafType(named)) return '';
    if (isUnionType(named) || !('getFields' in named)) return ' { __typename }';
    const possible = isObjectType(named) ? [] : schema.getPossibleTypes(named);
    const fragment =
      possible.length > 0 && depth > 0 ? ` ${this.fragment(pick(this.random, possible), schema, depth)}` : '';
    return ` { __typename ${this.fields(named as GraphQLObjectType, schema, depth)}${fragment} }`;
  }

  private fragment(type: GraphQLObjectType, schema: GraphQLSchema, depth: number): string {
    return `... on ${type.name} { __typename ${this.fields(type, schema, depth - 1)} }`;
  }

  private fields(type: GraphQLObjectType, schema: GraphQLSchema, depth: number): string {
    const all = Object.values(type.getFields()).filter((field) => depth > 0 || isLeafType(getNamedType(field.type)));
    const chosen = all.filter(() => this.random.unit() < Math.min(1, 4 / all.length));
    return chosen.map((field) => `g${this.aliases++}: ${this.field(field, schema, depth - 1)}`).join(' ');
  }
}
