import type { DeschedulingBehaviour } from '../run/behaviour';
import type { EvictionLimits } from '../run/eviction-limits';
import type { FieldProblem } from './field-problem';
import type { FieldReader } from './field-reader';
import type { PolicyError } from './policy-error';

/** Context in which both formats are read. */
export interface ReadContext {
  /** Prefix of an error of decoding. */
  readonly prefix: string;
  readonly fileName: string;
  readonly behaviour: DeschedulingBehaviour;
}

/** The limits of a policy; 0 is a limit or none, as the format has it. */
export function readLimits(reader: FieldReader, { limitZero }: DeschedulingBehaviour): EvictionLimits {
  const read = (key: string): number | undefined => {
    const limit = reader.uint(key);
    return limit === 0 && limitZero === 'unlimited' ? undefined : limit;
  };
  const total = read('maxNoOfPodsToEvictTotal');
  const perNode = read('maxNoOfPodsToEvictPerNode');
  const perNamespace = read('maxNoOfPodsToEvictPerNamespace');
  return {
    ...(total !== undefined && { total }),
    ...(perNode !== undefined && { perNode }),
    ...(perNamespace !== undefined && { perNamespace }),
  };
}

/**
 * Problems of fields as errors of the policy: errors of decoding have their own beginning. Defaults are only set where
 * nothing else is wrong, so that their errors count only then.
 */
export function toErrors(
  problems: readonly FieldProblem[],
  prefix: string,
  ofValues: Partial<PolicyError>,
): PolicyError[] {
  const isSound = problems.every(({ isDefaulting }) => isDefaulting);
  return problems.flatMap(({ field, reason, isDecoding, isDefaulting, plugin }) => {
    if (isDecoding) return [{ field, reason, prefix }];
    const profile = ofValues.profile !== undefined && { profile: ofValues.profile };
    if (isDefaulting) return isSound ? [{ field, reason, ...profile }] : [];
    return [{ field, reason, ...ofValues, ...(plugin !== undefined && { plugin }) }];
  });
}
