export { Activity } from './activity';
export { ClockMode, ClusterClock, type ClockSetting } from './cluster-clock';
export {
  advance,
  advanceToBeginning,
  JobLedger,
  settle,
  type AdvanceLimits,
  type AdvanceResult,
  type Orchestra,
  type SettledReport,
} from './conductor';
export { MessageLine, type ClockMessage } from './messages';
export { DistributedOrchestra, playAlong, SoloOrchestra, type Player, type PlayingAlong } from './orchestras';
