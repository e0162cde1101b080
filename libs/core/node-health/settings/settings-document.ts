import {
  boolean,
  duration,
  fields,
  knobOf,
  knobsOf,
  integer,
  number,
  oneOfTexts,
  readVerdict,
  textOf,
} from '@orrery/documents';
import type { DocumentError, DocumentVerdict, Schema } from '@orrery/documents';
import { formatDuration } from '@orrery/time';
import {
  NODE_HEALTH_BUNDLES,
  nodeHealthSettings,
  RequeueMode,
  TimerRecompute,
  validateNodeHealthSettings,
  type NodeHealthBundle,
  type NodeHealthSettings,
} from './settings';

type Knob = keyof NodeHealthSettings;

const wholeNumber = (about: string): Schema<number, false> => integer({ expected: 'must be a whole number', about });

/** A cluster's `nodeHealth` setting, in which durations are written as Go writes them. */
export const NODE_HEALTH = fields(
  {
    nodeMonitorPeriod: duration({ about: 'Period of the health pass.' }),
    nodeMonitorGracePeriod: duration({ about: 'Silence that is allowed once a node has had a Ready condition.' }),
    nodeStartupGracePeriod: duration({
      about: 'Silence that is allowed, from creation, while a node has no Ready condition.',
    }),
    podEvictionTimeout: duration({
      about: 'Without a taint manager: how long a node may be lost before its pods are deleted.',
    }),
    nodeEvictionRate: number({ about: 'Nodes per second that a zone may have tainted NoExecute.' }),
    secondaryNodeEvictionRate: number({ about: 'The same for a large zone in partial disruption.' }),
    largeClusterSizeThreshold: wholeNumber('A zone with more counted nodes than this is large.'),
    unhealthyZoneThreshold: number({ about: 'Share of not ready nodes from which a zone is partially disrupted.' }),
    enableTaintManager: boolean({
      about: 'False: pods of lost nodes are deleted by the controller itself, and no toleration counts.',
    }),
    requeue: oneOfTexts(Object.values(RequeueMode), {
      about: 'Whether a node that is due again replaces its entry in the queue, or gets a second one as in 1.20.2.',
    }),
    timerRecompute: oneOfTexts(Object.values(TimerRecompute), {
      about: 'Whether the first look at a pod fixes its deadline, or the earliest over its taints counts.',
    }),
    excludeMasterByName: boolean({ about: 'Whether nodes named like masters do not count in their zone.' }),
    disruptionTargetCondition: boolean({
      about: 'Whether pods deleted by the taint manager first get the condition DisruptionTarget.',
    }),
  },
  { about: 'Detection of lost nodes, and the rate of evictions of their pods.' },
);

type Field = keyof typeof NODE_HEALTH.fields;
const FIELDS = Object.keys(NODE_HEALTH.fields) as readonly Field[];

/** Reads a cluster's settings of node health; a field that is null or missing is as in the bundle. */
export function readNodeHealthSettings(
  document: unknown,
  bundle?: NodeHealthBundle,
): DocumentVerdict<Partial<NodeHealthSettings>> {
  if (document === undefined || document === null) return { ok: {} };
  const read = readVerdict(document, NODE_HEALTH);
  if (read.errors) return read;
  const settings = knobsOf(read.ok, NODE_HEALTH_BUNDLES.modern);
  const errors: DocumentError[] = [];
  for (const { field, severity, message } of validateNodeHealthSettings(nodeHealthSettings(bundle, settings))) {
    if (severity !== 'error') continue;
    const name = FIELDS.find((one) => knobOf(one, NODE_HEALTH_BUNDLES.modern) === field) ?? field;
    const shown = textOf((document as Record<string, unknown>)[name]);
    errors.push({ field: name, reason: `Invalid value: ${shown}: ${message}` });
  }
  return errors.length > 0 ? { errors } : { ok: settings };
}

/** The settings as a document, with durations as Go writes them. */
export function writeNodeHealthSettings(settings: NodeHealthSettings): Record<string, unknown> {
  return Object.fromEntries(
    FIELDS.map((field) => {
      const knob = knobOf(field, NODE_HEALTH_BUNDLES.modern) as Knob;
      const value = settings[knob];
      return [field, knob === field ? value : formatDuration(value as number)];
    }),
  );
}
