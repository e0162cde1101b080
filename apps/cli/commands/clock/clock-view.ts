import type { ClockPartsFragment } from '@orrery/sdk';
import { clockText } from '../../output/clock-text';
import type { ItemView } from '../../output/print-items';

/** View of a clock. */
export const CLOCK_VIEW: ItemView<ClockPartsFragment> = {
  nameOf: ({ now }) => now,
  none: '',
  columns: [
    { title: 'CLOCK', of: clockText },
    { title: 'CLUSTER TIME', of: ({ now }) => now },
    { title: 'NEXT EVENT', of: ({ nextEventAt }) => nextEventAt ?? '-' },
    { title: 'PROBLEM', of: ({ problem }) => problem ?? '-', isRare: true },
  ],
};
