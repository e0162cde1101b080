/** Parts of the page of an object, by the words of their tabs. */
export const Tab = { Yaml: 'YAML' } as const;
export type Tab = (typeof Tab)[keyof typeof Tab];
export const TABS: readonly Tab[] = Object.values(Tab);
