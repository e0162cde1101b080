import { DEFAULT_RELEASE, RELEASES } from '@orrery/api-types';
import { API_FAULTS } from '@orrery/access';
import { ADMISSION_SECTIONS } from '@orrery/admission';
import {
  anyObject,
  anyValue,
  boolean,
  duration,
  fields,
  integer,
  listOf,
  mapOf,
  oneOfTexts,
  string,
  withDefault,
} from '@orrery/documents';
import { LEFT_OUT } from '@orrery/cluster-state';
import { CLOUD, NODE_HEALTH } from '@orrery/node-health';
import { PRESSURE_KNOBS } from '@orrery/node-pressure';
import { KUBELET_KNOBS, NODE_IPAM } from '@orrery/pod-lifecycle';
import { PolicyDialect, type BundleName } from '@orrery/scheduling';
import { AUTO_CLOCK } from './auto-clock-settings';
import { HISTORY } from './history-settings';
import { KUBERNETES_MASTER_CONFIG } from '../products';

/** Options for reading a scheduler's configuration, of any dialect. */
export const SCHEDULER_OPTIONS = {
  lenient: boolean({ about: 'Whether text pasted from the guide is repaired.' }),
  strict: boolean({ about: 'Whether unknown fields are errors.' }),
  scoreScale: integer({ about: 'Highest score of a plugin, if it differs from that of the format.' }),
  disablePreemption: boolean({ about: 'Whether pods of higher priority preempt no other pods.' }),
};

/** Scheduler configuration as given, with the options of its reading. */
const SCHEDULER = fields({
  configuration: anyValue({ about: 'A Policy or a KubeSchedulerConfiguration, as text or as data.' }),
  dialect: oneOfTexts(Object.values(PolicyDialect), { about: 'Policy only: how its names are understood.' }),
  ...SCHEDULER_OPTIONS,
});

/** Settings of the roll-out of pool configurations to nodes. */
export const MACHINE_CONFIG = fields(
  {
    rollOut: oneOfTexts(['rolling', 'instant'], {
      about: '`rolling`: node by node, with a drain and a reboot; `instant`: at once.',
      shownDefault: 'rolling',
    }),
    rebootDuration: duration({
      about: 'Duration of the reboot of a machine.',
      range: { min: 0, text: 'must not be negative' },
      shownDefault: '1m',
    }),
  },
  { about: 'Rollout of the configurations of MachineConfigPools to their nodes.' },
);

const KUBELET_CONFIGURATIONS = listOf(
  fields({
    nodeSelector: mapOf(string(), {
      isWhole: true,
      expected: 'must map labels to values',
      about: 'Labels of the nodes that are meant; all nodes if left out.',
    }),
    configuration: anyValue({ about: 'A KubeletConfiguration, or `kubeletArguments` of OpenShift 3.' }),
  }),
  { about: 'Configurations of the kubelets of some nodes; later ones win.' },
);

/** Times of the descheduler's cycles. */
export const DESCHEDULER_TIMES = {
  interval: string({
    format: 'duration',
    about: 'Duration from the start of one cycle to that of the next, such as `5m`; at least `1s`.',
  }),
  cron: string({
    about: 'Cron expression of the cycles, such as `*/10 * * * *`, in UTC of cluster time; one of interval and cron.',
  }),
};

const DESCHEDULER = fields(
  {
    policy: anyValue({ about: 'A DeschedulerPolicy, as text or as data.' }),
    ...DESCHEDULER_TIMES,
    dryRun: boolean({ about: 'Whether nothing is evicted.' }),
  },
  { about: 'Schedule of the descheduler.' },
);

/**
 * All settings of a cluster. From this come the check of settings documents, the reference page
 * and the GraphQL input; what a section means is read where it acts.
 */
export const CLUSTER_SETTINGS = fields({
  bundle: withDefault(
    anyValue<BundleName>({
      values: RELEASES,
      about: `Generation of behaviour: ${RELEASES.join(', ')}.`,
      shownDefault: DEFAULT_RELEASE,
      // Roles, pools and nodes of a cluster are created as its generation has them.
      isImmutable: true,
    }),
    DEFAULT_RELEASE,
  ),
  schedulers: mapOf(SCHEDULER, {
    about: 'Schedulers by name; `default` is there in any case. Each has a queue and profiles of its own.',
  }),
  leftOut: LEFT_OUT,
  nodeHealth: NODE_HEALTH,
  kubelet: KUBELET_KNOBS,
  pressure: PRESSURE_KNOBS,
  kubeletConfigurations: KUBELET_CONFIGURATIONS,
  machineConfig: MACHINE_CONFIG,
  nodeIpam: NODE_IPAM,
  cloud: CLOUD,
  autoClock: AUTO_CLOCK,
  descheduler: DESCHEDULER,
  history: HISTORY,
  apiFaults: API_FAULTS,
  admissionConfig: anyObject({ about: ADMISSION_SECTIONS.fields.admissionConfig.about! }),
  projectConfig: anyObject({ about: ADMISSION_SECTIONS.fields.projectConfig.about! }),
  kubernetesMasterConfig: anyObject({ about: KUBERNETES_MASTER_CONFIG.about! }),
});
