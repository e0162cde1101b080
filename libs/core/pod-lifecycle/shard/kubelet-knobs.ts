import {
  boolean,
  duration,
  fields,
  integer,
  knobsOf,
  listOf,
  number,
  oneOfTexts,
  readDocument,
  string,
  type Schema,
} from '@orrery/documents';
import { KUBELET_BUNDLES, type KubeletSettings } from './kubelet-settings';

const WHOLE = 'must be a whole number';
const period = (about: string): Schema<number, false> =>
  duration({ about, range: { min: 0, text: 'must not be negative' } });
const count = (about: string): Schema<number, false> =>
  integer({ about, expected: WHOLE, range: { min: 0, text: 'must not be negative' } });

/** A cluster's `kubelet` setting: how its simulated kubelets differ from those of its generation. */
export const KUBELET_KNOBS = fields(
  {
    leaseDuration: period('Duration for which a Lease is valid.'),
    leaseRenewPeriod: period('Period of lease renewals.'),
    leaseRenewJitter: number({
      about: 'A renewal may come later by up to this share of the period; 0 keeps all nodes in step.',
      range: { min: 0, max: 1, text: 'must be between 0 and 1' },
    }),
    nodeStatusUpdate: period('Period at which node status is recomputed.'),
    nodeStatusReport: period('An unchanged status is written again after this long.'),
    writesCreatingStatus: boolean({
      about: 'False leaves out the write that shows containers being created: one write less a pod.',
    }),
    kubeletVersion: string({ about: 'The release that kubelets report.' }),
    sandbox: period("Time to make a pod's sandbox and network."),
    imagePull: period('Time to pull an image that the node does not have.'),
    parallelImagePulls: count('Number of images that a node pulls at once.'),
    containerStart: period('Time to create and start a container.'),
    containerStop: period('Duration from SIGTERM to the end of a container.'),
    podRefusal: period('Time until a pod that the kubelet refused is shown as Failed.'),
    initRun: period('Duration of plain init containers.'),
    jobRun: period('Duration of containers of pods that a Job owns.'),
    backOffInitial: period('First wait before a container is started again.'),
    backOffMax: period('Longest wait before a container is started again.'),
    imageSizeBytes: { ...count('Size reported for an image whose size is not known.'), format: 'bytes' as const },
    presentImages: listOf(string(), { about: 'Images every node has from the start.' }),
    nodeStatusMaxImages: integer({ about: "Most images reported in a node's status; -1 is all.", expected: WHOLE }),
    podReadyToStartContainers: boolean({ about: 'Whether the condition PodReadyToStartContainers is kept.' }),
    terminalPhaseBeforeDelete: boolean({
      about: 'Whether a deleted pod becomes Succeeded or Failed before its object goes.',
    }),
    admissionChecksNoExecute: boolean({
      about: "Whether the kubelet refuses pods that do not tolerate the node's NoExecute taints.",
    }),
    admissionChecksOs: boolean({ about: 'Whether it refuses pods of another operating system.' }),
    rejectsPodsWhileShuttingDown: boolean({ about: 'Whether it refuses pods while the machine shuts down.' }),
    preemptedStatus: oneOfTexts(['replace', 'merge'], {
      about: 'Whether the status of a pod that made room for a critical one is replaced, or what it showed is kept.',
    }),
    rejectedPodMessagePrefix: string({ about: 'Beginning of the message of a refused pod.' }),
    networkNotReadyMessage: string({ about: 'Message of the node while its network plugin is not ready.' }),
    shutdownGracePeriod: period('Maximum duration of an orderly shutdown of the machine; 0 turns it off at once.'),
    shutdownGracePeriodCriticalPods: period('The part of a shutdown that is kept for critical pods.'),
    shutdownReason: string({ about: 'Reason of pods that a shutdown ended.' }),
    shutdownMessage: string({ about: 'Message of pods that a shutdown ended.' }),
    shutdownDisruptionTarget: boolean({ about: 'Whether such pods get the condition DisruptionTarget.' }),
  },
  { about: 'Behaviour of simulated kubelets, where that differs from the generation of the cluster.' },
);

/** The knobs that a `kubelet` setting turns; it has been checked when the cluster was made. */
export function readKubeletKnobs(document: unknown): Partial<KubeletSettings> {
  return knobsOf(readDocument(document ?? {}, KUBELET_KNOBS).value ?? {}, KUBELET_BUNDLES.modern);
}
