import type { InputPerformer } from '@orrery/recordings';
import { runCycle, type RequestedCycle } from '../descheduling/descheduler-runs';
import { clearFaults, injectFault, type LiftedFaults } from '../faults/node-faults';
import { ApiInput } from './api-inputs';

const BY_NAME: Readonly<Record<ApiInput, InputPerformer>> = {
  [ApiInput.InjectFault]: (runtime, body) => injectFault(runtime, body as Parameters<typeof injectFault>[1]),
  [ApiInput.ClearFaults]: (runtime, body) => clearFaults(runtime, body as LiftedFaults),
  [ApiInput.RunDescheduler]: (runtime, body) => runCycle(runtime, body as RequestedCycle, false),
};

/** Functions that repeat recorded inputs other than writes of objects, by name. */
export const INPUT_PERFORMERS: ReadonlyMap<string, InputPerformer> = new Map(Object.entries(BY_NAME));
