import { ADMISSION_SECTIONS } from '@orrery/admission';
import { anyValue, boolean, fields, integer, listOf, string, type Fields } from '@orrery/documents';
import { NODE_HEALTH } from '@orrery/node-health';

/** Name of the section that has the arguments of components. */
export const SECTION = 'kubernetesMasterConfig';

/** Settings of node health that kube-controller-manager has a flag for, which is named after them. */
const NODE_HEALTH_FLAGS = [
  'nodeMonitorPeriod',
  'nodeMonitorGracePeriod',
  'nodeStartupGracePeriod',
  'podEvictionTimeout',
  'nodeEvictionRate',
  'secondaryNodeEvictionRate',
  'largeClusterSizeThreshold',
  'unhealthyZoneThreshold',
  'enableTaintManager',
] as const;

/** The flag of a setting: `node-monitor-period`. */
function flagOf(setting: string): string {
  return setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The setting of node health that a flag of the controllers gives; undefined for other flags. */
export const SETTING_OF_FLAG: ReadonlyMap<string, string> = new Map(
  NODE_HEALTH_FLAGS.map((setting) => [flagOf(setting), setting]),
);

/** Flags and what their values may be: in the file each is a list of texts. */
function flags<F extends Fields>(known: F) {
  return fields({ 'feature-gates': listOf(string()), ...known }, { expected: 'must map flags to lists of values' });
}

const seconds = integer({ expected: 'must be a whole number of seconds' });
const SCHEDULER_FLAGS = flags({ disablePreemption: boolean(), 'disable-preemption': boolean() });

/**
 * The section `kubernetesMasterConfig` of OpenShift 3.11, as far as it has effect. The guide calls the scheduler's
 * arguments `schedulerArgs`, OpenShift `schedulerArguments`.
 */
export const KUBERNETES_MASTER_CONFIG = fields(
  {
    apiServerArguments: flags({
      'default-not-ready-toleration-seconds': seconds,
      'default-unreachable-toleration-seconds': seconds,
      'disable-admission-plugins': listOf(string()),
    }),
    controllerArguments: flags(
      Object.fromEntries(NODE_HEALTH_FLAGS.map((setting) => [flagOf(setting), NODE_HEALTH.fields[setting]])),
    ),
    schedulerArguments: SCHEDULER_FLAGS,
    schedulerArgs: SCHEDULER_FLAGS,
    podEvictionTimeout: NODE_HEALTH.fields.podEvictionTimeout,
    schedulerConfigFile: anyValue(),
  },
  {
    about:
      "Section of the same name of a master configuration file: arguments of components, and the scheduler's file.",
  },
);

/** A whole master configuration file, as far as it has effect. */
export const MASTER_CONFIG_FILE = fields({
  apiVersion: anyValue(),
  kind: anyValue(),
  ...ADMISSION_SECTIONS.fields,
  [SECTION]: anyValue(),
});
