import { fieldsOf } from '../fields-of';

type Fields = Record<string, unknown>;
type Shape = (part: Fields) => Fields;

/** A metric of a HorizontalPodAutoscaler as v2beta1, and v1 in an annotation, say it: one level instead of three. */
export interface OlderShape {
  readonly toV2: Readonly<Record<string, Shape>>;
  readonly fromV2: Readonly<Record<string, Shape>>;
}

const asMetric = (part: Fields, selectorField = 'selector'): unknown =>
  without({ name: part['metricName'], selector: part[selectorField] });
const nameOf = (part: Fields): unknown => fieldsOf(part['metric'])?.['name'];
const selectorOf = (part: Fields): unknown => fieldsOf(part['metric'])?.['selector'];

/** A target says which of its values counts. */
function targetOf(values: {
  readonly utilization?: unknown;
  readonly average?: unknown;
  readonly value?: unknown;
}): Fields {
  const { utilization, average, value } = values;
  if (utilization !== undefined) return { type: 'Utilization', averageUtilization: utilization };
  return average !== undefined ? { type: 'AverageValue', averageValue: average } : without({ type: 'Value', value });
}

/** A measured value has no type, and may have several numbers. */
function currentOf(values: {
  readonly utilization?: unknown;
  readonly average?: unknown;
  readonly value?: unknown;
}): Fields {
  const { utilization, average, value } = values;
  return without({ averageUtilization: utilization, averageValue: average, value });
}

/** Shapes of specs (`target…`) or statuses (`current…`), by the name of the field of a metric. */
function shapes(prefix: 'target' | 'current', amountOf: typeof targetOf | typeof currentOf): OlderShape {
  const names = {
    value: `${prefix}Value`,
    average: `${prefix}AverageValue`,
    utilization: `${prefix}AverageUtilization`,
  };
  const resource = (part: Fields): Fields =>
    without({
      name: part['name'],
      container: part['container'],
      [prefix]: amountOf({ utilization: part[names.utilization], average: part[names.average] }),
    });
  const olderResource = (part: Fields): Fields => {
    const amount = fieldsOf(part[prefix]) ?? {};
    return without({
      name: part['name'],
      container: part['container'],
      [names.utilization]: amount['averageUtilization'],
      [names.average]: amount['averageValue'],
    });
  };
  return {
    toV2: {
      resource,
      containerResource: resource,
      object: (part) => ({
        describedObject: part['target'],
        metric: asMetric(part),
        [prefix]: amountOf({ average: part['averageValue'], value: part[names.value] }),
      }),
      pods: (part) => ({ metric: asMetric(part), [prefix]: amountOf({ average: part[names.average] }) }),
      external: (part) => ({
        metric: asMetric(part, 'metricSelector'),
        [prefix]: amountOf({ average: part[names.average], value: part[names.value] }),
      }),
    },
    fromV2: {
      resource: olderResource,
      containerResource: olderResource,
      object: (part) => {
        const { value = '0', averageValue } = fieldsOf(part[prefix]) ?? {};
        const metric = { metricName: nameOf(part), selector: selectorOf(part) };
        return without({ target: part['describedObject'], ...metric, [names.value]: value, averageValue });
      },
      pods: (part) => {
        const { averageValue } = fieldsOf(part[prefix]) ?? {};
        return without({ metricName: nameOf(part), selector: selectorOf(part), [names.average]: averageValue });
      },
      external: (part) => {
        const { value, averageValue } = fieldsOf(part[prefix]) ?? {};
        const metric = { metricName: nameOf(part), metricSelector: selectorOf(part) };
        return without({ ...metric, [names.value]: value, [names.average]: averageValue });
      },
    },
  };
}

export const SPEC_SHAPES = shapes('target', targetOf);
export const STATUS_SHAPES = shapes('current', currentOf);

/** Returns the metrics in the other shape; a value that is not a list of objects is left for decoding to refuse. */
export function reshapeMetrics(metrics: unknown, to: Readonly<Record<string, Shape>>): unknown {
  if (!Array.isArray(metrics)) return metrics;
  return metrics.map((metric: unknown) => {
    const fields = fieldsOf(metric);
    if (!fields) return metric;
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        const part = fieldsOf(value);
        return [name, part && Object.hasOwn(to, name) ? to[name]!(part) : value];
      }),
    );
  });
}

function without(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
