import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getOperationAST, Kind, OperationTypeNode, type DocumentNode, type GraphQLError } from 'graphql';
import type { Logger } from '@orrery/service';
import { toStatus, jsonText } from '@orrery/api-types';
import { deadlineOf, parseQuery } from '@orrery/api-protocol';
import { asGraphQLError, errorAnswer } from '../../values/errors/request-errors';

/** Mutations without a deadline: their time is the cluster's, or grows with its size. */
const LONG_RUNNING: ReadonlySet<string> = new Set([
  'advanceClock',
  'createCluster',
  'deleteCluster',
  'forkCluster',
  'replayRecording',
  'restartComponent',
  'restoreSnapshot',
  'rewindCluster',
  'runDescheduler',
  'runScenario',
  'saveSnapshot',
]);

const timers = new WeakMap<ServerResponse, NodeJS.Timeout>();

/**
 * Answers 504 when a GraphQL request is not answered within its limit, which is that of reads over REST. Subscriptions
 * and what {@link liftDeadline} exempts may take any time. Throws 400 for a `?timeout=` that is not a duration.
 */
export function startDeadline(request: FastifyRequest, reply: FastifyReply, logger: Logger): void {
  const isStream = String(request.headers.accept ?? '').includes('text/event-stream');
  if (isStream || request.headers.upgrade !== undefined) return;
  const { limitMs, error: makeError } = deadlineOf('GET', parseQuery(request.raw.url ?? ''))!;
  const { raw } = reply;
  const timer = setTimeout(() => {
    if (raw.headersSent || reply.sent) return;
    const error = makeError();
    const { response } = errorAnswer({ errors: [asGraphQLError(error) as GraphQLError] }, logger);
    reply.hijack();
    raw.writeHead(toStatus(error).code, { 'Content-Type': 'application/json; charset=utf-8' });
    raw.end(jsonText(response));
  }, limitMs);
  timers.set(raw, timer);
  raw.once('close', () => clearTimeout(timer));
}

/** Takes the limit off a request that carries out a mutation which may take any time. */
export function liftDeadline(response: ServerResponse | undefined, document: DocumentNode): void {
  const timer = response && timers.get(response);
  if (timer && isLongRunning(document)) clearTimeout(timer);
}

function isLongRunning(document: DocumentNode): boolean {
  // All operations of a document count: the limit only guards against requests that hang.
  const only = getOperationAST(document);
  const operations = only ? [only] : document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  return operations.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.operation === OperationTypeNode.MUTATION &&
      definition.selectionSet.selections.some(
        (selection) => selection.kind !== Kind.FIELD || LONG_RUNNING.has(selection.name.value),
      ),
  );
}
