export const START: string;
/** Paths with a budget, by name. */
export const PATHS: Readonly<Record<string, { readonly unit: string }>>;
