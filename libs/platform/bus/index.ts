export { type BackendConfig } from './backend';
export { Bus, type BusOptions, type Consumer, type Delivery, type Handler } from './bus';
export {
  DONE,
  QUEUE_NAMES,
  SHORT_WAY,
  type ClusterJob,
  type Ending,
  type EvictionOrder,
  type PodsJob,
  type JobPlace,
  type QueueJobs,
  type QueueName,
} from './jobs';
export { type Repetition, type Repetitions, type JobInterval } from './repetitions';
