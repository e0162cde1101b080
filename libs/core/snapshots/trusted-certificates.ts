import type { SnapshotRecord } from './snapshot-records';

/** What of the certificates that clients trust is in objects: as text, and in base64. */
const RESOURCES: ReadonlySet<string> = new Set(['configmaps', 'secrets']);

/**
 * A line with the certificates that clients of the cluster trust at another server, whose own one differs: controllers would replace them
 * one after the other, and the cluster would not go on as the original does.
 */
export function withTrusted(record: SnapshotRecord, from: string, to: string): SnapshotRecord {
  if (record.type !== 'change' || from === to || !RESOURCES.has(record.resource)) return record;
  const body = record.body.replaceAll(inJson(from), () => inJson(to)).replaceAll(btoa(from), () => btoa(to));
  return body === record.body ? record : { ...record, body };
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
