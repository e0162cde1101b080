import { jsonText } from '@orrery/api-types';
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, OperationTypeNode, subscribe, type DocumentNode, type ExecutionResult } from 'graphql';
import { drained } from '@orrery/api-protocol';
import { errorAnswer } from '../../values/errors/request-errors';
import type { OperationCheck, OperationRequest } from '../operations/operation-check';
import { writeIntegers } from '../../requests/json-body';
import { requireLookup, type RequestContext } from '../../requests/request-context';

/** Parts of the server that carry out a subscription. */
export interface EventStreamSetting {
  readonly check: OperationCheck;
  readonly contextOf: (request: FastifyRequest) => Promise<RequestContext>;
}

interface Subscription {
  readonly document: DocumentNode;
  readonly request: OperationRequest;
}

/** A document that must not be carried out, in the form in which Mercurius knows it. */
class InvalidOperationError extends Error {
  readonly statusCode = 400;

  constructor(readonly errors: readonly GraphQLError[]) {
    super('the operation is not valid');
  }
}

type Body = { query?: unknown; variables?: unknown; operationName?: unknown } | null | undefined;

/**
 * Answers subscriptions of clients that accept `text/event-stream` with Server-Sent Events, one connection per
 * subscription (distinct connections mode of the GraphQL over SSE protocol). Other requests are handled as usual, with
 * integers of 64 bits in the answer.
 */
export function serveEventStreams({
  check,
  contextOf,
}: EventStreamSetting): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    writeIntegers(reply);
    if (request.method !== 'POST' || !String(request.headers.accept ?? '').includes('text/event-stream')) return;
    const subscription = readSubscription(request.body as Body, check);
    if (!subscription) return;
    const { document } = subscription;
    const { variables, operationName } = subscription.request;
    const contextValue = { ...(await contextOf(request)), req: request };
    const errors = check.errorsOf(document, subscription.request, contextValue.server);
    if (errors.length > 0) throw new InvalidOperationError(errors);
    requireLookup(contextValue);
    const result = await subscribe({
      schema: check.schema,
      document,
      contextValue,
      variableValues: variables ?? null,
      operationName: operationName ?? null,
    });
    reply.hijack();
    await send(reply.raw, result, contextValue);
  };
}

/**
 * Returns the subscription that a body asks for; undefined for requests that others answer, errors of the document
 * included.
 */
function readSubscription(body: Body, check: OperationCheck): Subscription | undefined {
  if (typeof body?.query !== 'string') return undefined;
  const operationName = typeof body.operationName === 'string' ? body.operationName : undefined;
  const variables = body.variables as OperationRequest['variables'];
  const request = { query: body.query, variables, operationName };
  try {
    const { document, type } = check.parse(request);
    return type === OperationTypeNode.SUBSCRIPTION ? { document, request } : undefined;
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

async function send(
  response: ServerResponse,
  result: AsyncGenerator<ExecutionResult> | ExecutionResult,
  { plane }: RequestContext,
): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache' });
  response.flushHeaders();
  const formatted = (answer: ExecutionResult): ExecutionResult =>
    answer.errors ? errorAnswer(answer, plane.logger).response : answer;
  if (!(Symbol.asyncIterator in result)) {
    response.write(message('next', formatted(result)));
  } else {
    response.on('close', () => void result.return(undefined));
    try {
      for await (const answer of result) {
        if (!response.write(message('next', formatted(answer)))) await drained(response);
      }
    } catch (error) {
      const errors = [error instanceof GraphQLError ? error : new GraphQLError('', { originalError: error as Error })];
      response.write(message('next', formatted({ errors })));
    }
  }
  response.end(message('complete'));
}

function message(event: 'next' | 'complete', data?: ExecutionResult): string {
  return `event: ${event}\ndata: ${data ? jsonText(data) : ''}\n\n`;
}
