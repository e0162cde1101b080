import { CLUSTER_SETTINGS } from '@orrery/control-plane';
import { MAX_NODES } from '@orrery/settings';
import { CLOCK_MODE } from '../clock/clock-inputs';
import {
  asWritten,
  count,
  decimal,
  flag,
  input,
  nested,
  text,
  timeText,
  wordOf,
  type InputOf,
  type InputSchema,
} from '../input/inputs';

const NEW_CLOCK = input('Clock of a new cluster.', {
  required: { mode: wordOf(CLOCK_MODE, 'How cluster time follows real time.') },
  optional: {
    rate: decimal('Cluster seconds per real second, for SCALED.'),
    startAt: timeText('Initial cluster time (default: now; 2025-01-01T00:00:00Z if it is MANUAL).'),
  },
});

/** The settings of a cluster, from the one schema of them. */
const SETTINGS: InputSchema<Readonly<Record<string, unknown>>> = input(
  'Settings of a cluster. For a new cluster, an absent field has the default of the generation. In a change, an absent field keeps its value, null restores the default, objects change field by field, and lists and documents as a whole.',
  { optional: asWritten(CLUSTER_SETTINGS.fields) },
);

/** Range of a number of a new cluster; `createCluster` refuses others with its text. */
const between = (min: number, max: number) => ({ range: { min, max, text: `must be between ${min} and ${max}` } });

export const CREATE_CLUSTER = input('A cluster to create.', {
  required: { name: text('Name: lower case letters, digits, `-` and `.` (at most 63 characters).') },
  optional: {
    seed: text('Seed (default: the name).'),
    clock: nested('NewClock', NEW_CLOCK, 'Clock (default: REALTIME).'),
    nodes: count('Number of simulated nodes (at most 65000, default 0).', between(0, MAX_NODES)),
    zones: count('Number of zones over which the nodes are distributed (default 1).', between(1, MAX_NODES)),
    settings: nested('ClusterSettings', SETTINGS, 'Settings of the cluster.'),
    record: flag('Records all inputs from the beginning, for `replayRecording`; the clock must be MANUAL or AUTO.'),
  },
});

const AT_CREATION = 'Can be chosen only at creation; another value is refused.';

export const UPDATE_CLUSTER = input('A change of a cluster. Objects in it are changed by other mutations.', {
  optional: {
    name: text('Its name (default: the requested cluster).'),
    seed: text(`Seed. ${AT_CREATION}`),
    clock: nested('NewClock', NEW_CLOCK, `Clock. ${AT_CREATION} See \`setClockMode\`.`),
    nodes: count(`Initial nodes. ${AT_CREATION} See \`addNodes\`.`),
    zones: count(`Zones of the initial nodes. ${AT_CREATION}`),
    settings: nested('ClusterSettings', SETTINGS, 'Settings to change.'),
  },
});

export type CreateClusterInput = InputOf<typeof CREATE_CLUSTER>;
export type UpdateClusterInput = InputOf<typeof UPDATE_CLUSTER>;
