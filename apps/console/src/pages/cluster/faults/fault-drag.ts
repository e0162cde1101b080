import { FAULT_CHOICES, type FaultChoice } from '../../../model/faults/fault-palette';

/** The type of what is dragged from the palette: no other page's drops are taken for faults. */
export const FAULT_TYPE = 'application/x-orrery-fault';

/** The fault that is dropped; undefined if something else is. */
export function droppedFault(data: DataTransfer): FaultChoice | undefined {
  const kind = data.getData(FAULT_TYPE);
  return FAULT_CHOICES.find((choice) => choice.kind === kind);
}
