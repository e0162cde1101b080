export const START: string;
/** What has a budget, by name. */
export const PATHS: Readonly<Record<string, { readonly unit: string }>>;
