import type { Node } from '@orrery/api-types';
import type { NodeConfigurations } from '@orrery/control-plane';
import { NodeFaultKind, type DeclaredFault, type KubeletActions } from '@orrery/pod-lifecycle';

/** The reason why a kubelet does not start, and since when. */
export interface Refusal {
  readonly message: string;
  readonly sinceMs: number;
}

/** Kubelets that do not start with what they are configured to: each says why, and is not there until that is mended. */
export class StartRefusals {
  private readonly known = new Map<string, Refusal>();

  constructor(
    private readonly configurations: NodeConfigurations,
    private readonly tell: (event: KubeletActions['nodeEvents'][number]) => void,
  ) {}

  /** Since when which kubelets do not start, as plain data. */
  capture(): readonly (readonly [node: string, refusal: Refusal])[] {
    return [...this.known];
  }

  /** Goes on from what {@link capture} answered. */
  restore(known: readonly (readonly [node: string, refusal: Refusal])[]): void {
    for (const [node, refusal] of known) this.known.set(node, refusal);
  }

  /** That the kubelet of a node is not there; nothing if it is. */
  faultsOf(node: Node, nowMs: number): DeclaredFault[] {
    const { name, uid } = node.metadata;
    const message = this.configurations.refusalOf(node);
    if (message === undefined) {
      this.known.delete(name);
      return [];
    }
    let known = this.known.get(name);
    if (known?.message !== message) {
      known = { message, sinceMs: nowMs };
      this.known.set(name, known);
      this.tell({ nodeName: name, uid, type: 'Warning', reason: 'KubeletSetupFailed', message });
    }
    return [{ kind: NodeFaultKind.KubeletStopped, sinceMs: known.sinceMs, untilMs: undefined, amount: undefined }];
  }
}
