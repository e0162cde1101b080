/** Fields that differ from server to server. */
const DROPPED = new Set([
  'uid',
  'creationTimestamp',
  'resourceVersion',
  'time',
  'deletionTimestamp',
  'clusterIP',
  'clusterIPs',
  'nodePort',
  'healthCheckNodePort',
  'lastTransitionTime',
  'lastUpdateTime',
  'lastProbeTime',
  'lastHeartbeatTime',
  'lastTimestamp',
  'firstTimestamp',
  'continue',
  'token',
  'expirationTimestamp',
]);
/** Those of them that are compared in being there. */
const COMPARED_IN_PRESENCE = new Set([
  'uid',
  'creationTimestamp',
  'resourceVersion',
  'deletionTimestamp',
  'clusterIP',
  'clusterIPs',
  'nodePort',
  'continue',
  'token',
]);

/** Counts the templates that a controller came to see, which is fewer than were written if it is busy. */
const TEMPLATES_SEEN = 'deployment.kubernetes.io/revision';

/**
 * Returns an answer without the parts that differ from server to server: uids, times, revisions, addresses, random
 * suffixes.
 */
export function normalise(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return normaliseList(value, key);
  if (typeof value === 'string') return normaliseText(value, key);
  if (typeof value !== 'object' || value === null) return value;
  const normalised: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    if (name === TEMPLATES_SEEN && typeof item === 'string') normalised[name] = '<set>';
    else if (!DROPPED.has(name) || isObject(item)) normalised[name] = normalise(item, name);
    else if (isNoAddress(name, item)) normalised[name] = item;
    else if (COMPARED_IN_PRESENCE.has(name)) normalised[name] = item === null || item === '' ? item : '<set>';
  }
  return normalised;
}

/** Normalises a list; owners are in the order of their times, which are not compared. */
function normaliseList(list: readonly unknown[], key: string): unknown[] {
  const items = list.map((item) => normalise(item, key));
  return key === 'managedFields' ? items.sort((a, b) => (ownerIn(a) < ownerIn(b) ? -1 : 1)) : items;
}

function ownerIn(entry: unknown): string {
  const { operation, manager, apiVersion, subresource } = entry as Record<string, string | undefined>;
  return [operation, manager, apiVersion, subresource ?? ''].join(' ');
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNoAddress(name: string, value: unknown): boolean {
  if (name !== 'clusterIP' && name !== 'clusterIPs') return false;
  return value === 'None' || value === '' || value === null || (Array.isArray(value) && value.join() === 'None');
}

function normaliseText(text: string, key: string): string {
  if (key === 'request' && text.startsWith('LS0tLS1CRUdJTi')) return '<request>';
  const common = text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>')
    .replace(/(127\.0\.0\.1|10\.\d+\.\d+\.\d+):\d+/g, '<addr>')
    .replace(/\b(default-token-|[a-z0-9-]+-token-)[a-z0-9]{5}\b/g, '$1<rand>')
    .replace(/\b(kube-api-access-|Bad-)[a-z0-9]{5}\b/g, '$1<rand>')
    .replace(/^(gen-)[a-z0-9]{5}$/, '$1<rand>')
    .replace(/"(gen-)[a-z0-9]{5}"/g, '"$1<rand>"');
  if (key !== 'cells') return common;
  // Ports of nodes are drawn.
  const cell = common.replace(/:3[0-2]\d{3}\//g, ':<port>/');
  return cell.replace(/^\d+[smhd](\d+s)?$/, '<age>').replace(/^10\.\d+\.\d+\.\d+$/, '<ip>');
}
