import type { ContainerStatus, Pod } from '@orrery/api-types';
import type { Job, PodFailureRule } from './job-constants';

/** Effect of a failed pod on its job. */
export interface FailureVerdict {
  /** Action of the rule that matched; undefined if none did, and the failure counts. */
  readonly action: PodFailureRule['action'] | undefined;
  /** The reason why the whole job fails, if it does. */
  readonly message?: string;
}

const COUNTS: FailureVerdict = { action: undefined };

/** Decides about a failed pod by the job's policy (`matchPodFailurePolicy` of `pkg/controller/job/pod_failure_policy.go`). */
export function evaluateFailure({ spec }: Pick<Job, 'spec'>, pod: Pod): FailureVerdict {
  const rules = spec.podFailurePolicy?.rules ?? [];
  for (const [index, rule] of rules.entries()) {
    const why = reasonOf(rule, pod);
    if (why === undefined) continue;
    const { action } = rule;
    if (action === 'FailIndex' && spec.backoffLimitPerIndex === undefined) continue;
    return action === 'FailJob' ? { action, message: `${why} matching FailJob rule at index ${index}` } : { action };
  }
  return COUNTS;
}

/** Returns whether a failure counts towards the limits of its job and its index. */
export function countsAsFailure(job: Pick<Job, 'spec'>, pod: Pod): boolean {
  return job.spec.podFailurePolicy === undefined || evaluateFailure(job, pod).action !== 'Ignore';
}

function reasonOf({ onExitCodes, onPodConditions }: PodFailureRule, { metadata, status }: Pod): string | undefined {
  const { namespace, name } = metadata;
  if (onExitCodes) {
    const fits = (container: ContainerStatus): boolean => exitCodeFits(onExitCodes, container);
    const container = status?.containerStatuses?.find(fits) ?? status?.initContainerStatuses?.find(fits);
    if (!container) return undefined;
    const code = container.state?.terminated?.exitCode;
    return `Container ${container.name} for pod ${namespace}/${name} failed with exit code ${code}`;
  }
  const condition = status?.conditions?.find(({ type, status: is }) =>
    onPodConditions?.some((pattern) => pattern.type === type && (pattern.status ?? 'True') === is),
  );
  return condition && `Pod ${namespace}/${name} has condition ${condition.type}`;
}

/** A container that succeeded never matches, regardless of the values. */
function exitCodeFits(
  { containerName, operator, values }: NonNullable<PodFailureRule['onExitCodes']>,
  { name, state }: ContainerStatus,
): boolean {
  const code = state?.terminated?.exitCode;
  if (code === undefined || code === 0 || (containerName !== undefined && containerName !== name)) return false;
  return values.includes(code) === (operator === 'In');
}
