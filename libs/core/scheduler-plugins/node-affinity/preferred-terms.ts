import {
  compileNodeSelectorTerm,
  isEmptyTerm,
  nodeSelectorTermError,
  type NodeMatcher,
  type NodeSelectorTerm,
} from '@orrery/api-types';

/** A preference as the API has it. */
export interface RawPreference {
  readonly weight?: number;
  readonly preference?: NodeSelectorTerm;
}

/** A preference ready to be asked. */
export interface PreferredTerm {
  readonly weight: number;
  readonly matches: NodeMatcher;
}

/**
 * Reads preferences; those of weight 0 or without content are ignored. Unlike a required one, a preferred term that
 * cannot be read is an error of the cycle.
 */
export function preferredTermsOf(
  preferences: readonly RawPreference[],
): { readonly terms: readonly PreferredTerm[] } | { readonly error: string } {
  const terms: PreferredTerm[] = [];
  for (const { weight = 0, preference = {} } of preferences) {
    if (weight === 0 || isEmptyTerm(preference)) continue;
    const error = nodeSelectorTermError(preference);
    if (error !== undefined) return { error };
    terms.push({ weight, matches: compileNodeSelectorTerm(preference) });
  }
  return { terms };
}
