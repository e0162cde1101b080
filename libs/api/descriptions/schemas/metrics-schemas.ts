import { API_VERSION, KIND, WellKnown } from './well-known-schemas';
import { referenceTo, type Schema } from './schema';

const METRICS = 'io.k8s.metrics.pkg.apis.metrics.v1beta1';
const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

const USAGE: Schema = {
  type: 'object',
  additionalProperties: { $ref: referenceTo(WellKnown.Quantity) },
  description: 'Used amounts of cpu and memory.',
};
const MEASURED = {
  apiVersion: API_VERSION,
  kind: KIND,
  metadata: { $ref: referenceTo(OBJECT_META), description: 'Name, namespace and labels of what was measured.' },
  timestamp: { $ref: referenceTo(WellKnown.Time), description: 'The end of the time that was measured.' },
  window: { type: 'string', description: 'Duration of the measurement, as a duration of Go.' },
};

function list(kind: string): Schema {
  return {
    type: 'object',
    description: `${kind}List is a list of ${kind}.`,
    properties: {
      apiVersion: API_VERSION,
      items: { type: 'array', items: { $ref: referenceTo(`${METRICS}.${kind}`) } },
      kind: KIND,
      metadata: { $ref: referenceTo(WellKnown.ListMeta) },
    },
    required: ['items'],
    'x-kubernetes-group-version-kind': [gvk(`${kind}List`)],
  };
}

function gvk(kind: string): { group: string; version: string; kind: string } {
  return { group: 'metrics.k8s.io', version: 'v1beta1', kind };
}

/** The schemas of the resource metrics API, whose kinds are measured and not stored. */
export const METRICS_SCHEMAS: Readonly<Record<string, Schema>> = {
  [`${METRICS}.ContainerMetrics`]: {
    type: 'object',
    description: 'ContainerMetrics is what a container uses.',
    properties: { name: { type: 'string', description: 'The name of the container.' }, usage: USAGE },
    required: ['name', 'usage'],
  },
  [`${METRICS}.NodeMetrics`]: {
    type: 'object',
    description: 'NodeMetrics is what a node uses.',
    properties: { ...MEASURED, usage: USAGE },
    required: ['timestamp', 'window', 'usage'],
    'x-kubernetes-group-version-kind': [gvk('NodeMetrics')],
  },
  [`${METRICS}.NodeMetricsList`]: list('NodeMetrics'),
  [`${METRICS}.PodMetrics`]: {
    type: 'object',
    description: 'PodMetrics is what the containers of a pod use.',
    properties: {
      ...MEASURED,
      containers: { type: 'array', items: { $ref: referenceTo(`${METRICS}.ContainerMetrics`) } },
    },
    required: ['timestamp', 'window', 'containers'],
    'x-kubernetes-group-version-kind': [gvk('PodMetrics')],
  },
  [`${METRICS}.PodMetricsList`]: list('PodMetrics'),
};
