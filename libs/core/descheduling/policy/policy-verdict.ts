import type { DeschedulerPolicy } from './descheduler-policy';
import type { PolicyError } from './policy-error';

/** A policy that was read, or everything that is wrong with the document. */
export type PolicyVerdict =
  | { readonly ok: true; readonly policy: DeschedulerPolicy }
  | { readonly ok: false; readonly errors: readonly PolicyError[] };
