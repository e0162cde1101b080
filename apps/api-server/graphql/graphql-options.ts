import type { MercuriusDriverConfig } from '@nestjs/mercurius';
import type { FastifyReply } from 'fastify';
import { GraphQLError, specifiedRules, validate, type DocumentNode, type GraphQLSchema } from 'graphql';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { allowTo, RouteAccess } from '../access/route-access';
import { CLUSTER_HEADER, clusterNameOf, DEFAULT_CLUSTER } from '../rest/cluster-path';
import { errorAnswer, RequestErrorCode } from './errors/request-errors';
import { costError } from './limits/query-cost';
import { liftDeadline } from './limits/request-deadline';
import { limitDepth, nestingError } from './limits/query-depth';
import { authorizeSchema, ruledFields } from './access/authorize-schema';
import { introspectionError } from './access/introspection';
import { requestContext, requireLookup, type GraphqlService, type RequestContext } from './requests/request-context';
import { readAbsentValues } from './resources/absent-values';
import { FURTHER_TYPES } from './resolvers';
import { serveEventStreams } from './subscriptions/server-sent-events';

/** Documents with more tokens are not even parsed. */
const MAX_TOKENS = 20_000;
/** Parsed and validated documents kept, most recently used ones. */
const CACHED_DOCUMENTS = 256;
/** How often a silent WebSocket is pinged. */
const KEEP_ALIVE_MS = 12_000;

/** A request of the platform. */
interface HttpRequest {
  readonly headers: IncomingHttpHeaders;
  readonly raw: IncomingMessage;
}

type Options = Omit<MercuriusDriverConfig, 'driver'>;

/** How Mercurius serves the schema: limits, errors, the cluster of a request. */
export function graphqlOptions(service: GraphqlService): Options {
  const { plane, access } = service;
  const depthRule = limitDepth();
  let schema: GraphQLSchema | undefined;
  const contextOf = ({ headers, raw }: HttpRequest): Promise<RequestContext> =>
    requestContext(service, clusterNameOf({ headers }), raw);
  return {
    path: '/graphql',
    autoSchemaFile: true,
    sortSchema: true,
    buildSchemaOptions: { orphanedTypes: FURTHER_TYPES },
    transformSchema: (built: GraphQLSchema) => {
      const complete = readAbsentValues(built);
      // A field without a rule is found at every start, whether or not the server has users.
      ruledFields(complete);
      // Where everybody may do everything nobody needs to be asked.
      return (schema = access.isOn ? authorizeSchema(complete) : complete);
    },
    additionalRouteOptions: {
      ...allowTo(RouteAccess.Fields),
      preHandler: serveEventStreams({
        schema: () => schema!,
        parseOptions: { maxTokens: MAX_TOKENS },
        rules: [depthRule],
        contextOf,
      }),
    },
    graphiql: false,
    cache: CACHED_DOCUMENTS,
    allowBatchedQueries: false,
    graphql: { parseOptions: { maxTokens: MAX_TOKENS } },
    validationRules: [depthRule],
    context: contextOf as never,
    errorFormatter: ((execution: never) => errorAnswer(execution, plane.logger)) as never,
    hooks: {
      preParsing: (_schema: unknown, source: string) => {
        refuseJson(source);
        const error = nestingError(source);
        if (error) throw error;
      },
      preExecution: (
        served: GraphQLSchema,
        document: DocumentNode,
        context: RequestContext & { readonly reply?: FastifyReply },
        variables: Record<string, unknown>,
      ) => {
        requireLookup(context);
        const refusal = access.isOn ? introspectionError(document, context.server) : undefined;
        if (refusal) throw refusal as Error;
        liftDeadline(context.reply?.raw, document);
        const error = costError({ document, variables: variables ?? {}, schema: served });
        if (error) throw error;
      },
      preSubscriptionExecution: (served: GraphQLSchema, document: DocumentNode, context: RequestContext) => {
        requireLookup(context);
        // Mercurius leaves the validation of subscriptions to whoever asks for it.
        const errors = [...validate(served, document, [...specifiedRules, depthRule])];
        // Only of what is valid can the cost be found: fragments that contain each other have none.
        const error = errors[0] ?? costError({ document, schema: served });
        if (error) throw error;
      },
    } as never,
    subscription: {
      fullWsTransport: true,
      keepAlive: KEEP_ALIVE_MS,
      context: ((_socket: unknown, request: HttpRequest) => contextOf(request)) as never,
      onConnect: function (this: { readonly context?: RequestContext }, message: { payload?: unknown }) {
        return connectTo(service, { payload: message.payload, ofPath: this.context?.clusterName });
      } as never,
    },
  };
}

/** Clients that cannot choose the path and the headers of their WebSocket name cluster and token when they connect. */
async function connectTo(
  service: GraphqlService,
  { payload, ofPath }: { readonly payload: unknown; readonly ofPath: string | undefined },
): Promise<RequestContext | true> {
  const said = (payload ?? {}) as Record<string, unknown>;
  const name = said[CLUSTER_HEADER];
  const authorization = said['authorization'] ?? said['Authorization'];
  const hasToken = typeof authorization === 'string';
  const hasName = typeof name === 'string' && name !== '';
  if (!hasName && !hasToken) return true;
  const headers = hasToken ? { authorization } : {};
  return requestContext(service, hasName ? name : (ofPath ?? DEFAULT_CLUSTER), { headers, headersDistinct: {} });
}

/** A document given as JSON. Mercurius would take it for a parsed document, and run what nobody has validated. */
const JSON_TEXT = /^\s*(?:[[\d"-]|\{\s*["}]|(?:true|false|null)\s*$)/;

function refuseJson(source: string): void {
  if (!JSON_TEXT.test(source)) return;
  const extensions = { code: RequestErrorCode.ParseFailed, status: 400 };
  throw new GraphQLError('Syntax Error: the query is JSON, not a GraphQL document', { extensions });
}
