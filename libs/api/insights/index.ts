export { comparedPods, isOtherPlacement } from './explain/compared-pods';
export { decisionsOf, readEntry, type DecisionQuery } from './explain/decision-index';
export { decisionView } from './explain/decision-view';
export { explainEngine, plannedEngines, type ExplainEngine } from './explain/explain-engines';
export { answerExplainScheduling } from './explain/explain-scheduling';
export { askSchedulers, queueView } from './explain/scheduling-queue';
export { clusterMetrics } from './history/cluster-metrics';
export { objectsOf, readableBy, readPart, storyPage, subjectOf, type StoryReader } from './history/story-page';
export { momentOf, parseCursor, rangeOf, type StoryRange } from './history/story-range';
export { ChangeOperation } from './history/story';
export { zoneOf } from './history/zone-view';
export {
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_SIZE,
  pageRequest,
  type PageArguments,
  type PageRequest,
} from './pages/page-request';
export { isReady } from './pods/is-ready';
export { add, amountsOf, effectiveRequests, requestedBy, totalsOf, type ResourceAmounts } from './pods/pod-resources';
export { nodeUsage, nodeUsages, signalsNow } from './usage/node-usage';
export { nodeUsageHistory } from './usage/usage-history';
