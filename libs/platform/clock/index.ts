export { Activity } from './activity';
export { EndlessInstantError } from './endless-instant';
export { InstantWork, type FiredTimers } from './instant-work';
export { ClockMode, ClusterClock, standsStill, type ClockSetting, type TimerLimit } from './cluster-clock';
export {
  advance,
  advanceToBeginning,
  advanceToPhase,
  JobLedger,
  settle,
  type AdvanceLimits,
  type AdvanceResult,
  type ClockCoordinator,
  type SettledReport,
} from './advance';
export {
  DistributedClockCoordinator,
  answerClockStep,
  LocalClockCoordinator,
  type ClockParticipant,
} from './coordinators';
