import { methodNotAllowed, type KindInfo } from '@orrery/api-types';
import type { Answer, KindRequest } from '../kind-request';
import { readClient } from './client-user';
import { canRequestProjects, requestProject } from './project-request';
import { processPosted } from './process-posted';

/** Handlers of the requests for a kind, by method, with `name` behind it if the request names an object. */
type Question = Readonly<Record<string, (request: KindRequest) => Answer | Promise<Answer>>>;

/** Kinds of OpenShift that are only posted or read, and not stored. */
const QUESTIONS: Readonly<Record<string, Question>> = {
  ProcessedTemplate: { POST: processPosted },
  ProjectRequest: { GET: canRequestProjects, POST: requestProject },
  User: { 'GET name': readClient },
};

export function isQuestion({ kind, group }: KindInfo): boolean {
  return group.endsWith('.openshift.io') && Object.hasOwn(QUESTIONS, kind);
}

/** Answers a request for such a kind; throws 405 for an unsupported method. */
export async function questionAnswer(request: KindRequest): Promise<Answer> {
  const { kind, method, path } = request;
  const asked = path.name === undefined ? method : `${method} name`;
  const question = QUESTIONS[kind.kind]!;
  if (!Object.hasOwn(question, asked) || (kind.namespaced && path.namespace === undefined)) throw methodNotAllowed();
  return question[asked]!(request);
}
