import type { KubeObject } from '@orrery/api-types';
import type { ObjectKey } from '@orrery/store';
import type { DeleteOptions } from './requests';

/** A change by a component of the control plane itself: trusted, so not validated again. */
export interface Modification {
  readonly key: ObjectKey;
  /**
   * The object as it shall be, built without changing the given one; undefined leaves it. Must not touch metadata
   * other than by a new `metadata` object.
   */
  readonly change: (current: KubeObject) => KubeObject | undefined;
}

/** A deletion by a component. */
export interface Removal {
  readonly key: ObjectKey;
  readonly uid?: string;
  readonly options: DeleteOptions;
}
