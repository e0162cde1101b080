import type { KindRow } from '../kind-info';
import { convertHorizontalPodAutoscaler } from './conversion';

/** Description of the kind HorizontalPodAutoscaler. */
export const HORIZONTAL_POD_AUTOSCALER: KindRow = {
  kind: 'HorizontalPodAutoscaler',
  resource: 'horizontalpodautoscalers',
  apiVersions: ['autoscaling/v2', 'autoscaling/v1'],
  namespaced: true,
  served: false,
  shortNames: ['hpa'],
  categories: ['all'],
  hasStatus: true,
  convert: convertHorizontalPodAutoscaler,
};
