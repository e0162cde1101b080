import { FAULT_CHOICES, type FaultChoice } from '../../../model/faults/fault-palette';

/** Data type of a drag from the palette: drops of other pages are not taken for faults. */
export const FAULT_TYPE = 'application/x-orrery-fault';

/** The fault that is dropped; undefined if something else is. */
export function droppedFault(data: DataTransfer): FaultChoice | undefined {
  const kind = data.getData(FAULT_TYPE);
  return FAULT_CHOICES.find((choice) => choice.kind === kind);
}
