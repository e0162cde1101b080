/** Inputs of clusters that are more than writes of objects, by their names in recordings. */
export const ApiInput = {
  InjectFault: 'injectFault',
  ClearFaults: 'clearFaults',
  RunDescheduler: 'runDescheduler',
} as const;
export type ApiInput = (typeof ApiInput)[keyof typeof ApiInput];
