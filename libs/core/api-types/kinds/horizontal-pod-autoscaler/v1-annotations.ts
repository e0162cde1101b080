import { jsonText } from '../../numbers/json-text';
import { fieldsOf } from '../fields-of';
import type { KubeObject } from '../../objects';
import { reshapeMetrics, SPEC_SHAPES, STATUS_SHAPES } from './older-metrics';

type Fields = Record<string, unknown>;

const METRICS = 'autoscaling.alpha.kubernetes.io/metrics';
const CURRENT_METRICS = 'autoscaling.alpha.kubernetes.io/current-metrics';
const CONDITIONS = 'autoscaling.alpha.kubernetes.io/conditions';
const BEHAVIOR = 'autoscaling.alpha.kubernetes.io/behavior';
const ANNOTATIONS = [METRICS, CURRENT_METRICS, CONDITIONS, BEHAVIOR];

/** Converts an object of v2 to autoscaling/v1: fields that v1 does not have are stored in annotations, as JSON in the shape of v1. */
export function toV1(object: KubeObject): KubeObject {
  const { metrics, behavior, ...spec } = fieldsOf(object.spec) ?? {};
  const { currentMetrics, conditions, ...status } = fieldsOf(object.status) ?? {};
  const percentage = cpuUtilization(metrics, 'target');
  const current = cpuUtilization(currentMetrics, 'current');
  const kept: Record<string, unknown> = {
    [METRICS]: isFilled(metrics)
      ? reshapeMetrics(
          metrics.filter((each) => !isCpu(each, 'target')),
          SPEC_SHAPES.fromV2,
        )
      : [],
    [CURRENT_METRICS]: reshapeMetrics(currentMetrics, STATUS_SHAPES.fromV2),
    [CONDITIONS]: conditions,
    [BEHAVIOR]: behavior === undefined ? undefined : internalBehavior(behavior),
  };
  const added = Object.entries(kept).filter(([, value]) => isFilled(value) || fieldsOf(value) !== undefined);
  const texts = Object.fromEntries(added.map(([name, value]) => [name, jsonText(value)]));
  return {
    ...object,
    metadata: withAnnotations(object.metadata, texts),
    spec: { ...spec, ...(percentage === undefined ? {} : { targetCPUUtilizationPercentage: percentage }) },
    ...(object.status === undefined
      ? {}
      : {
          status: {
            currentReplicas: 0,
            ...status,
            ...(current === undefined ? {} : { currentCPUUtilizationPercentage: current }),
          },
        }),
  };
}

/** An object of autoscaling/v2 from one of v1 and its annotations; annotations that are no JSON of the kind count for nothing. */
export function fromV1(object: KubeObject): KubeObject {
  const annotations = fieldsOf(fieldsOf(object.metadata)?.['annotations']) ?? {};
  const { targetCPUUtilizationPercentage: percentage, ...spec } = fieldsOf(object.spec) ?? {};
  const { currentCPUUtilizationPercentage: current, currentReplicas, ...others } = fieldsOf(object.status) ?? {};
  // v1 says a count of zero, v2 leaves it out.
  const status = currentReplicas ? { currentReplicas, ...others } : others;
  const given = parsed(annotations[METRICS]);
  const metrics = [...(isFilled(given) ? (reshapeMetrics(given, SPEC_SHAPES.toV2) as unknown[]) : [])];
  if (typeof percentage === 'number')
    metrics.push(cpuMetric({ target: { type: 'Utilization', averageUtilization: percentage } }));
  const behavior = fieldsOf(withFirstLetters(parsed(annotations[BEHAVIOR]), lowerFirst));
  const measured = parsed(annotations[CURRENT_METRICS]);
  const conditions = parsed(annotations[CONDITIONS]);
  const currentMetrics = isFilled(measured)
    ? reshapeMetrics(measured, STATUS_SHAPES.toV2)
    : typeof current === 'number'
      ? [cpuMetric({ current: { averageUtilization: current } })]
      : undefined;
  return {
    ...object,
    metadata: withoutAnnotations(object.metadata, annotations),
    spec: {
      ...spec,
      ...(metrics.length > 0 ? { metrics } : {}),
      ...(behavior ? { behavior } : {}),
    },
    ...(object.status === undefined
      ? {}
      : {
          status: {
            ...status,
            ...(currentMetrics === undefined ? {} : { currentMetrics }),
            ...(isFilled(conditions) ? { conditions } : {}),
          },
        }),
  };
}

/** Fields of scaling rules in the types inside the server, which have no names for JSON and leave nothing out. */
const RULES = { StabilizationWindowSeconds: null, SelectPolicy: null, Policies: null, Tolerance: null };

/** The behavior as the annotation has it: upstream writes its internal type there. */
function internalBehavior(behavior: unknown): Fields {
  const written = fieldsOf(withFirstLetters(behavior, upperFirst)) ?? {};
  const rules = (side: string): unknown =>
    written[side] === undefined ? null : { ...RULES, ...fieldsOf(written[side]) };
  return { ScaleUp: rules('ScaleUp'), ScaleDown: rules('ScaleDown') };
}

/** Returns the value with changed first letters of its fields; nulls are left out where `change` reads it. */
function withFirstLetters(value: unknown, change: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => withFirstLetters(item, change));
  const fields = fieldsOf(value);
  if (!fields) return value;
  const kept = Object.entries(fields).filter(([, below]) => below !== null);
  return Object.fromEntries(kept.map(([name, below]) => [change(name), withFirstLetters(below, change)]));
}

function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function cpuMetric(amount: Fields): Fields {
  return { type: 'Resource', resource: { name: 'cpu', ...amount } };
}

/** Returns whether v1 says the metric as its percentage. */
function isCpu(metric: unknown, amount: 'target' | 'current'): boolean {
  return utilizationOf(metric, amount) !== undefined;
}

function utilizationOf(metric: unknown, amount: 'target' | 'current'): unknown {
  const resource = fieldsOf(fieldsOf(metric)?.['resource']);
  return resource?.['name'] === 'cpu' ? fieldsOf(resource[amount])?.['averageUtilization'] : undefined;
}

function cpuUtilization(metrics: unknown, amount: 'target' | 'current'): unknown {
  return isFilled(metrics)
    ? metrics.map((each) => utilizationOf(each, amount)).find((each) => each !== undefined)
    : undefined;
}

function isFilled(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function withAnnotations(
  metadata: KubeObject['metadata'],
  texts: Readonly<Record<string, string>>,
): KubeObject['metadata'] {
  if (Object.keys(texts).length === 0) return metadata;
  return { ...metadata, annotations: { ...metadata?.annotations, ...texts } };
}

function withoutAnnotations(metadata: KubeObject['metadata'], annotations: Fields): KubeObject['metadata'] {
  if (!ANNOTATIONS.some((name) => name in annotations)) return metadata;
  const { annotations: _all, ...rest } = metadata;
  const left = Object.entries(annotations).filter(([name]) => !ANNOTATIONS.includes(name));
  return { ...rest, ...(left.length > 0 ? { annotations: Object.fromEntries(left) } : {}) } as KubeObject['metadata'];
}

/** Parses JSON; undefined for invalid JSON. Objects with a wrong shape are refused as fields of the spec would be. */
function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
