import type { ServedKind } from './served-kind';

/** Parts of the page of an object, by the words of their tabs. */
export const Tab = {
  Describe: 'Describe',
  Yaml: 'YAML',
  Logs: 'Logs',
  Terminal: 'Terminal',
  Story: 'Story',
} as const;
export type Tab = (typeof Tab)[keyof typeof Tab];

/** Returns the tabs that a kind has: logs and a terminal where it has the subresources for them. */
export function tabsOf(kind: Pick<ServedKind, 'subresources'> | undefined): readonly Tab[] {
  const has = (subresource: string): boolean => kind?.subresources.includes(subresource) ?? false;
  return [Tab.Describe, Tab.Yaml, ...(has('log') ? [Tab.Logs] : []), ...(has('exec') ? [Tab.Terminal] : []), Tab.Story];
}
