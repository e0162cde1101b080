import type { SnapshotRecord } from './snapshot-records';

/** Resources whose objects contain certificates that clients trust: as text, and in base64. */
const RESOURCES: ReadonlySet<string> = new Set(['configmaps', 'secrets']);

/**
 * Returns a line with the certificates of another server, whose own one differs: otherwise controllers would replace
 * them one after the other, and the cluster would not continue as the original does.
 */
export function withTrusted(record: SnapshotRecord, from: string, to: string): SnapshotRecord {
  if (record.type !== 'change' || from === to || !RESOURCES.has(record.resource)) return record;
  const body = record.body.replaceAll(inJson(from), () => inJson(to)).replaceAll(btoa(from), () => btoa(to));
  return body === record.body ? record : { ...record, body };
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
