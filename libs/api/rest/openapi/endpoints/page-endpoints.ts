import { groupOf, isAfter, isUpTo, versionOf } from '@orrery/api-types';
import { ProtocolType } from '@orrery/api-descriptions';
import type { ServedKinds } from '../../served-kinds';
import type { Content, Endpoint } from './endpoint';
import { OF_GROUPS, PLAIN_JSON } from './media-types';
import { groupPart, tagOf, versionPart } from './operation-names';

/** Parts of the endpoint of a page that are open. */
interface Page {
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly description: string;
  readonly answer: Content;
  readonly consumes?: readonly string[];
  readonly produces: readonly string[];
}

function page(described: Page): Endpoint {
  return { ...described, method: 'get', parameters: [], codes: [200] };
}

function group(path: string, operationId: string, tag: string, definition: string, description: string): Endpoint {
  const answer = { definition };
  return page({ path, operationId, tag, description, answer, consumes: OF_GROUPS, produces: OF_GROUPS });
}

const VERSIONS_TEXT = 'get available API versions';

/** The page of a group version: its resources. */
export function versionPage(apiVersion: string): Endpoint {
  const [of, version] = [groupOf(apiVersion), versionOf(apiVersion)];
  const path = of === '' ? `/api/${version}/` : `/apis/${apiVersion}/`;
  const operationId = `get${versionPart(of, version)}APIResources`;
  return group(path, operationId, tagOf(of, version), ProtocolType.ApiResourceList, 'get available resources');
}

/** The page of a group, by the place of its document in OpenAPI v3: its versions. */
export function groupPage(name: string): Endpoint {
  if (name === '') return group('/api/', 'getCoreAPIVersions', 'core', ProtocolType.ApiVersions, VERSIONS_TEXT);
  const operationId = `get${groupPart(name)}APIGroup`;
  return group(`/apis/${name}/`, operationId, tagOf(name), ProtocolType.ApiGroup, 'get information of a group');
}

/** Pages that belong to no group, by the places of their documents in OpenAPI v3. */
export function pagesBesideGroups(kinds: ServedKinds): ReadonlyMap<string, Endpoint> {
  const text: Content = { type: 'string' };
  const all: readonly (readonly [string, Endpoint])[] = [
    ['apis', group('/apis/', 'getAPIVersions', 'apis', ProtocolType.ApiGroupList, VERSIONS_TEXT)],
    [
      'version',
      page({
        path: '/version/',
        operationId: 'getCodeVersion',
        tag: 'version',
        description: isAfter(kinds.release, '1.20')
          ? 'get the version information for this server'
          : 'get the code version',
        answer: { definition: ProtocolType.Version },
        consumes: PLAIN_JSON,
        produces: PLAIN_JSON,
      }),
    ],
    [
      '.well-known/openid-configuration',
      page({
        path: '/.well-known/openid-configuration/',
        operationId: 'getServiceAccountIssuerOpenIDConfiguration',
        tag: 'WellKnown',
        description: "get service account issuer OpenID configuration, also known as the 'OIDC discovery doc'",
        answer: text,
        produces: PLAIN_JSON,
      }),
    ],
    [
      'openid/v1/jwks',
      page({
        path: '/openid/v1/jwks/',
        operationId: 'getServiceAccountIssuerOpenIDKeyset',
        tag: 'openid',
        description: 'get service account issuer OpenID JSON Web Key Set (contains public token verification keys)',
        answer: text,
        produces: ['application/jwk-set+json'],
      }),
    ],
  ];
  // OpenShift 3.11 has no discovery of its issuer.
  return new Map(isUpTo(kinds.release, '1.11') ? all.slice(0, 2) : all);
}
