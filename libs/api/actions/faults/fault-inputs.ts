import { amount, decimal, durationText, input, text, texts, timeText, wordOf, wordsOf } from '../input/inputs';
import { FAULT_KINDS } from './fault-kinds';

const NODES = {
  nodes: texts('Names of nodes.'),
  nodeSelector: text('Label selector of nodes.'),
  zone: text('Zone of nodes.'),
};
/** Fields that select nodes. */
export const TARGET = {
  ...NODES,
  share: decimal("Share of the selected nodes (0-1), drawn with the cluster's seed.", {
    range: { min: 0, max: 1, text: 'must be between 0 and 1' },
  }),
};
/** Duration of a fault. */
export const FOR = { for: durationText('Duration, in cluster time (default: until cleared).') };

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
