import type { KindInfo, KubeObject } from '@orrery/api-types';

/** Object to write; `replaces` is the one of its name that the cluster has. */
export interface ImportedObject {
  readonly kind: KindInfo;
  readonly object: KubeObject;
  readonly replaces: KubeObject | undefined;
}
