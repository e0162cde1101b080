import { objectAccess, type FieldRequirement, type ResourceAccess } from '@orrery/access';
import { parseFieldSelector } from '@orrery/api-types';
import { type ApiPath, isWatch, type Query } from '@orrery/api-protocol';

const VERBS: Readonly<Record<string, string>> = {
  GET: 'get',
  HEAD: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** The access that a request for a resource needs (as upstream's `RequestInfoFactory`). */
export function accessOfRequest(path: ApiPath, method: string, query: Query): ResourceAccess {
  const { group, resource, subresource = '', namespace = '' } = path;
  const name = path.name ?? '';
  const verb = Object.hasOwn(VERBS, method) ? VERBS[method]! : method.toLowerCase();
  const isWatched = verb === 'get' && isWatch(path, query);
  if (name !== '' && !isWatched) return objectAccess({ verb, group, resource, subresource, namespace, name });
  const ofMany = verb === 'get' ? (isWatched ? 'watch' : 'list') : verb === 'delete' ? 'deletecollection' : verb;
  const fieldSelector = requirementsIn(query['fieldSelector']);
  const chosen = name === '' && verb !== 'create' ? nameIn(fieldSelector) : name;
  const access = { verb: ofMany, group, resource, subresource, namespace, name: chosen };
  return objectAccess(fieldSelector.length === 0 ? access : { ...access, fieldSelector });
}

function requirementsIn(text: string | undefined): readonly FieldRequirement[] {
  if (text === undefined || text === '') return [];
  const verdict = parseFieldSelector(text);
  return verdict.ok ? verdict.requirements : [];
}

/**
 * Returns the name that the fields select: a client that lists the objects of one name may have a right to that name
 * only.
 */
function nameIn(requirements: readonly FieldRequirement[]): string {
  return requirements.find(({ field, operator }) => field === 'metadata.name' && operator === '=')?.value ?? '';
}
