export { runDescheduler, type RunRequest } from './run-descheduler';
export { deschedulerContainer, deschedulerLog, restartsOf } from './descheduler-pod';
export { DeschedulerProgram, type ProgramStart } from './descheduler-program';
export { UsageSampler, usesMetricsApi } from './usage-sampler';
export { lastCycleMs, nextCycleMs, intervalOf, scheduleOf } from './schedule';
export { RunTrigger, type DeschedulingRun, type NumberedRun } from './run-record';
export type { DeschedulingPorts } from './descheduling-ports';
