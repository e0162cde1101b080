import { isSysctlPattern, SYSCTL_MAX_LENGTH, sysctlNamespace, sysctlWithDots } from '@orrery/api-types';
import { tryParseQuantity } from '@orrery/quantity';
import { parseDurationMs } from '@orrery/time';
import { parseThresholds } from '../thresholds/parse-thresholds';
import { IMAGE_HIGH_PERCENT, IMAGE_LOW_PERCENT, type KubeletConfiguration } from './kubelet-configuration';

const ENFORCEABLE = ['pods', 'system-reserved', 'kube-reserved', 'none'];

/** Returns the contradictions in the words of `ValidateKubeletConfiguration` of v1.20.2, with the thresholds checked as at start. */
export function contradictions(configuration: KubeletConfiguration): string[] {
  const { enforceNodeAllocatable: enforced = ['pods'], systemReservedCgroup, kubeReservedCgroup } = configuration;
  const errors: string[] = [];
  for (const each of enforced) {
    if (!ENFORCEABLE.includes(each)) {
      errors.push(
        `invalid configuration: option "${each}" specified for EnforceNodeAllocatable (--enforce-node-allocatable). Valid options are "pods", "system-reserved", "kube-reserved", or "none"`,
      );
    }
  }
  if (enforced.includes('none') && enforced.length > 1) {
    errors.push(
      'invalid configuration: EnforceNodeAllocatable (--enforce-node-allocatable) may not contain additional enforcements when "none" is specified',
    );
  }
  if (enforced.includes('system-reserved') && !systemReservedCgroup) {
    errors.push(
      'invalid configuration: SystemReservedCgroup (--system-reserved-cgroup) must be specified when system-reserved contained in EnforceNodeAllocatable (--enforce-node-allocatable)',
    );
  }
  if (enforced.includes('kube-reserved') && !kubeReservedCgroup) {
    errors.push(
      'invalid configuration: KubeReservedCgroup (--kube-reserved-cgroup) must be specified when kube-reserved contained in EnforceNodeAllocatable (--enforce-node-allocatable)',
    );
  }
  if (configuration.cgroupsPerQOS === false && enforced.some((each) => each !== 'none')) {
    errors.push(
      'invalid configuration: EnforceNodeAllocatable (--enforce-node-allocatable) is not supported unless CgroupsPerQOS (--cgroups-per-qos) feature is turned on',
    );
  }
  errors.push(...aboutOwnWork(configuration), ...aboutImages(configuration), ...aboutSysctls(configuration));
  const thresholds = parseThresholds(configuration);
  return thresholds.ok ? errors : [...errors, ...thresholds.errors];
}

/** Returns the contradictions about pulls, heartbeats and shutdowns; texts as in `ValidateKubeletConfiguration`. */
function aboutOwnWork(configuration: KubeletConfiguration): string[] {
  const { maxParallelImagePulls: parallel, serializeImagePulls = true } = configuration;
  const errors: string[] = [];
  if (parallel !== undefined && parallel < 1) {
    errors.push(`invalid configuration: maxParallelImagePulls ${parallel} must be a positive number`);
  }
  if (serializeImagePulls && parallel !== undefined && parallel > 1) {
    errors.push(
      'invalid configuration: maxParallelImagePulls cannot be larger than 1 unless SerializeImagePulls (--serialize-image-pulls) set to false',
    );
  }
  if (configuration.nodeLeaseDurationSeconds === 0) {
    errors.push('invalid configuration: NodeLeaseDurationSeconds must be greater than 0');
  }
  // With none, a pressure would be over before it is reported.
  if (parseDurationMs(configuration.evictionPressureTransitionPeriod ?? '5m') === 0) {
    errors.push('evictionPressureTransitionPeriod: must be longer than nothing');
  }
  const { oomScoreAdj = 0 } = configuration;
  if (oomScoreAdj < -1000 || oomScoreAdj > 1000) {
    errors.push(
      `invalid configuration: OOMScoreAdj (--oom-score-adj) ${oomScoreAdj} must be between -1000 and 1000, inclusive`,
    );
  }
  const { shutdownGracePeriod: all = '0s', shutdownGracePeriodCriticalPods: critical = '0s' } = configuration;
  const [allMs, criticalMs] = [parseDurationMs(all) ?? 0, parseDurationMs(critical) ?? 0];
  if (criticalMs > allMs) {
    errors.push(
      `invalid configuration: ShutdownGracePeriodCriticalPods ${critical} must be <= ShutdownGracePeriod ${all}`,
    );
  }
  const periods = [
    ['ShutdownGracePeriod', all, allMs],
    ['ShutdownGracePeriodCriticalPods', critical, criticalMs],
  ] as const;
  for (const [name, text, ms] of periods) {
    if (ms > 0 && ms < 1000) {
      errors.push(`invalid configuration: ${name} ${text} must be either zero or otherwise >= 1 sec`);
    }
  }
  return errors;
}

/** The pattern that upstream's errors show. */
const SYSCTL_PATTERN = '([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]';

/** A kubelet only starts if it knows the namespaces of the parameters that it allows (`NewAllowlist`). */
function aboutSysctls({ allowedUnsafeSysctls = [] }: KubeletConfiguration): string[] {
  return allowedUnsafeSysctls.flatMap((given) => {
    if (!isSysctlPattern(given)) {
      const rule = `must have at most ${SYSCTL_MAX_LENGTH} characters and match regex ${SYSCTL_PATTERN}`;
      return [`sysctl ${JSON.stringify(given)} ${rule}`];
    }
    const pattern = sysctlWithDots(given);
    const isPrefix = pattern.endsWith('*');
    if (sysctlNamespace(isPrefix ? pattern.slice(0, -1) : pattern) !== undefined) return [];
    return [`the ${isPrefix ? 'sysctls' : 'sysctl'} ${JSON.stringify(pattern)} are not known to be namespaced`];
  });
}

function aboutImages(configuration: KubeletConfiguration): string[] {
  const { imageGCHighThresholdPercent: high = IMAGE_HIGH_PERCENT } = configuration;
  const { imageGCLowThresholdPercent: low = IMAGE_LOW_PERCENT, containerLogMaxSize: size = '10Mi' } = configuration;
  const errors: string[] = [];
  const percentages = [
    ['ImageGCHighThresholdPercent (--image-gc-high-threshold)', high],
    ['ImageGCLowThresholdPercent (--image-gc-low-threshold)', low],
  ] as const;
  for (const [name, value] of percentages) {
    if (value > 100) errors.push(`invalid configuration: ${name} ${value} must be between 0 and 100, inclusive`);
  }
  if (low >= high) {
    errors.push(
      `invalid configuration: ImageGCLowThresholdPercent (--image-gc-low-threshold) ${low} must be less than ImageGCHighThresholdPercent (--image-gc-high-threshold) ${high}`,
    );
  }
  if (!tryParseQuantity(size).ok) errors.push(`containerLogMaxSize: ${JSON.stringify(size)} is not a quantity`);
  return errors;
}
