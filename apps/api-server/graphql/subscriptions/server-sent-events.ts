import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  parse,
  specifiedRules,
  subscribe,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type ValidationRule,
} from 'graphql';
import { errorAnswer } from '../errors/request-errors';
import { costError } from '../limits/query-cost';
import { nestingError } from '../limits/query-depth';
import { requireLookup, type RequestContext } from '../requests/request-context';

/** What is needed to carry out a subscription. */
export interface SubscriptionSetting {
  readonly schema: () => GraphQLSchema;
  readonly parseOptions: { readonly maxTokens: number };
  readonly rules: readonly ValidationRule[];
  readonly contextOf: (request: FastifyRequest) => Promise<RequestContext>;
}

interface Operation {
  readonly document: DocumentNode;
  readonly variables: Record<string, unknown> | undefined;
  readonly operationName: string | undefined;
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
 * For clients that accept `text/event-stream`: answers a subscription with Server-Sent Events, one connection a
 * subscription (distinct connections mode of the GraphQL over SSE protocol). Everything else goes its usual way.
 */
export function serveEventStreams(
  setting: SubscriptionSetting,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    if (request.method !== 'POST' || !String(request.headers.accept ?? '').includes('text/event-stream')) return;
    const operation = readOperation(request.body as Body, setting);
    if (!operation) return;
    const { document, variables, operationName } = operation;
    const errors = [
      ...validate(setting.schema(), document, [...specifiedRules, ...setting.rules]),
      costError({ document, variables, schema: setting.schema() }),
    ].filter((error) => error !== undefined);
    if (errors.length > 0) throw new InvalidOperationError(errors);
    const contextValue = { ...(await setting.contextOf(request)), req: request };
    requireLookup(contextValue);
    const result = await subscribe({
      schema: setting.schema(),
      document,
      contextValue,
      ...(variables ? { variableValues: variables } : {}),
      ...(operationName === undefined ? {} : { operationName }),
    });
    reply.hijack();
    await send(reply.raw, result, contextValue);
  };
}

/** The operation if it is a subscription; undefined for what others answer, errors of the document included. */
function readOperation(body: Body, { parseOptions }: SubscriptionSetting): Operation | undefined {
  if (typeof body?.query !== 'string' || nestingError(body.query)) return undefined;
  const operationName = typeof body.operationName === 'string' ? body.operationName : undefined;
  try {
    const document = parse(body.query, parseOptions);
    if (getOperationAST(document, operationName)?.operation !== OperationTypeNode.SUBSCRIPTION) return undefined;
    return { document, operationName, variables: body.variables as Record<string, unknown> | undefined };
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
        if (!response.write(message('next', formatted(answer))) && !response.destroyed) await drained(response);
      }
    } catch (error) {
      const errors = [error instanceof GraphQLError ? error : new GraphQLError('', { originalError: error as Error })];
      response.write(message('next', formatted({ errors })));
    }
  }
  response.end(message('complete'));
}

/** Waits until the client has read on, or is gone. */
async function drained(response: ServerResponse): Promise<void> {
  await Promise.race([once(response, 'drain'), once(response, 'close')]);
}

function message(event: 'next' | 'complete', data?: ExecutionResult): string {
  return `event: ${event}\ndata: ${data ? JSON.stringify(data) : ''}\n\n`;
}
