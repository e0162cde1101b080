import { clusterRight } from '../access/access-rules';
import { clusterAction } from '../action';
import { many, type ResultSchema } from '../input/results';
import { amount, decimal, durationText, input, text, texts, timeText, wordOf, wordsOf } from '../input/inputs';
import { FAULT_KINDS } from './fault-kinds';
import { clearFaults, injectFault, resumeHeartbeats, stopHeartbeats } from './node-faults';
import { restartComponent } from './restart-component';

const NODES = {
  nodes: texts('Names of nodes.'),
  nodeSelector: text('Label selector of nodes.'),
  zone: text('Zone of nodes.'),
};
const TARGET = {
  ...NODES,
  share: decimal("Share of the selected nodes (0-1), drawn with the cluster's seed."),
};
const FOR = { for: durationText('Duration, in cluster time (default: until cleared).') };

/** Input of `injectFault`; a step `fault` of a scenario has the same fields but the times. */
export const INJECT_FAULT = input('A fault to inject.', {
  required: { kind: wordOf(FAULT_KINDS, 'Kind of the fault.') },
  optional: {
    ...TARGET,
    ...FOR,
    at: timeText('Start, in cluster time (default: now).'),
    after: durationText('Delay until the start, in cluster time.'),
    factor: decimal('For SLOW_HEARTBEAT: factor by which heartbeats are less frequent (at least 1).'),
    latency: durationText('For API_LATENCY: the delay.'),
    amount: amount('For MEMORY_HOG, DISK_FILL and PID_HOG: amount to use, such as 6Gi, 200 or 80%.'),
  },
});

/** Input of `clearFaults`. */
export const CLEAR_FAULTS = input(
  'Selects faults to clear: all criteria that are given must match; without criteria all faults are cleared.',
  { optional: { ...NODES, kinds: wordsOf(FAULT_KINDS, 'Kinds of faults.') } },
);

const FAULTS: ResultSchema = {
  name: 'FaultPayload',
  about: 'Result of a change of faults.',
  fields: { faults: many('Fault', 'All current faults.'), nodes: many('String', 'Names of the selected nodes.') },
};
const CHANGE = { right: clusterRight('update'), result: FAULTS };

export const FAULT_ACTIONS = [
  clusterAction({
    ...CHANGE,
    name: 'stopHeartbeats',
    about: 'Stops the kubelets of nodes.',
    input: input('The nodes whose kubelets fail: all criteria must match, at least one is required.', {
      optional: { ...TARGET, ...FOR },
    }),
    inputAbout: 'Selects nodes.',
    perform: ({ runtime }, given) => stopHeartbeats(runtime, given),
  }),
  clusterAction({
    ...CHANGE,
    name: 'resumeHeartbeats',
    about: 'Starts the stopped kubelets of nodes.',
    input: input('The nodes whose kubelets recover: all criteria must match, at least one is required.', {
      optional: TARGET,
    }),
    inputAbout: 'Selects nodes.',
    perform: ({ runtime }, given) => resumeHeartbeats(runtime, given),
  }),
  clusterAction({
    ...CHANGE,
    name: 'injectFault',
    about: 'Injects a fault into nodes.',
    input: INJECT_FAULT,
    inputAbout: 'The fault and the nodes.',
    perform: ({ runtime }, given) => injectFault(runtime, given),
  }),
  clusterAction({
    ...CHANGE,
    name: 'clearFaults',
    about: 'Clears injected faults.',
    input: CLEAR_FAULTS,
    inputAbout: 'Selects faults.',
    perform: ({ runtime }, given) => clearFaults(runtime, given),
  }),
  restartComponent,
  clusterAction({
    ...CHANGE,
    name: 'crashNode',
    about: 'Powers off the machine of a node.',
    input: input('A machine to power off.', {
      required: { name: text('Name of the node.') },
      optional: {
        rebootAfter: durationText('Time until the machine boots again (default: when the fault is cleared).'),
      },
    }),
    inputAbout: 'The node.',
    perform: ({ runtime }, { name, rebootAfter }) =>
      injectFault(runtime, { kind: 'POWER_OFF', nodes: [name], for: rebootAfter ?? null }),
  }),
];
