import type { ValueOf } from '@orrery/documents';
import { withDefault } from '@orrery/documents';
import { argsOf, BOOL, INTS, SELECTION, STRINGS, UINT } from '../../policy/args-schema';

/** Arguments of RemoveFailedPods. */
export const FAILED_PODS_ARGS = argsOf('RemoveFailedPodsArgs', {
  ...SELECTION,
  reasons: withDefault(STRINGS, []),
  exitCodes: withDefault(INTS, []),
  excludeOwnerKinds: withDefault(STRINGS, []),
  minPodLifetimeSeconds: withDefault(UINT, 3600),
  includingInitContainers: withDefault(BOOL, false),
});
export type FailedPodsArgs = ValueOf<typeof FAILED_PODS_ARGS>;
