import { clusterRight } from '../access/access-rules';
import { clusterAction } from '../action';
import { input, valuedWords, wordOf } from '../input/inputs';
import { one } from '../input/results';

/** Components with state in memory, by their names in the program. */
export const RESTARTABLE_COMPONENTS = [
  'scheduler',
  'node-lifecycle-controller',
  'kubelet',
  'controller-manager',
  'descheduler',
] as const;
export type RestartableComponent = (typeof RESTARTABLE_COMPONENTS)[number];

export const COMPONENT = valuedWords<RestartableComponent>(
  'Component',
  'A component of the control plane with state in memory.',
  {
    SCHEDULER: { value: 'scheduler', about: 'Schedules pods; a restart resets back-offs.' },
    NODE_LIFECYCLE_CONTROLLER: {
      value: 'node-lifecycle-controller',
      about: 'Monitors nodes; a restart resets health records, queues and timers.',
    },
    KUBELET: { value: 'kubelet', about: 'All simulated kubelets; containers keep running.' },
    CONTROLLER_MANAGER: { value: 'controller-manager', about: 'All other controllers; a restart resets back-offs.' },
    DESCHEDULER: { value: 'descheduler', about: 'Runs scheduled cycles; a restart resets usage samples.' },
  },
);

export const restartComponent = clusterAction({
  name: 'restartComponent',
  about: 'Restarts a component of the cluster, which loses its state in memory.',
  right: clusterRight('update'),
  input: input('A component to restart.', { required: { component: wordOf(COMPONENT, 'Input of the mutation.') } }),
  inputAbout: 'The component.',
  result: {
    name: 'RestartComponentPayload',
    about: 'Result of a restart.',
    fields: { component: one('Component', 'The restarted component.') },
  },
  perform: async ({ runtime }, { component }) => {
    await runtime.restartComponent(component);
    return { component };
  },
});
