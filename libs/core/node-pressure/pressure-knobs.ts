import {
  boolean,
  duration,
  fields,
  integer,
  knobsOf,
  mapOf,
  oneOfTexts,
  readDocument,
  string,
} from '@orrery/documents';
import { PRESSURE_BUNDLES, type PressureSettings } from './pressure-settings';

/** A cluster's `pressure` setting: how kubelets under pressure differ from those of its generation. */
export const PRESSURE_KNOBS = fields(
  {
    ranking: oneOfTexts(['legacy-qos', 'priority'], {
      about: 'Order of evictions: by quality of service as in the guide, or by excess and priority.',
    }),
    withinClass: oneOfTexts(['guide', 'difference'], {
      about: "What `legacy-qos` compares within a class, for memory: the guide's rule, or always usage minus request.",
    }),
    hardGrace: duration({
      about: 'Grace given to pods killed for a hard threshold.',
      range: { min: 0, text: 'must not be negative' },
    }),
    softGrace: oneOfTexts(['max', 'min'], {
      about: "Grace for soft thresholds: the configured maximum, or the pod's own if that is shorter.",
    }),
    nodeReclaimTable: oneOfTexts(['upstream', 'seed'], {
      about: 'Resources reclaimed before pods are evicted: as in Kubernetes, or as in the guide.',
    }),
    reclaimRecheckMinReclaim: boolean({
      about: 'Whether enough is free after a reclaim only with the minimum reclaim on top.',
    }),
    volumesFreedOn: oneOfTexts(['podTerminated', 'podDeleted'], {
      about: 'Time at which local volumes of an evicted pod are freed.',
    }),
    evictionStatus: oneOfTexts(['replace', 'merge'], {
      about: 'Whether the status of an evicted pod is replaced, or what it showed is kept.',
    }),
    hasDisruptionTargetCondition: boolean({ about: 'Whether evicted pods get the condition DisruptionTarget.' }),
    messageVersion: integer({
      about: '1: what exceeds its request; 2: also threshold and what is left.',
      range: { min: 1, max: 2, text: 'must be 1 or 2' },
    }),
    withholdHardEviction: boolean({ about: 'Whether hard thresholds are withheld from what pods may ask for.' }),
    overReservation: oneOfTexts(['clamp', 'fail'], { about: 'Result of a reservation above the capacity.' }),
    oomGuaranteedAdjustment: integer({
      about: '`oom_score_adj` of guaranteed and critical pods; burstable ones stay above it by 1000.',
      expected: 'must be a whole number',
    }),
    oomSparesSidecars: boolean({
      about: 'Whether sidecars are no likelier victims than the regular container that asks for the least.',
    }),
    oomScoreFormula: oneOfTexts(['percent', 'permille'], {
      about: 'Unit in which the memory that a container uses counts.',
    }),
    defaultEvictionHard: mapOf(string(), { about: 'Default eviction thresholds of kubelets.' }),
  },
  { about: 'Behaviour of kubelets under pressure, where that differs from the generation of the cluster.' },
);

/** The knobs that a `pressure` setting turns; it has been checked when the cluster was made. */
export function readPressureKnobs(document: unknown): Partial<PressureSettings> {
  return knobsOf(
    readDocument(document ?? {}, PRESSURE_KNOBS).value ?? {},
    PRESSURE_BUNDLES.modern,
  ) as Partial<PressureSettings>;
}
