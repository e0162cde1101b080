import { clusterRight } from '../access/access-rules';
import { clusterAction } from '../action';
import { many, type ResultSchema } from '../input/results';
import { durationText, input, text } from '../input/inputs';
import { CLEAR_FAULTS, FOR, INJECT_FAULT, TARGET } from './fault-inputs';
import { clearFaults, injectFault, resumeHeartbeats, stopHeartbeats } from './node-faults';
import { restartComponent } from './restart-component';

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
