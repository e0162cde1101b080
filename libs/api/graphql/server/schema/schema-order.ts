import { TypeMetadataStorage } from '@nestjs/graphql';
import type { Type } from '@nestjs/common';
import {
  isEnumType,
  lexicographicSortSchema,
  type GraphQLEnumType,
  type GraphQLEnumValue,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { KINDS } from '../../objects/kinds/kind-description';
import { RESOLVERS } from './resolvers';
import { isMadeOfStruct } from '../../objects/structs/struct-types';

const ROOT_TYPES = ['Query', 'Mutation', 'Subscription'];

/**
 * Returns the schema in reading order: root types first, their fields in the order of {@link RESOLVERS} (those that
 * only the emulator has before objects of Kubernetes), then its own types, then those of kinds. Everything else is
 * sorted by name.
 */
export function orderSchema(built: GraphQLSchema): GraphQLSchema {
  const schema = lexicographicSortSchema(built);
  const handlers = [
    TypeMetadataStorage.getQueriesMetadata(),
    TypeMetadataStorage.getMutationsMetadata(),
    TypeMetadataStorage.getSubscriptionsMetadata(),
  ];
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  roots.forEach((type, i) => type && orderFields(type, handlers[i]!));
  const ofKinds = namesOfKinds();
  const isOfKind = (name: string): boolean => ofKinds.has(name) || isMadeOfStruct(name);
  const rank = (name: string): number => (ROOT_TYPES.includes(name) ? 0 : isOfKind(name) ? 2 : 1);
  const byRank = (a: string, b: string): number =>
    rank(a) - rank(b) || (rank(a) === 0 ? ROOT_TYPES.indexOf(a) - ROOT_TYPES.indexOf(b) : a < b ? -1 : 1);
  reorder(schema.getTypeMap(), byRank);
  for (const type of Object.values(schema.getTypeMap())) if (isEnumType(type)) putFormerFirst(type);
  return schema;
}

interface Handler {
  readonly target: unknown;
  readonly schemaName: string;
}

function orderFields(type: GraphQLObjectType, handlers: readonly Handler[]): void {
  const places = new Map(RESOLVERS.map((resolver, i) => [resolver, i]));
  const sorted = [...handlers].sort(
    (a, b) => (places.get(a.target as Type<unknown>) ?? 0) - (places.get(b.target as Type<unknown>) ?? 0),
  );
  const ranks = new Map(sorted.map(({ schemaName }, i) => [schemaName, i]));
  reorder(type.getFields(), (a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
}

/** Puts former names of values first: an answer has the last name of its value. */
function putFormerFirst(type: GraphQLEnumType): void {
  const isFormer = ({ deprecationReason }: GraphQLEnumValue): number => (deprecationReason ? 0 : 1);
  (type.getValues() as GraphQLEnumValue[]).sort((a, b) => isFormer(a) - isFormer(b));
}

/** The types of lists and changes of kinds. */
function namesOfKinds(): ReadonlySet<string> {
  const suffixes = ['Connection', 'Edge', 'Event', 'Payload'];
  return new Set(KINDS.flatMap(({ type }) => suffixes.map((suffix) => `${type.name}${suffix}`)));
}

/** Members of a record are listed in the order in which they were added. */
function reorder<T>(members: Record<string, T>, compare: (a: string, b: string) => number): void {
  const entries = Object.entries(members).sort(([a], [b]) => compare(a, b));
  for (const [name] of entries) delete members[name];
  for (const [name, member] of entries) members[name] = member;
}
