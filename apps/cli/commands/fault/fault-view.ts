import type { FaultPartsFragment } from '@orrery/sdk';
import type { ItemView } from '../../output/print-items';

/** View of faults. */
export const FAULT_VIEW: ItemView<FaultPartsFragment> = {
  nameOf: ({ kind, nodeName }) => `${kindWord(kind)}/${nodeName}`,
  none: 'no fault is in force or planned',
  columns: [
    { title: 'FAULT', of: ({ kind }) => kindWord(kind) },
    { title: 'NODE', of: ({ nodeName }) => nodeName },
    { title: 'IN FORCE', of: ({ isInForce }) => (isInForce ? 'yes' : 'planned') },
    { title: 'SINCE', of: ({ since }) => since },
    { title: 'UNTIL', of: ({ until }) => until ?? 'cleared' },
    {
      title: 'HOW MUCH',
      of: ({ amount, factor, latency }) => amount ?? latency ?? (factor === null ? '-' : `${factor}x`),
    },
  ],
};

/** A kind as it is typed: `heartbeats-stopped`. */
export function kindWord(kind: string): string {
  return kind.toLowerCase().replaceAll('_', '-');
}
