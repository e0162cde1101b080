import type { ApiError } from '@orrery/api-types';
import type { HistoryMoment } from '@orrery/store';

/** What a request can ask of a view of the past besides what it asks of a cluster. */
export interface PastMoment {
  readonly revision: number;
  readonly atMs: number;
  /** For what happened beside the log. */
  readonly place: HistoryMoment;
  /** 405 for what would change the past. */
  refusal(): ApiError;
}
