import type { RecordingPartsFragment } from '@orrery/sdk';
import type { ItemView } from '../../output/print-items';

/** View of recordings. */
export const RECORDING_VIEW: ItemView<RecordingPartsFragment> = {
  nameOf: ({ cluster }) => `recording/${cluster}`,
  none: 'no cluster is recorded: make one with orrery cluster create NAME --clock manual --record',
  columns: [
    { title: 'CLUSTER', of: ({ cluster }) => cluster },
    { title: 'ENTRIES', of: ({ entries }) => String(entries) },
    { title: 'STATE', of: ({ isOn, endedBecause }) => (isOn ? 'recording' : `ended: ${endedBecause}`) },
    { title: 'STARTED', of: ({ startedAt }) => startedAt, isWide: true },
    { title: 'BUILD', of: ({ build }) => build, isWide: true },
  ],
};
