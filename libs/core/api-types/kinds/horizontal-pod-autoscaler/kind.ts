import type { KindRow } from '../kind-info';
import { inOneTwenty, olderVersion } from '../older-versions';
import { convertHorizontalPodAutoscaler } from './conversion';
import { defaultHorizontalPodAutoscaler } from './defaults';
import { HORIZONTAL_POD_AUTOSCALER_TABLE } from './table';
import {
  validateHorizontalPodAutoscaler,
  validateHorizontalPodAutoscalerStatus,
  validateHorizontalPodAutoscalerUpdate,
} from './validation';

/** Description of the kind HorizontalPodAutoscaler. */
export const HORIZONTAL_POD_AUTOSCALER: KindRow = {
  kind: 'HorizontalPodAutoscaler',
  resource: 'horizontalpodautoscalers',
  apiVersions: ['autoscaling/v2', 'autoscaling/v1'],
  laterVersions: { 'autoscaling/v2': '1.23' },
  olderVersions: [
    { ...olderVersion('autoscaling/v2beta1'), otherShapes: ['spec', 'status'] },
    inOneTwenty('autoscaling/v2beta2'),
  ],
  namespaced: true,
  served: true,
  shortNames: ['hpa'],
  categories: ['all'],
  hasStatus: true,
  applyDefaults: defaultHorizontalPodAutoscaler,
  validate: (object) => validateHorizontalPodAutoscaler(object),
  validateUpdate: validateHorizontalPodAutoscalerUpdate,
  validateStatus: validateHorizontalPodAutoscalerStatus,
  convert: convertHorizontalPodAutoscaler,
  table: HORIZONTAL_POD_AUTOSCALER_TABLE,
};
