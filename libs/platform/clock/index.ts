export { Activity } from './activity';
export { ClockMode, ClusterClock, type ClockSetting } from './cluster-clock';
export {
  advance,
  settle,
  type AdvanceLimits,
  type AdvanceResult,
  type Orchestra,
  type SettledReport,
} from './conductor';
