import { groupOf, type KindInfo } from '@orrery/api-types';
import type { ServedKinds } from '../../served-kinds';
import { reachableSubresources } from '../../announcement/reachable-subresources';
import { describedKind } from './described-kind';
import type { Endpoint } from './endpoint';
import { groupPage, pagesBesideGroups, versionPage } from './page-endpoints';
import { resourceEndpoints } from './resource-endpoints';
import { subresourceEndpoints } from './subresource-endpoints';

/** Everything that a group version answers: its page, its kinds and their subresources. */
export function endpointsOf(kinds: ServedKinds, apiVersion: string): Endpoint[] {
  return [
    versionPage(apiVersion),
    ...kinds.kindsIn(apiVersion).flatMap((kind) => endpointsOfKind(kinds, kind, apiVersion)),
  ];
}

function endpointsOfKind({ release }: ServedKinds, kind: KindInfo, apiVersion: string): Endpoint[] {
  const described = describedKind(kind, apiVersion, release);
  return [
    ...resourceEndpoints(described),
    ...reachableSubresources(kind, apiVersion, release).flatMap((each) => subresourceEndpoints(described, each)),
  ];
}

/** The pages about groups and the server, by the places of their documents in OpenAPI v3. */
export function pages(kinds: ServedKinds): ReadonlyMap<string, Endpoint> {
  const groups = new Set(kinds.groupVersions.map(groupOf));
  return new Map([
    ...[...groups].map((name) => [name === '' ? 'api' : `apis/${name}`, groupPage(name)] as const),
    ...pagesBesideGroups(kinds),
  ]);
}

/** Everything that a server answers. */
export function allEndpoints(kinds: ServedKinds): Endpoint[] {
  return [...pages(kinds).values(), ...kinds.groupVersions.flatMap((version) => endpointsOf(kinds, version))];
}
