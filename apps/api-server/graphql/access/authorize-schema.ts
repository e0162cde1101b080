import { denied, objectAccess, type ResourceAccess } from '@orrery/access';
import type { ApiError, KubeObject } from '@orrery/api-types';
import type { Actor } from '@orrery/control-plane';
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
import { extensionsOf } from '../errors/request-errors';
import { userErrors } from '../errors/user-errors';
import { KINDS } from '../kinds/kind-description';
import type { RequestContext } from '../requests/request-context';
import { EventStream } from '../subscriptions/event-stream';
import { kindOfObject } from '../resources/kind-of';
import {
  emulatorRule,
  MUTATION_RULES,
  QUERY_RULES,
  SUBSCRIPTION_RULES,
  WRITES_OF_OBJECTS,
  type FieldArguments,
  type FieldRule,
} from './field-rules';

type Resolve = GraphQLFieldResolver<unknown, RequestContext, FieldArguments>;

/**
 * Asks, before a field of the schema is answered, whether the client may do what the equivalent REST call does
 * (api specification D1). Root fields have rules; one without needs a right to the cluster itself, so that what is
 * forgotten is closed. Objects that are reached from others must be readable too.
 */
export function authorizeSchema(schema: GraphQLSchema): GraphQLSchema {
  for (const field of fieldsOf(schema.getQueryType())) {
    field.resolve = guarded(field.resolve ?? defaultFieldResolver, QUERY_RULES.get(field.name) ?? emulatorRule('get'));
    if (isResource(field)) field.resolve = readableOnly(field.resolve);
  }
  for (const field of fieldsOf(schema.getMutationType())) {
    const rule =
      MUTATION_RULES.get(field.name) ?? (WRITES_OF_OBJECTS.has(field.name) ? undefined : emulatorRule('update'));
    if (rule) field.resolve = refusedAsData(field.resolve ?? defaultFieldResolver, rule);
  }
  for (const field of fieldsOf(schema.getSubscriptionType())) {
    const rule = SUBSCRIPTION_RULES.get(field.name) ?? emulatorRule('get');
    if (field.subscribe) field.subscribe = whileAllowed(field.subscribe, rule);
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
    requireAll(context.actor, [
      objectAccess({ verb: 'list', group, resource, namespace: placeOf(source as KubeObject) }),
    ]);
    return resolve(source, args as never, context, info) as unknown;
  };
}

/** Where the objects are that belong to this one. */
function placeOf({ kind, metadata }: KubeObject): string {
  return kind === 'Namespace' ? metadata.name : (metadata.namespace ?? '');
}

/** Whether a field answers with an object of a cluster, or with a list of them. */
function isResource({ type }: GraphQLField<unknown, RequestContext>): boolean {
  const named = getNamedType(type);
  if (isInterfaceType(named)) return named.name === 'Resource';
  return isObjectType(named) && named.getInterfaces().some(({ name }) => name === 'Resource');
}

function guarded(resolve: GraphQLFieldResolver<unknown, RequestContext>, rule: FieldRule): Resolve {
  return (source, args, context, info) => {
    requireAll(context.actor, rule(args, context.clusterName));
    return resolve(source, args, context, info) as unknown;
  };
}

/** A subscription ends when the right to it does. */
function whileAllowed(subscribe: GraphQLFieldResolver<unknown, RequestContext>, rule: FieldRule): Resolve {
  return async (source, args, context, info) => {
    const { actor, clusterName } = context;
    const accesses = rule(args, clusterName);
    requireAll(actor, accesses);
    const stream: unknown = await subscribe(source, args, context, info);
    if (!(stream instanceof EventStream)) return stream;
    const look = (): void => {
      const refusal = refusalOf(actor, accesses);
      if (refusal) stream.fail(asError(actor, refusal));
    };
    stream.whenOver(actor.whenRolesChange(look));
    look();
    return stream;
  };
}

/** The refusal of a mutation is data of its payload, as all that the client is to blame for. */
function refusedAsData(resolve: GraphQLFieldResolver<unknown, RequestContext>, rule: FieldRule): Resolve {
  return (source, args, context, info) => {
    const refusal = refusalOf(context.actor, rule(args, context.clusterName))?.error;
    if (!refusal) return resolve(source, args, context, info) as unknown;
    const { clientMutationId = null } = (args['input'] ?? {}) as { clientMutationId?: string | null };
    return { errors: userErrors(refusal), clientMutationId };
  };
}

function readableOnly(resolve: GraphQLFieldResolver<unknown, RequestContext>): Resolve {
  return (source, args, context, info) => {
    const value = resolve(source, args, context, info) as unknown;
    return value instanceof Promise
      ? value.then((found: unknown) => readable(context.actor, found))
      : readable(context.actor, value);
  };
}

function readable(actor: Actor, found: unknown): unknown {
  for (const object of [found].flat() as (KubeObject | null | undefined)[]) {
    if (!object?.metadata) continue;
    const { group, resource } = kindOfObject(object);
    const { namespace = '', name } = object.metadata;
    requireAll(actor, [objectAccess({ verb: 'get', group, resource, namespace, name })]);
  }
  return found;
}

interface Refusal {
  readonly error: ApiError;
  readonly access: ResourceAccess;
}

function requireAll(actor: Actor, accesses: readonly ResourceAccess[]): void {
  const refusal = refusalOf(actor, accesses);
  if (refusal) throw asError(actor, refusal);
}

function asError({ user }: Actor, { error, access }: Refusal): GraphQLError {
  const { verb, resource, subresource, namespace } = access;
  const what = { user: user.name, verb, resource, ...(subresource ? { subresource } : {}), namespace };
  return new GraphQLError(error.message, { extensions: { ...extensionsOf(error), ...what } });
}

function refusalOf(actor: Actor, accesses: readonly ResourceAccess[]): Refusal | undefined {
  for (const access of accesses) {
    const decision = actor.decide(access);
    if (!decision.allowed) return { error: denied(actor.user, access, decision), access };
  }
  return undefined;
}
