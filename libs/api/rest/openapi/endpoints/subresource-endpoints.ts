import { groupOf, isUpTo, type SubresourceInfo, type Verb, versionOf } from '@orrery/api-types';
import { definitionName, type GroupVersionKind } from '@orrery/api-descriptions';
import { withArticle, type DescribedKind } from './described-kind';
import { METHODS, type Endpoint, type Method, type RequestBody } from './endpoint';
import { ANYTHING, OF_LOGS, patchTypes } from './media-types';
import { namePart } from './operation-names';
import {
  CONNECTION_PARAMETERS,
  logParameters,
  nameOf,
  NAMESPACE,
  PROXIED_PATH,
  writeParameters,
  type Parameter,
} from './parameters';
import { parametersOfPatch, PATCH, patchCodes } from './resource-endpoints';

/** The endpoints of a subresource of a kind. */
export function subresourceEndpoints(described: DescribedKind, subresource: SubresourceInfo): Endpoint[] {
  const { kind, apiVersion } = subresource;
  if (Object.hasOwn(CONNECTION_PARAMETERS, kind)) return connections(described, subresource);
  const of: Described = {
    described,
    name: subresource.name,
    title: namePart(subresource.name, true),
    gvk: gvkOf(described, subresource),
    definition:
      kind === described.gvk.kind && !apiVersion
        ? described.definition
        : definitionName({ apiVersion: apiVersion ?? versionedName(described.gvk), kind }),
  };
  const methods = subresource.verbs.flatMap((verb) => METHOD_OF[verb] ?? []);
  return METHODS.filter((method) => methods.includes(method)).map((method) => endpoint(of, method));
}

/** A subresource that is read and written, with the description of its endpoints. */
interface Described {
  readonly described: DescribedKind;
  readonly name: string;
  /** Its name in names of operations. */
  readonly title: string;
  readonly gvk: GroupVersionKind;
  readonly definition: string;
}

const METHOD_OF: Partial<Record<Verb, Method>> = { get: 'get', update: 'put', patch: 'patch', create: 'post' };
const PREFIXES: Partial<Record<Method, string>> = { get: 'read', put: 'replace', patch: 'patch', post: 'create' };

function endpoint(of: Described, method: Method): Endpoint {
  const { described, name, title, gvk, definition } = of;
  const { collection, tag, kind, scope, ofPath, release, consumes, produces } = described;
  const body: RequestBody = { content: { definition }, isRequired: true };
  const isLog = name === 'log';
  const named: Omit<Endpoint, 'parameters' | 'codes'> = {
    path: `${collection}/{name}/${name}`,
    method,
    tag,
    gvk,
    operationId: `${PREFIXES[method]!}${scope}${kind.kind}${title}`,
    description: descriptionOf(of, method),
    action: method,
    answer: isLog ? { type: 'string' } : { definition },
    consumes: method === 'patch' ? patchTypes(release, kind.isCustom) : consumes,
    produces: isLog ? OF_LOGS : produces,
  };
  const parameters = [nameOf(kind.isCustom ? kind.bodyKind : gvk.kind), ...ofPath];
  switch (method) {
    case 'patch': {
      const ofPatch = parametersOfPatch(release, kind);
      return { ...named, parameters: [...parameters, ...ofPatch], body: PATCH, codes: patchCodes(release, kind) };
    }
    case 'put':
      return { ...named, parameters: [...parameters, ...writeParameters(release)], body, codes: [200, 201] };
    case 'post':
      return { ...named, parameters: [...parameters, ...writeParameters(release)], body, codes: [200, 201, 202] };
    default:
      return { ...named, parameters: [...parameters, ...(isLog ? logParameters(release) : [])], codes: [200] };
  }
}

function descriptionOf({ name, described }: Described, method: Method): string {
  const kind = described.gvk.kind;
  if (method === 'post') return `create ${name} of ${withArticle(kind)}`;
  const verb = method === 'patch' ? 'partially update' : PREFIXES[method]!;
  return `${verb} ${name} of the specified ${kind}`;
}

/** The endpoints of a connection, which has the options of its kind in the query. Proxies pass on every method, and paths. */
function connections(described: DescribedKind, subresource: SubresourceInfo): Endpoint[] {
  const isProxy = subresource.name === 'proxy';
  const methods: readonly Method[] = isProxy ? METHODS : ['get', 'post'];
  const { collection } = described;
  const path = `${collection}/{name}/${subresource.name}`;
  const direct = methods.map((method) => connection(described, subresource, { path, method, suffix: '', more: [] }));
  if (!isProxy) return direct;
  const below = { path: `${path}/{path}`, suffix: 'WithPath', more: [PROXIED_PATH] };
  return [...direct, ...methods.map((method) => connection(described, subresource, { ...below, method }))];
}

interface Connection {
  readonly path: string;
  readonly method: Method;
  readonly suffix: string;
  readonly more: readonly Parameter[];
}

function connection(
  described: DescribedKind,
  subresource: SubresourceInfo,
  { path, method, suffix, more }: Connection,
): Endpoint {
  const { kind, version, tag } = described;
  const namespaced = kind.namespaced ? 'Namespaced' : '';
  return {
    path,
    method,
    tag,
    gvk: isUpTo(described.release, '1.11') ? described.gvk : gvkOf(described, subresource),
    operationId: `connect${version}${namePart(method, true)}${namespaced}${kind.kind}${namePart(subresource.name, true)}${suffix}`,
    description: `connect ${method.toUpperCase()} requests to ${subresource.name} of ${kind.bodyKind}`,
    action: 'connect',
    parameters: [
      nameOf(subresource.kind),
      ...(kind.namespaced ? [NAMESPACE] : []),
      ...CONNECTION_PARAMETERS[subresource.kind]!,
      ...more,
    ],
    codes: [200],
    answer: { type: 'string' },
    consumes: ANYTHING,
    produces: ANYTHING,
  };
}

/** The kind that a subresource is read and written as; documents of custom kinds name the kind itself for all of them. */
function gvkOf({ gvk, kind }: DescribedKind, subresource: SubresourceInfo): GroupVersionKind {
  if (kind.isCustom) return gvk;
  const { apiVersion } = subresource;
  if (apiVersion === undefined || subresource.versions) return { ...gvk, kind: subresource.kind };
  return { group: groupOf(apiVersion), version: versionOf(apiVersion), kind: subresource.kind };
}

function versionedName({ group, version }: GroupVersionKind): string {
  return group === '' ? version : `${group}/${version}`;
}
