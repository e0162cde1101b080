import type { MercuriusDriverConfig } from '@nestjs/mercurius';
import type { FastifyReply } from 'fastify';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { allowTo, RouteAccess } from '@orrery/access-control';
import { clusterNameOf, momentOf, noteRequest } from '@orrery/api-protocol';
import { authorizeSchema, ruledFields } from '../access/authorize-schema';
import { errorAnswer } from '../../values/errors/request-errors';
import { COMPILE_AFTER, mayBeCompiled } from '../operations/compiled-queries';
import type { OperationCheck } from '../operations/operation-check';
import { liftDeadline } from '../limits/request-deadline';
import {
  requestContext,
  requireLookup,
  type GraphqlService,
  type RequestContext,
} from '../../requests/request-context';
import { readAbsentValues } from '../../objects/resources/absent-values';
import { keepPast } from '../../subjects/history/keep-past';
import { FURTHER_TYPES } from './resolvers';
import { orderSchema } from './schema-order';
import { serveEventStreams } from '../streaming/server-sent-events';

/** Parsed and validated documents kept, most recently used ones. */
const CACHED_DOCUMENTS = 256;
/** A request of the platform. */
interface HttpRequest {
  readonly headers: IncomingHttpHeaders;
  readonly raw: IncomingMessage;
}

type Options = Omit<MercuriusDriverConfig, 'driver'>;

/**
 * Returns the options with which Mercurius serves the schema over HTTP: limits, errors, the cluster of a request. The
 * schema is passed to the check, by which the other transports serve it too.
 */
export function graphqlOptions(service: GraphqlService, check: OperationCheck): Options {
  const { plane, access } = service;
  const contextOf = ({ headers, raw }: HttpRequest): Promise<RequestContext> =>
    requestContext(service, { name: clusterNameOf({ headers }), moment: momentOf({ headers }) }, raw);
  return {
    path: '/graphql',
    autoSchemaFile: true,
    // Whether the schema is valid is for its spec, not for each start.
    buildSchemaOptions: { orphanedTypes: FURTHER_TYPES, skipCheck: true },
    transformSchema: (built: GraphQLSchema) => {
      const complete = keepPast(readAbsentValues(orderSchema(built)));
      // A field without a rule is found at every start, whether or not the server has users.
      ruledFields(complete);
      // Without users every client may do everything.
      return check.serve(access.isOn ? authorizeSchema(complete) : complete);
    },
    additionalRouteOptions: {
      ...allowTo(RouteAccess.Fields),
      preHandler: serveEventStreams({ check, contextOf }),
    },
    graphiql: false,
    cache: CACHED_DOCUMENTS,
    allowBatchedQueries: false,
    jit: COMPILE_AFTER,
    graphql: { parseOptions: check.parseOptions },
    validationRules: [...check.rules],
    // Mercurius types the option for its own context.
    context: (async (request: HttpRequest, reply: FastifyReply) => {
      const context = await contextOf(request);
      if (context.runtime) noteRequest(context.runtime, reply.raw);
      return context;
    }) as never,
    // Mercurius types the option for its own context.
    errorFormatter: ((execution: never, context: { readonly reply?: FastifyReply }) => {
      const answer = errorAnswer(execution, plane.logger);
      // Set by Mercurius again: errors come first, as in the answers of queries that are interpreted.
      delete (execution as { data?: unknown }).data;
      // Only GET refuses operations other than queries.
      if (answer.statusCode === 405) context.reply?.header('Allow', 'POST');
      return answer;
    }) as never,
    hooks: {
      preParsing: (_schema: unknown, source: string) => {
        const error = check.textError(source);
        if (error) throw error;
      },
      preExecution: (
        _schema: unknown,
        document: DocumentNode,
        context: RequestContext & { readonly reply?: FastifyReply },
        variables: Record<string, unknown>,
      ) => {
        requireLookup(context);
        liftDeadline(context.reply?.raw, document);
        const error = check.limitError(document, variables, context.server);
        if (error) throw error;
        // What a hook answers as the document is interpreted.
        return mayBeCompiled(check.schema, document, variables) ? undefined : { document };
      },
      // The hooks of the adapter have the types of its own context, not of ours.
    } as never,
  };
}
