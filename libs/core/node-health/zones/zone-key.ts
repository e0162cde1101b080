const BETA_ZONE = 'failure-domain.beta.kubernetes.io/zone';
const BETA_REGION = 'failure-domain.beta.kubernetes.io/region';
const ZONE = 'topology.kubernetes.io/zone';
const REGION = 'topology.kubernetes.io/region';

/**
 * The failure domain of a node: empty when it names neither zone nor region, else both joined by `:\0:`.
 * A beta label wins over the stable one whenever it exists, even empty (as in v1.20.2 `pkg/util/node`).
 */
export function zoneKey(labels: Readonly<Record<string, string>> | undefined): string {
  if (!labels) return '';
  const zone = labels[BETA_ZONE] ?? labels[ZONE] ?? '';
  const region = labels[BETA_REGION] ?? labels[REGION] ?? '';
  return zone === '' && region === '' ? '' : `${region}:\0:${zone}`;
}

/** Returns the zone of a key, as the labels of its nodes name it; empty for nodes without a zone. */
export function zoneName(key: string): string {
  return key.split(/:\0?:/)[1] ?? '';
}

/** Returns the region of a key; empty for nodes without a region. */
export function regionOf(key: string): string {
  return key.split(/:\0?:/)[0]!;
}

/** A zone key fit for people and metric labels: the NUL is left out. */
export function printableZoneKey(key: string): string {
  return key.replace('\0', '');
}
