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

/** A zone key fit for people and metric labels: the NUL is left out. */
export function printableZoneKey(key: string): string {
  return key.replace('\0', '');
}
