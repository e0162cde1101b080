import { findInexact, inexactText, jsonText, mayLoseDigits, parseJson } from '@orrery/api-types';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Returns the error of the numbers of a JSON text; undefined if a double keeps each of them, or if it is not JSON. */
export function inexactNumberIn(text: string): string | undefined {
  if (!mayLoseDigits(text)) return undefined;
  try {
    const inexact = findInexact(parseJson(text));
    return inexact && `${inexact.path.join('.')}: ${inexactText(inexact.value)}`;
  } catch {
    return undefined;
  }
}

/** Makes the server read JSON bodies as before, except that integers keep their digits: those beyond 2^53 are bigints. */
export function keepIntegers(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeContentTypeParser('application/json');
  fastify.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (!mayLoseDigits(body)) return parse(request, body, done);
    // The parser of the server also looks for names that are no data.
    return parse(request, body, (error, value) => done(error, error ? value : parseJson(body)));
  });
}

/** Makes an answer be written as before, except that bigints are written as their digits. */
export function writeIntegers(reply: FastifyReply): void {
  reply.serializer((payload: unknown) => {
    const ofRoute = reply.getSerializationFunction(String(reply.statusCode)) as
      ((payload: unknown) => string) | undefined;
    try {
      return ofRoute ? ofRoute(payload) : jsonText(payload);
    } catch (error) {
      if (error instanceof TypeError) return jsonText(payload);
      throw error;
    }
  });
}
