import { findInexact, inexactText, mayLoseDigits, parseJson } from '@orrery/api-types';
import type { FastifyInstance } from 'fastify';

/** What is wrong with the numbers of a JSON text; undefined if a double keeps each of them, or if it is no JSON. */
export function inexactNumberIn(text: string): string | undefined {
  if (!mayLoseDigits(text)) return undefined;
  try {
    const inexact = findInexact(parseJson(text));
    return inexact && `${inexact.path.join('.')}: ${inexactText(inexact.value)}`;
  } catch {
    return undefined;
  }
}

/** 400 for a body with a number that would be kept as another one. */
class InexactNumberError extends Error {
  readonly statusCode = 400;
}

/** Lets the server read JSON bodies as before, except that it refuses numbers that a double does not keep. */
export function refuseInexactNumbers(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeContentTypeParser('application/json');
  fastify.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const problem = inexactNumberIn(body);
    if (problem !== undefined) return done(new InexactNumberError(problem));
    return parse(request, body, done);
  });
}
