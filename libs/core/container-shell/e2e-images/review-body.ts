import { jsonText, parseJson } from '@orrery/api-types';
import { textAnswer, type HttpAnswer, type HttpQuestion } from '../servers/http-answer';

/** A review as API servers send it to webhooks: of an admission or of a conversion. */
interface Review<Request> {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly request: Request & { readonly uid?: string };
}

/** Answers a review with a response of the version and with the uid of its request; a body that is not a review is refused with 400. */
export function answerReview<Request>({ body = '' }: HttpQuestion, respond: (request: Request) => object): HttpAnswer {
  let review: Partial<Review<Request>>;
  try {
    review = parseJson(body) as Partial<Review<Request>>;
  } catch {
    review = {};
  }
  const { apiVersion, kind, request } = review;
  if (!request) return textAnswer('Request could not be decoded\n', 400);
  const response = { uid: request.uid, ...respond(request) };
  return textAnswer(jsonText({ apiVersion, kind, response }), 200, 'application/json');
}
