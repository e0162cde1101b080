import type { ApiError } from '@orrery/api-types';
import type { HistoryMoment } from '@orrery/store';

/** Members that a view of the past has in addition to those of a cluster. */
export interface PastMoment {
  readonly revision: number;
  readonly atMs: number;
  /** Place for incidents besides the log. */
  readonly place: HistoryMoment;
  /** 405 for what would change the past. */
  refusal(): ApiError;
}
