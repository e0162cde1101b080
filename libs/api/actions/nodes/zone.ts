import type { KubeObject } from '@orrery/api-types';

const ZONE_LABELS = ['topology.kubernetes.io/zone', 'failure-domain.beta.kubernetes.io/zone'];

/** The zone that a node is in; undefined if it has none. */
export function zoneOf({ metadata }: KubeObject): string | undefined {
  for (const label of ZONE_LABELS) {
    const zone = metadata.labels?.[label];
    if (zone !== undefined && zone !== '') return zone;
  }
  return undefined;
}
