import {
  userErrors,
  type AccessRule,
  type FieldArguments,
  type RequiredRight,
  type RuledCluster,
} from '@orrery/actions';
import { ACCESS_RULE } from '../../requests/requires';
import { denied, objectAccess, type ResourceAccess, type User } from '@orrery/access';
import type { ApiError, KubeObject } from '@orrery/api-types';
import {
  defaultFieldResolver,
  getNamedType,
  GraphQLError,
  type GraphQLObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';
import { extensionsOf } from '../../values/errors/request-errors';
import { KINDS } from '../../objects/kinds/kind-description';
import { runtimeOf, type RequestContext } from '../../requests/request-context';
import { EventStream } from '../../streams/event-stream';

type Resolve = GraphQLFieldResolver<unknown, RequestContext, FieldArguments>;

const OPERATIONS = ['query', 'mutation', 'subscription'] as const;

/** A root field and the rule that decides on its access. */
export interface RuledField {
  readonly operation: (typeof OPERATIONS)[number];
  readonly field: GraphQLField<unknown, RequestContext>;
  readonly rule: AccessRule;
}

/** Every root field with its rule, in the order of the schema. Throws for a field that has none. */
export function ruledFields(schema: GraphQLSchema): RuledField[] {
  const types = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  };
  return OPERATIONS.flatMap((operation) =>
    fieldsOf(types[operation]).map((field) => {
      const rule = field.extensions[ACCESS_RULE] as AccessRule | undefined;
      if (rule) return { operation, field, rule };
      throw new TypeError(`the ${operation} ${field.name} has no access rule: add @Requires to its resolver`);
    }),
  );
}

/**
 * Checks, before a field of the schema is answered, whether the client has the right of the equivalent REST call
 * (spec api D1). Objects that are reached from others must be readable too.
 */
export function authorizeSchema(schema: GraphQLSchema): GraphQLSchema {
  for (const { operation, field, rule } of ruledFields(schema)) {
    const resolve = field.resolve ?? defaultFieldResolver;
    if (operation === 'query') {
      field.resolve = guarded(resolve, rule);
      if (isResource(field)) field.resolve = readableOnly(field.resolve);
    } else if (operation === 'mutation') {
      field.resolve = refusedAsData(resolve, rule);
    } else if (field.subscribe) {
      field.subscribe = whileAllowed(field.subscribe, rule);
    }
  }
  for (const type of Object.values(schema.getTypeMap())) {
    const isOfObjects = isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Resource');
    if (isOfObjects) for (const field of fieldsOf(type)) guardRelation(field);
  }
  return schema;
}

function fieldsOf(type: GraphQLObjectType | null | undefined): GraphQLField<unknown, RequestContext>[] {
  return type ? Object.values(type.getFields() as Record<string, GraphQLField<unknown, RequestContext>>) : [];
}

function guardRelation(field: GraphQLField<unknown, RequestContext>): void {
  if (isResource(field)) field.resolve = readableOnly(field.resolve ?? defaultFieldResolver);
  const listed = KINDS.find(({ type }) => getNamedType(field.type).name === `${type.name}Connection`);
  if (!listed) return;
  const { group, resource } = listed.kind;
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (source, args, context, info) => {
    const access = objectAccess({ verb: 'list', group, resource, namespace: placeOf(source as KubeObject) });
    requireAll(context, [{ on: 'cluster', access }]);
    // GraphQL has checked the arguments against the schema.
    return resolve(source, args as never, context, info) as unknown;
  };
}

/** Returns the namespace of the objects that belong to this one. */
function placeOf({ kind, metadata }: KubeObject): string {
  return kind === 'Namespace' ? metadata.name : (metadata.namespace ?? '');
}

/** Returns whether a field answers with an object of a cluster, or with a list of them. */
function isResource({ type }: GraphQLField<unknown, RequestContext>): boolean {
  const named = getNamedType(type);
  if (isInterfaceType(named)) return named.name === 'Resource';
  return isObjectType(named) && named.getInterfaces().some(({ name }) => name === 'Resource');
}

function guarded(resolve: GraphQLFieldResolver<unknown, RequestContext>, rule: AccessRule): Resolve {
  return (source, args, context, info) => {
    requireAll(context, rule.rights(args, whereOf(context)));
    return resolve(source, args, context, info) as unknown;
  };
}

/** A subscription ends when the right to it does. */
function whileAllowed(subscribe: GraphQLFieldResolver<unknown, RequestContext>, rule: AccessRule): Resolve {
  return async (source, args, context, info) => {
    const { actor } = context;
    const rights = rule.rights(args, whereOf(context));
    requireAll(context, rights);
    const stream: unknown = await subscribe(source, args, context, info);
    if (!(stream instanceof EventStream)) return stream;
    const look = (): void => {
      const refusal = refusalOf(context, rights);
      if (refusal) stream.fail(asError(refusal));
    };
    stream.whenOver(actor.whenRolesChange(look));
    look();
    return stream;
  };
}

/** The refusal of a mutation is data of its payload, as all that the client is to blame for. */
function refusedAsData(resolve: GraphQLFieldResolver<unknown, RequestContext>, rule: AccessRule): Resolve {
  return (source, args, context, info) => {
    const { clientMutationId = null } = (args['input'] ?? {}) as { clientMutationId?: string | null };
    try {
      const refusal = refusalOf(context, rule.rights(args, whereOf(context)))?.error;
      if (refusal) return { errors: userErrors(refusal), clientMutationId };
    } catch (error) {
      // Arguments that name no kind of the server: the rule cannot say which right they need.
      return { errors: userErrors(error), clientMutationId };
    }
    return resolve(source, args, context, info) as unknown;
  };
}

function readableOnly(resolve: GraphQLFieldResolver<unknown, RequestContext>): Resolve {
  return (source, args, context, info) => {
    const value = resolve(source, args, context, info) as unknown;
    return value instanceof Promise
      ? value.then((found: unknown) => readable(context, found))
      : readable(context, value);
  };
}

function readable(context: RequestContext, found: unknown): unknown {
  for (const object of [found].flat() as (KubeObject | null | undefined)[]) {
    if (!object?.metadata) continue;
    const { group, resource } = runtimeOf(context).kinds.resourceOf(object);
    const { namespace = '', name } = object.metadata;
    const access = objectAccess({ verb: 'get', group, resource, namespace, name });
    requireAll(context, [{ on: 'cluster', access }]);
  }
  return found;
}

function whereOf({ clusterName, runtime }: RequestContext): RuledCluster {
  return { clusterName, kinds: runtime?.kinds };
}

interface Refusal {
  readonly error: ApiError;
  readonly user: User;
  readonly access: ResourceAccess;
}

function requireAll(context: RequestContext, rights: readonly RequiredRight[]): void {
  const refusal = refusalOf(context, rights);
  if (refusal) throw asError(refusal);
}

function asError({ user, error, access }: Refusal): GraphQLError {
  const { verb, resource, subresource, namespace } = access;
  const what = { user: user.name, verb, resource, ...(subresource ? { subresource } : {}), namespace };
  return new GraphQLError(error.message, { extensions: { ...extensionsOf(error), ...what } });
}

function refusalOf({ actor, server }: RequestContext, rights: readonly RequiredRight[]): Refusal | undefined {
  for (const { on, access } of rights) {
    const asked = on === 'server' ? server : actor;
    const decision = asked.decide(access);
    if (!decision.allowed) return { error: denied(asked.user, access, decision), user: asked.user, access };
  }
  return undefined;
}
