export { AUTO_RATE, TimerPhase, type Clock, type Timer } from './clock';
export { Heap, RemovableHeap } from './heap';
export { TokenBucket, type BucketLimits } from './token-bucket';
export { DeadlineQueue, type TakenEntry, type WaitingEntry } from './deadline-queue';
export { ManualClock } from './manual-clock';
export { randomFor, standardNormal, type Random } from './random';
export {
  formatDuration,
  formatMicroTime,
  formatTime,
  LATEST_TIME_MS,
  parseDurationMs,
  parseGoDuration,
  parseTimeMs,
  type DurationVerdict,
} from './duration';
