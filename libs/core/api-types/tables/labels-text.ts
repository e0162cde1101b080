import { joined } from './table-kind';

/** More addresses than these are only counted. */
export const MAX_ENDPOINTS = 3;

/** Labels as `a=b,c=d`, in the order of their keys. */
export function formatLabels(labels: Readonly<Record<string, string>> | undefined): string {
  const pairs = Object.entries(labels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return joined(pairs.map(([key, value]) => `${key}=${value}`));
}
