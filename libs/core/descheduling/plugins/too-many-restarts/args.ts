import { withDefault, type ValueOf } from '@orrery/documents';
import { argsOf, BOOL, broken, INT, SELECTION, STRINGS } from '../../policy/args-schema';

const ALLOWED_STATES: readonly string[] = ['CrashLoopBackOff', 'Running'];

/** Arguments of RemovePodsHavingTooManyRestarts. */
export const TOO_MANY_RESTARTS_ARGS = argsOf(
  'RemovePodsHavingTooManyRestartsArgs',
  {
    ...SELECTION,
    podRestartThreshold: withDefault(INT, 0),
    includingInitContainers: withDefault(BOOL, false),
    states: withDefault(STRINGS, []),
  },
  ({ podRestartThreshold, states }) => [
    ...(podRestartThreshold < 1 ? [broken('podRestartThreshold', 'invalid PodsHavingTooManyRestarts threshold')] : []),
    ...(states.some((state) => !ALLOWED_STATES.includes(state))
      ? [broken('states', `states must be one of [${ALLOWED_STATES.join(' ')}]`)]
      : []),
  ],
);
export type TooManyRestartsArgs = ValueOf<typeof TOO_MANY_RESTARTS_ARGS>;
