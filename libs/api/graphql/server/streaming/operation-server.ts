import { GraphQLError, subscribe, type ExecutionArgs, type ExecutionResult, type GraphQLFormattedError } from 'graphql';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL, type OperationResult, type ServerOptions } from 'graphql-ws';
import type { FastifyRequest } from 'fastify';
import { type Caller } from '@orrery/access-control';
import { CLUSTER_HEADER, clusterNameOf, momentOf } from '@orrery/api-protocol';
import { errorAnswer, formatError, RequestErrorCode } from '../../values/errors/request-errors';
import type { OperationCheck, OperationRequest } from '../operations/operation-check';
import {
  requestContext,
  requireLookup,
  type GraphqlService,
  type RequestContext,
  type RequestedCluster,
} from '../../requests/request-context';

/** A connection, and its user. */
export interface Connection {
  readonly request: FastifyRequest;
  /** Known once the client has sent `connection_init`. */
  caller?: { readonly cluster: RequestedCluster; readonly caller: Caller };
}

/** A subscription that its resolver refused, with all errors. */
class FailedSubscription extends Error {
  constructor(readonly errors: readonly GraphQLError[]) {
    super('the subscription failed');
  }
}

/** Returns the options of the protocol's server for a connection and its operations. */
export function operationServer(
  service: GraphqlService,
  check: OperationCheck,
): ServerOptions<Record<string, unknown>, Connection> {
  const { logger } = service.plane;
  const contextOf = async ({ caller, request }: Connection): Promise<RequestContext & { req: FastifyRequest }> => ({
    ...(await requestContext(service, caller!.cluster, caller!.caller)),
    req: request,
  });
  const answerOf = (data: ExecutionResult['data'] | undefined, errors: readonly GraphQLError[]) =>
    errorAnswer({ data: data ?? null, errors }, logger).response as {
      data: NonNullable<ExecutionResult['data']> | null;
      errors: readonly GraphQLFormattedError[];
    };
  return {
    onConnect: async ({ extra, connectionParams = {} }) => {
      extra.caller = callerOf(extra.request, connectionParams);
      return isPermitted(contextOf(extra));
    },
    // Each operation has a context of its own: it reads what was written before it, and what its client may do by then.
    onSubscribe: async ({ extra }, _id, request) => {
      try {
        const { document } = check.parse(request as OperationRequest);
        const contextValue = await contextOf(extra);
        requireLookup(contextValue);
        contextValue.runtime?.clients.acted();
        const errors = check.errorsOf(document, request as OperationRequest, contextValue.server);
        if (errors.length > 0) return errors;
        const { variables, operationName } = request;
        const schema = check.schema;
        return {
          schema,
          document,
          contextValue,
          variableValues: variables ?? null,
          operationName: operationName ?? null,
        };
      } catch (error) {
        return [error instanceof GraphQLError ? error : new GraphQLError('', { originalError: error as Error })];
      }
    },
    subscribe: subscribeOrFail,
    onNext: (_context, _id, _payload, _args, result) =>
      result.errors ? answerOf(result.data, result.errors) : undefined,
    onError: (_context, _id, _payload, errors) => answerOf(null, errors).errors,
  };
}

/** Clients that cannot choose the path and the headers of their WebSocket name cluster and token when they connect. */
function callerOf(
  request: FastifyRequest,
  parameters: Readonly<Record<string, unknown>>,
): NonNullable<Connection['caller']> {
  const named = parameters[CLUSTER_HEADER];
  const [name, moment] = typeof named === 'string' && named !== '' ? named.split('@', 2) : [];
  const authorization = parameters['authorization'] ?? parameters['Authorization'];
  return {
    cluster: name === undefined ? { name: clusterNameOf(request), moment: momentOf(request) } : { name, moment },
    caller: typeof authorization === 'string' ? { headers: { authorization }, headersDistinct: {} } : request.raw,
  };
}

/** Returns whether there is a context for the client: false if it cannot be authenticated, or may not impersonate. */
async function isPermitted(context: Promise<unknown>): Promise<boolean> {
  try {
    await context;
    return true;
  } catch (error) {
    const code = formatError(error).extensions?.['code'];
    if (code === RequestErrorCode.Unauthenticated || code === RequestErrorCode.Forbidden) return false;
    throw error;
  }
}

/** A subscription that fails before its first event is an `error` to its client, as the protocol has it, and no `next`. */
async function subscribeOrFail(args: ExecutionArgs): Promise<Awaited<OperationResult>> {
  const result = await subscribe(args);
  return Symbol.asyncIterator in result ? result : failing(new FailedSubscription(result.errors ?? []));
}

async function* failing(error: Error): AsyncGenerator<never> {
  throw error;
}

/**
 * The subprotocol to answer an upgrade with. Who offers others only is answered with the first of them, for otherwise
 * clients end the connection themselves, and never see that it was closed with 4406.
 */
export function chooseSubprotocol(offered: Set<string>): string | false {
  if (offered.has(GRAPHQL_TRANSPORT_WS_PROTOCOL)) return GRAPHQL_TRANSPORT_WS_PROTOCOL;
  const [first] = offered;
  return first ?? false;
}

/** Makes messages invalid that could change prototypes, as it is with the bodies of HTTP requests. */
export function messageReviver(this: unknown, key: string, value: unknown): unknown {
  if (key === '__proto__' || (key === 'constructor' && Object.hasOwn(Object(value) as object, 'prototype'))) {
    throw new SyntaxError(`a message must not have the key ${key}`);
  }
  return value;
}
