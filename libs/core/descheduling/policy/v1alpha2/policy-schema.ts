import { boolean, fields, integer, jsonSchemaOf, listOf, namedArgs, string, type JsonSchema } from '@orrery/documents';
import { DEFAULT_EVICTOR_ARGS } from '../../evictor/default-evictor-args';
import { STRATEGIES } from '../../plugins/registry';
import { DeschedulingPoint } from '../../run/strategy';
import { DEFAULT_EVICTOR } from './profile';

/** The kind of a policy whose schema is known, with its version. */
export const POLICY_KIND = { kind: 'DeschedulerPolicy', apiVersions: ['descheduler/v1alpha2'] } as const;

const LIMIT = integer({ range: { min: 0, text: 'must not be negative' } });
const SECRET = fields({ namespace: string(), name: string() }, { required: ['namespace', 'name'] });
const POLICY = jsonSchemaOf(
  fields({
    apiVersion: string(),
    kind: string(),
    nodeSelector: string({ about: 'Nodes that take part, as a selector of labels; all if absent.' }),
    maxNoOfPodsToEvictPerNode: LIMIT,
    maxNoOfPodsToEvictPerNamespace: LIMIT,
    maxNoOfPodsToEvictTotal: LIMIT,
    evictionFailureEventNotification: boolean({ about: 'Writes events for pods that could not be evicted.' }),
    gracePeriodSeconds: LIMIT,
    metricsCollector: fields({ enabled: boolean() }),
    metricsProviders: listOf(
      fields({
        source: string({ values: ['KubernetesMetrics', 'Prometheus'] }),
        prometheus: fields({ url: string(), authToken: fields({ secretReference: SECRET }) }),
      }),
    ),
  }),
);

/** Returns the schema of a policy of `descheduler/v1alpha2`, with the arguments of each strategy. */
export function deschedulerPolicySchema(): JsonSchema {
  const argsOf = Object.fromEntries([
    [DEFAULT_EVICTOR, jsonSchemaOf(DEFAULT_EVICTOR_ARGS)],
    ...STRATEGIES.map(({ name, args }) => [name, jsonSchemaOf(args)] as const),
  ]);
  const at = (point: DeschedulingPoint): readonly string[] =>
    STRATEGIES.filter((strategy) => strategy.point === point).map(({ name }) => name);
  const plugins = {
    deschedule: pluginSet(at(DeschedulingPoint.Deschedule)),
    balance: pluginSet(at(DeschedulingPoint.Balance)),
    filter: pluginSet([DEFAULT_EVICTOR]),
    preEvictionFilter: pluginSet([DEFAULT_EVICTOR]),
    sort: pluginSet([]),
    presort: pluginSet([]),
  };
  const profile = {
    name: { type: 'string' },
    pluginConfig: { type: 'array', items: namedArgs(argsOf) },
    plugins: { type: 'object', properties: plugins, additionalProperties: false },
  };
  const profiles = { type: 'array', items: { type: 'object', properties: profile, additionalProperties: false } };
  return { ...POLICY, properties: { ...(POLICY['properties'] as object), profiles } };
}

function pluginSet(names: readonly string[]): JsonSchema {
  const list = { type: 'array', items: { type: 'string', examples: names } };
  return { type: 'object', properties: { enabled: list, disabled: list }, additionalProperties: false };
}
