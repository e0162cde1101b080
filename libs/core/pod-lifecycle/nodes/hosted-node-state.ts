import type { ImagePullsState } from '../containers/image-pulls';
import type { KeptNode } from '../pods/kept-objects';
import type { NodeAddressesState } from './node-addresses';
import type { ConfiguredResources, OwnWorkState, ResourceUpdate } from './own-work';
import type { NodeImagesState } from './node-images';
import type { NodePathsState } from './node-paths';

/** State that a kubelet keeps of its node, as plain data. Missing fields are empty. */
export interface HostedNodeState extends KeptNode {
  /** Uids of the pods that it has admitted, that wait for an address, and that wait for the end of others. */
  readonly admitted: readonly string[];
  readonly withoutAddress?: readonly string[];
  readonly withoutRoom?: readonly string[];
  readonly addresses?: NodeAddressesState;
  readonly pulls: ImagePullsState;
  readonly paths?: NodePathsState;
  readonly work: OwnWorkState;
  readonly resources?: ConfiguredResources;
  readonly resourceUpdate?: readonly ResourceUpdate[];
  readonly heldConditions?: readonly string[];
  readonly unreported?: readonly string[];
  readonly images: NodeImagesState;
  readonly pressures?: readonly string[];
  readonly extended?: readonly string[];
  readonly reportedImageCount: number;
  /** Null for a status that was never written. */
  readonly lastStatusWriteMs: number | null;
  readonly bootID?: string;
}

/** A set as a list; nothing if it is empty. */
export function unlessEmpty<K extends string>(name: K, set: ReadonlySet<string> | undefined): { [N in K]?: string[] } {
  // The computed name is the one of the type.
  return (set?.size ? { [name]: [...set] } : {}) as { [N in K]?: string[] };
}
