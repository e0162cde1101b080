import { word } from '../actions/shell-word';
import { kubectlName, type ServedKind } from './served-kind';
import type { TableRow } from './table';

/** Action on the selected objects. */
export type BulkAction =
  | { readonly verb: 'delete' }
  | { readonly verb: 'label'; readonly changes: LabelChanges }
  | { readonly verb: 'scale'; readonly replicas: number };

/** Labels to set; null removes one. */
export type LabelChanges = Readonly<Record<string, string | null>>;

/** Object of an action, and the error of the server if it refused it. */
export interface BulkOutcome {
  readonly row: TableRow;
  /** Message of the server; undefined if the action succeeded. */
  readonly error: string | undefined;
}

/** Requests of one action that are under way at once. */
export const PARALLEL = 6;

const KEY = /^(?:[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9](?:[-\w.]*[A-Za-z0-9])?$/;

/** Returns the changes of a text as kubectl takes them, `tier=front old-`; an error if a word is none of both. */
export function labelChanges(text: string): { readonly changes: LabelChanges } | { readonly error: string } {
  const words = text.split(/[\s,]+/).filter((each) => each !== '');
  if (words.length === 0) return { error: 'Write KEY=VALUE to set a label, or KEY- to remove one.' };
  const changes: Record<string, string | null> = {};
  for (const each of words) {
    const [, key, value] = /^([^=]+)=(.*)$/.exec(each) ?? [];
    const removed = each.endsWith('-') ? each.slice(0, -1) : undefined;
    const label = key ?? removed;
    if (label === undefined || !KEY.test(label)) return { error: `${each} is neither KEY=VALUE nor KEY-.` };
    changes[label] = key === undefined ? null : (value ?? '');
  }
  return { changes };
}

/** Returns the commands of kubectl that do an action, one for each namespace of the objects. */
export function bulkCommands(kind: ServedKind, rows: readonly TableRow[], action: BulkAction): readonly string[] {
  const namespaces = new Map<string, string[]>();
  for (const { namespace, name } of rows) namespaces.set(namespace, [...(namespaces.get(namespace) ?? []), name]);
  return [...namespaces].map(([namespace, names]) => {
    const where = namespace === '' ? '' : ` --namespace ${word(namespace)}`;
    const objects = `${kubectlName(kind)} ${names.map((name) => word(name)).join(' ')}`;
    if (action.verb === 'delete') return `kubectl delete ${objects}${where}`;
    if (action.verb === 'scale') return `kubectl scale ${objects}${where} --replicas ${action.replicas}`;
    return `kubectl label ${objects} ${changeWords(action.changes)}${where} --overwrite`;
  });
}

function changeWords(changes: LabelChanges): string {
  return Object.entries(changes)
    .map(([key, value]) => (value === null ? `${key}-` : word(`${key}=${value}`)))
    .join(' ');
}

/** Works through items, at most `limit` of them at once. Rejects with the first error that `work` throws. */
export async function eachOf<T>(items: readonly T[], limit: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: limit }, worker));
}
