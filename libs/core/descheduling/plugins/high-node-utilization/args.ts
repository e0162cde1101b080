import { withDefault, type ValueOf } from '@orrery/documents';
import { argsOf, broken, EVICTABLE_NAMESPACES, INT, PERCENTAGES, STRINGS } from '../../policy/args-schema';
import { thresholdErrors } from '../node-utilization/thresholds';

/** The mode in which only pods that request a thresholded resource may be evicted. */
export const ONLY_THRESHOLDING = 'OnlyThresholdingResources';

/** Arguments of HighNodeUtilization. */
export const HIGH_NODE_UTILIZATION_ARGS = argsOf(
  'HighNodeUtilizationArgs',
  {
    evictableNamespaces: EVICTABLE_NAMESPACES,
    thresholds: withDefault(PERCENTAGES, {}),
    numberOfNodes: withDefault(INT, 0),
    evictionModes: withDefault(STRINGS, []),
  },
  ({ thresholds, evictionModes }) => [
    ...thresholdErrors('thresholds', thresholds),
    ...evictionModes
      .filter((mode) => mode !== ONLY_THRESHOLDING)
      .map((mode) => broken('evictionModes', `invalid eviction mode ${mode}`)),
  ],
);
export type HighNodeUtilizationArgs = ValueOf<typeof HIGH_NODE_UTILIZATION_ARGS>;
