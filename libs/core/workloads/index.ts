export { disruptionStatus, type DisruptionInput, type DisruptionVerdict } from './disruption/disruption-status';
export {
  COLLECTION_PERIOD_MS,
  podsToCollect,
  type Collected,
  type CollectionInput,
} from './pod-garbage-collection/pods-to-collect';
