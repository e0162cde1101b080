import { fieldsOf } from '../fields-of';
import type { KubeObject } from '../../objects';
import { reshapeMetrics, SPEC_SHAPES, STATUS_SHAPES } from './older-metrics';
import { fromV1, toV1 } from './v1-annotations';

type Fields = Record<string, unknown>;

const STORED = 'autoscaling/v2';

/**
 * A HorizontalPodAutoscaler in another version (`pkg/apis/autoscaling/{v1,v2beta1}/conversion.go`): v1 has one percentage
 * of cpu and keeps the rest in annotations, v2beta1 says metrics in another shape, v2beta2 differs in name only.
 */
export function convertHorizontalPodAutoscaler(object: KubeObject, apiVersion: string): KubeObject {
  const stored = object.apiVersion === STORED ? object : toStored(object);
  return { ...(apiVersion === STORED ? stored : fromStored(stored, apiVersion)), apiVersion };
}

function toStored(object: KubeObject): KubeObject {
  if (object.apiVersion === 'autoscaling/v1') return fromV1(object);
  return object.apiVersion === 'autoscaling/v2beta1' ? withMetrics(object, 'toV2') : object;
}

function fromStored(object: KubeObject, apiVersion: string): KubeObject {
  if (apiVersion === 'autoscaling/v1') return toV1(object);
  return apiVersion === 'autoscaling/v2beta1' ? withMetrics(object, 'fromV2') : object;
}

function withMetrics(object: KubeObject, direction: 'toV2' | 'fromV2'): KubeObject {
  const reshaped = (part: unknown, list: string, to: typeof SPEC_SHAPES): unknown => {
    const fields: Fields | undefined = fieldsOf(part);
    return fields && list in fields ? { ...fields, [list]: reshapeMetrics(fields[list], to[direction]) } : part;
  };
  const changed = { ...object, spec: reshaped(object.spec, 'metrics', SPEC_SHAPES) } as KubeObject;
  if (object.status === undefined) return changed;
  return { ...changed, status: reshaped(object.status, 'currentMetrics', STATUS_SHAPES) } as KubeObject;
}
