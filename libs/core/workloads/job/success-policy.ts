import { parseIndexes } from './completed-indexes';
import type { Job } from './job-constants';

/**
 * Returns why an Indexed job is a success although not all of its indexes are done; undefined if no rule of its policy holds
 * (`matchSuccessPolicy` of `pkg/controller/job/success_policy.go`).
 */
export function successByPolicy({ spec }: Pick<Job, 'spec'>, done: ReadonlySet<number>): string | undefined {
  if (done.size === 0) return undefined;
  const rules = spec.successPolicy?.rules ?? [];
  const at = rules.findIndex(({ succeededIndexes, succeededCount }) => {
    if (succeededIndexes === undefined) return succeededCount !== undefined && done.size >= succeededCount;
    const named = parseIndexes(succeededIndexes, spec.completions ?? 0);
    if (named.length === 0) return false;
    const count = named.filter((index) => done.has(index)).length;
    return count === named.length || (succeededCount !== undefined && count >= succeededCount);
  });
  return at < 0 ? undefined : `Matched rules at index ${at}`;
}
