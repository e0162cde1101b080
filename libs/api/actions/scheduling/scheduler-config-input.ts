import { SCHEDULER_OPTIONS } from '@orrery/control-plane';
import { PolicyDialect } from '@orrery/scheduling';
import { flag, input, json, text, valuedWords, wordOf, yaml, type InputOf } from '../input/inputs';

export const POLICY_DIALECT = valuedWords<PolicyDialect>('PolicyDialect', 'Interpretation of the names in a Policy.', {
  GUIDE: {
    value: PolicyDialect.Guide,
    about: 'Each entry is a rule with its own weight; scores from 0 to 10.',
  },
  V1_20: {
    value: PolicyDialect.V1_20,
    about: 'Entries are translated into plugins as in Kubernetes 1.20; scores from 0 to 100.',
  },
});

/** A scheduler's configuration with the options of the setting `schedulers`. */
export const SET_SCHEDULER_CONFIG = input(
  'Configuration of a scheduler: exactly one of `yaml`, `object` and `remove`. It replaces the former one.',
  {
    optional: {
      ...SCHEDULER_OPTIONS,
      scheduler: text('Name of the scheduler (default `default`); another name adds a scheduler.'),
      yaml: yaml('Policy or KubeSchedulerConfiguration as YAML or JSON text.'),
      object: json('The same as an object.'),
      remove: flag('Restores the defaults; an additional scheduler is removed.'),
      dialect: wordOf(
        POLICY_DIALECT,
        'For a Policy (default: GUIDE, or V1_20 if the cluster behaves as Kubernetes 1.20).',
      ),
      dryRun: flag('Validates the configuration without applying it.'),
    },
  },
);
export type SetSchedulerConfigInput = InputOf<typeof SET_SCHEDULER_CONFIG>;
