import { PLUGIN_REGISTRY } from '../../plugins/registry';
import { ANY_OBJECT, BOOLEAN, fieldsOf, INTEGER, listOf, readStructure, STRING, STRINGS } from '../structure';
import type { Findings, Structure } from '../structure';
import { CONFIGURATION_GROUP, CONFIGURATION_VERSIONS, type ConfigurationVersion } from './configuration-document';

type Fields = Readonly<Record<string, Structure>>;

const RESOURCES = listOf(fieldsOf({ name: STRING, weight: INTEGER }));
const SHAPE = listOf(fieldsOf({ utilization: INTEGER, score: INTEGER }));
const REQUIREMENTS = listOf(fieldsOf({ key: STRING, operator: STRING, values: STRINGS }));
const NODE_TERM = fieldsOf({ matchExpressions: REQUIREMENTS, matchFields: REQUIREMENTS });

/** Fields of the arguments by type of plugin. Plugins that are not listed take none. */
const ARGS: Readonly<Record<string, Fields>> = {
  DefaultPreemption: { minCandidateNodesPercentage: INTEGER, minCandidateNodesAbsolute: INTEGER },
  InterPodAffinity: { hardPodAffinityWeight: INTEGER, ignorePreferredTermsOfExistingPods: BOOLEAN },
  NodeAffinity: {
    addedAffinity: fieldsOf({
      requiredDuringSchedulingIgnoredDuringExecution: fieldsOf({ nodeSelectorTerms: listOf(NODE_TERM) }),
      preferredDuringSchedulingIgnoredDuringExecution: listOf(fieldsOf({ weight: INTEGER, preference: NODE_TERM })),
    }),
  },
  NodeResourcesFit: {
    ignoredResources: STRINGS,
    ignoredResourceGroups: STRINGS,
    scoringStrategy: fieldsOf({
      type: STRING,
      resources: RESOURCES,
      requestedToCapacityRatio: fieldsOf({ shape: SHAPE }),
    }),
  },
  GeneralPredicates: { ignoredResources: STRINGS, ignoredResourceGroups: STRINGS },
  NodeResourcesBalancedAllocation: { resources: RESOURCES },
  NodeResourcesLeastAllocated: { resources: RESOURCES },
  NodeResourcesMostAllocated: { resources: RESOURCES },
  RequestedToCapacityRatio: { shape: SHAPE, resources: RESOURCES },
  PodTopologySpread: {
    defaultingType: STRING,
    defaultConstraints: listOf(
      fieldsOf({
        maxSkew: INTEGER,
        topologyKey: STRING,
        whenUnsatisfiable: STRING,
        labelSelector: ANY_OBJECT,
        minDomains: INTEGER,
        nodeAffinityPolicy: STRING,
        nodeTaintsPolicy: STRING,
        matchLabelKeys: STRINGS,
      }),
    ),
  },
  VolumeBinding: { bindTimeoutSeconds: INTEGER, shape: SHAPE },
  NodeLabel: {
    presentLabels: STRINGS,
    absentLabels: STRINGS,
    presentLabelsPreference: STRINGS,
    absentLabelsPreference: STRINGS,
  },
  ServiceAffinity: { affinityLabels: STRINGS, antiAffinityLabelsPreference: STRINGS },
};

/** Before v1beta2 the strategies of NodeResourcesFit were plugins of their own. */
function fieldsFor(type: string, version: ConfigurationVersion): Fields {
  const fields = Object.hasOwn(ARGS, type) ? ARGS[type]! : {};
  if (type !== 'NodeResourcesFit' || version !== 'v1beta1') return fields;
  const { ignoredResources, ignoredResourceGroups } = fields;
  return { ignoredResources: ignoredResources!, ignoredResourceGroups: ignoredResourceGroups! };
}

/**
 * Decodes a plugin's arguments: kind and version, if given, must be those of the plugin, and every field must be known
 * and of its type. Ranges are the plugin's own business, and so is everything about arguments of other people's plugins.
 */
export function readPluginArgs(
  { name, args }: { readonly name: string; readonly args: Readonly<Record<string, unknown>> },
  { path, version }: { readonly path: string; readonly version: ConfigurationVersion },
  findings: Findings,
): Readonly<Record<string, unknown>> {
  const [type = ''] = name.split('/', 1);
  if (!Object.hasOwn(PLUGIN_REGISTRY, type)) return args;
  const structure = fieldsOf({ kind: STRING, apiVersion: STRING, ...fieldsFor(type, version) });
  const read = readStructure(args, structure, path, findings) as Readonly<Record<string, unknown>>;
  const { kind, apiVersion, ...rest } = read;
  const wanted = {
    kind: [`${type}Args`],
    apiVersion: CONFIGURATION_VERSIONS.map((one) => `${CONFIGURATION_GROUP}/${one}`),
  };
  for (const [field, value] of Object.entries({ kind, apiVersion })) {
    const supported: readonly string[] = wanted[field as keyof typeof wanted];
    if (value === undefined || supported.includes(value as string)) continue;
    const words = supported.map((word) => JSON.stringify(word)).join(', ');
    findings.errors.push({
      field: `${path}.${field}`,
      reason: `Unsupported value: ${JSON.stringify(value)}: supported values: ${words}`,
    });
  }
  return rest;
}
