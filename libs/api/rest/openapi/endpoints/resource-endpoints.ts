import { byRelease, isAfter, isUpTo, type KindInfo, type ReleaseName, type Verb, verbsIn } from '@orrery/api-types';
import { ProtocolType } from '@orrery/api-descriptions';
import { allNamespaces, endpoint, withArticle, type DescribedKind, type Part } from './described-kind';
import type { Endpoint, RequestBody } from './endpoint';
import { OF_CUSTOM_KINDS, OF_LISTS, patchTypes } from './media-types';
import {
  deleteCollectionParameters,
  deleteParameters,
  exportParameters,
  listParameters,
  nameOf,
  patchParameters,
  PRETTY,
  writeParameters,
  type Parameter,
} from './parameters';
import { watches } from './watch-endpoints';

/** The endpoints of a kind and its objects, without subresources, in the order of upstream's documents. */
export function resourceEndpoints(described: DescribedKind): Endpoint[] {
  const { kind, collection, release } = described;
  const verbs = verbsIn(release, kind.verbs, kind);
  const make = (path: string, parts: readonly (readonly [Verb, Part])[]): Endpoint[] =>
    parts.filter(([verb]) => verbs.includes(verb)).map(([, part]) => endpoint(described, path, part));
  return [
    ...(kind.namespaced ? make(allNamespaces(described), [['list', listEverywhere(described)]]) : []),
    ...make(collection, [
      ['list', list(described)],
      ['create', create(described)],
      ['deletecollection', deleteCollection(described)],
    ]),
    ...make(`${collection}/{name}`, [
      ['get', read(described)],
      ['update', replace(described)],
      ['delete', remove(described)],
      ['patch', patch(described)],
    ]),
    ...watches(described),
  ];
}

function list(described: DescribedKind): Part {
  const { scope, ofPath, release, kind, listDefinition } = described;
  const isWatched = !kind.isCustom && kind.verbs.includes('watch');
  return {
    method: 'get',
    operationId: `list${scope}${kind.kind}`,
    description: `list ${isWatched ? 'or watch ' : ''}objects of kind ${kind.bodyKind}`,
    action: 'list',
    parameters: [...ofPath, ...listParameters(release)],
    codes: [200],
    answer: { definition: listDefinition },
    consumes: described.consumes,
    produces: kind.isCustom ? OF_CUSTOM_KINDS : OF_LISTS,
  };
}

function listEverywhere(described: DescribedKind): Part {
  const { release, kind, version } = described;
  return {
    ...list(described),
    operationId: `list${version}${kind.kind}ForAllNamespaces`,
    parameters: [PRETTY, ...listParameters(release)],
  };
}

function create(described: DescribedKind): Part {
  const { scope, ofPath, release, kind } = described;
  return {
    method: 'post',
    operationId: `create${scope}${kind.kind}`,
    description: `create ${withArticle(kind.bodyKind)}`,
    action: 'post',
    parameters: [...ofPath, ...writeParameters(release)],
    body: ownBody(described),
    codes: [200, 201, 202],
    answer: { definition: described.definition },
    consumes: described.consumes,
  };
}

function deleteCollection({ scope, ofPath, release, kind, consumes }: DescribedKind): Part {
  return {
    method: 'delete',
    operationId: `delete${scope.replace(/(Namespaced)?$/, 'Collection$1')}${kind.kind}`,
    description: `delete collection of ${kind.bodyKind}`,
    action: 'deletecollection',
    parameters: [...ofPath, ...(kind.isCustom ? listParameters(release) : deleteCollectionParameters(release))],
    // Deletions of collections have options in a body since 1.14; those of custom kinds say nothing of it.
    ...(isUpTo(release, '1.11') || kind.isCustom ? {} : { body: OPTIONS }),
    codes: [200],
    answer: { definition: ProtocolType.Status },
    consumes,
  };
}

const OPTIONS: RequestBody = { content: { definition: ProtocolType.DeleteOptions }, isRequired: false };

function read({ scope, ofPath, release, kind, definition, consumes }: DescribedKind): Part {
  const isExported = !kind.isCustom && kind.verbs.includes('create') && kind.group !== 'rbac.authorization.k8s.io';
  return {
    method: 'get',
    operationId: `read${scope}${kind.kind}`,
    description: `read the specified ${kind.bodyKind}`,
    action: 'get',
    parameters: [nameOf(kind.bodyKind), ...ofPath, ...(isExported ? exportParameters(release) : [])],
    codes: [200],
    answer: { definition },
    consumes,
  };
}

function replace(described: DescribedKind): Part {
  const { scope, ofPath, release, kind, definition, consumes } = described;
  return {
    method: 'put',
    operationId: `replace${scope}${kind.kind}`,
    description: `replace the specified ${kind.bodyKind}`,
    action: 'put',
    parameters: [nameOf(kind.bodyKind), ...ofPath, ...writeParameters(release)],
    body: ownBody(described),
    codes: [200, 201],
    answer: { definition },
    consumes,
  };
}

function remove(described: DescribedKind): Part {
  const { scope, ofPath, release, kind, definition, consumes } = described;
  return {
    method: 'delete',
    operationId: `delete${scope}${kind.kind}`,
    description: `delete ${withArticle(kind.bodyKind)}`,
    action: 'delete',
    parameters: [nameOf(kind.bodyKind), ...ofPath, ...deleteParameters(release)],
    body: OPTIONS,
    codes: isUpTo(release, '1.11') ? [200] : [200, 202],
    answer: { definition: answersObject(release, kind) ? definition : ProtocolType.Status },
    consumes,
  };
}

/** Documents say of some kinds that a deletion answers a Status where the server answers the object, and of all until 1.16. */
const STATUS_IN_DOCUMENTS = byRelease<readonly string[]>({
  '1.34': ['Namespace'],
  '1.20': ['Namespace', 'Service'],
  '1.11': [],
});

function answersObject(release: ReleaseName, { kind, deleteReturnsObject }: KindInfo): boolean {
  return isAfter(release, '1.11') && deleteReturnsObject && !STATUS_IN_DOCUMENTS[release].includes(kind);
}

function patch({ scope, ofPath, release, kind, definition }: DescribedKind): Part {
  return {
    method: 'patch',
    operationId: `patch${scope}${kind.kind}`,
    description: `partially update the specified ${kind.bodyKind}`,
    action: 'patch',
    parameters: [nameOf(kind.bodyKind), ...ofPath, ...parametersOfPatch(release, kind)],
    body: PATCH,
    codes: patchCodes(release, kind),
    answer: { definition },
    consumes: patchTypes(release, kind.isCustom),
  };
}

/** The body of every patch. */
export const PATCH: RequestBody = { content: { definition: ProtocolType.Patch }, isRequired: true };

/** Documents of custom kinds take the parameters of updates for those of patches until 1.21. */
export function parametersOfPatch(release: ReleaseName, { isCustom }: KindInfo): readonly Parameter[] {
  return isCustom && isUpTo(release, '1.20') ? writeParameters(release) : patchParameters(release);
}

/**
 * Returns the status codes of a patch. An apply may create its object; documents contain that since 1.21, and not for
 * custom kinds.
 */
export function patchCodes(release: ReleaseName, { isCustom }: KindInfo): readonly number[] {
  return isAfter(release, '1.20') && !isCustom ? [200, 201] : [200];
}

function ownBody({ definition }: DescribedKind): RequestBody {
  return { content: { definition }, isRequired: true };
}
