import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from 'kubernetes-types/apps/v1';
import type { PodSpec, PodTemplate, ReplicationController } from 'kubernetes-types/core/v1';
import { formatRequirements, labelSelectorRequirements, type KubeObject, type LabelSelector } from '@orrery/api-types';
import { ageSince } from './age';
import { formatLabels } from './service-tables';
import { AGE, integer, joined, NAME, NONE, tableOf, text, wide, type Cell } from './table-kind';

type Stored<T> = Omit<T, 'metadata'> & Pick<KubeObject, 'metadata'>;

export const CONTAINERS = wide(text('Containers', 'Names of the containers.'));
export const IMAGES = wide(text('Images', 'Images of the containers.'));
export const SELECTOR = wide(text('Selector', 'Label selector of the pods.'));
const DESIRED = integer('Desired', 'Desired number of pods.');
const CURRENT = integer('Current', 'Current number of pods.');
const READY = integer('Ready', 'Number of ready pods.');
const READY_OF = text('Ready', 'Number of ready pods and desired number of pods.');
const UP_TO_DATE = 'How many pods have the newest template.';
const AVAILABLE = integer('Available', 'Number of available pods.');

const REPLICA_COLUMNS = [NAME, DESIRED, CURRENT, READY, AGE, CONTAINERS, IMAGES, SELECTOR];

export const REPLICA_SET_TABLE = tableOf<Stored<ReplicaSet>>(REPLICA_COLUMNS, ({ metadata, spec, status }, nowMs) => [
  metadata.name,
  spec?.replicas ?? 0,
  status?.replicas ?? 0,
  status?.readyReplicas ?? 0,
  ageSince(metadata.creationTimestamp, nowMs),
  ...containersAndImages(spec?.template?.spec),
  formatSelector(spec?.selector),
]);

export const REPLICATION_CONTROLLER_TABLE = tableOf<Stored<ReplicationController>>(
  REPLICA_COLUMNS,
  ({ metadata, spec, status }, nowMs) => [
    metadata.name,
    spec?.replicas ?? 0,
    status?.replicas ?? 0,
    status?.readyReplicas ?? 0,
    ageSince(metadata.creationTimestamp, nowMs),
    ...containersAndImages(spec?.template?.spec),
    formatLabels(spec?.selector as Record<string, string> | undefined),
  ],
);

export const DEPLOYMENT_TABLE = tableOf<Stored<Deployment>>(
  [NAME, READY_OF, integer('Up-to-date', UP_TO_DATE), AVAILABLE, AGE, CONTAINERS, IMAGES, SELECTOR],
  ({ metadata, spec, status }, nowMs) => [
    metadata.name,
    `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
    status?.updatedReplicas ?? 0,
    status?.availableReplicas ?? 0,
    ageSince(metadata.creationTimestamp, nowMs),
    ...containersAndImages(spec?.template.spec),
    formatSelector(spec?.selector),
  ],
);

export const STATEFUL_SET_TABLE = tableOf<Stored<StatefulSet>>(
  [NAME, READY_OF, AGE, CONTAINERS, IMAGES],
  ({ metadata, spec, status }, nowMs) => [
    metadata.name,
    `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
    ageSince(metadata.creationTimestamp, nowMs),
    ...containersAndImages(spec?.template.spec),
  ],
);

export const DAEMON_SET_TABLE = tableOf<Stored<DaemonSet>>(
  [
    NAME,
    DESIRED,
    CURRENT,
    READY,
    integer('Up-to-date', UP_TO_DATE),
    AVAILABLE,
    text('Node Selector', 'Node selector of the pods.'),
    AGE,
    CONTAINERS,
    IMAGES,
    SELECTOR,
  ],
  ({ metadata, spec, status }, nowMs) => [
    metadata.name,
    status?.desiredNumberScheduled ?? 0,
    status?.currentNumberScheduled ?? 0,
    status?.numberReady ?? 0,
    status?.updatedNumberScheduled ?? 0,
    status?.numberAvailable ?? 0,
    formatLabels(spec?.template.spec?.nodeSelector as Record<string, string> | undefined),
    ageSince(metadata.creationTimestamp, nowMs),
    ...containersAndImages(spec?.template.spec),
    formatSelector(spec?.selector),
  ],
);

export const POD_TEMPLATE_TABLE = tableOf<Stored<PodTemplate>>(
  [
    NAME,
    text('Containers', 'Names of the containers.'),
    text('Images', 'Images of the containers.'),
    text('Pod Labels', 'Label selector of the pods.'),
  ],
  ({ metadata, template }) => [
    metadata.name,
    ...containersAndImages(template?.spec),
    formatLabels(template?.metadata?.labels as Record<string, string> | undefined),
  ],
);

/** The two wide cells about the containers of a pod template. */
export function containersAndImages(spec: PodSpec | undefined): Cell[] {
  const containers = spec?.containers ?? [];
  return [joined(containers.map(({ name }) => name)), joined(containers.map(({ image }) => image ?? ''))];
}

/** A selector in the grammar of requests. */
export function formatSelector(selector: LabelSelector | undefined): string {
  const requirements = labelSelectorRequirements(selector);
  return (requirements && formatRequirements(requirements)) || NONE;
}
