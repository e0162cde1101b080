import type { Node } from '@orrery/api-types';
import type { NodeConfigurations } from '@orrery/control-plane';
import { NodeFaultKind, type DeclaredFault, type KubeletActions } from '@orrery/pod-lifecycle';

/** The reason why a kubelet does not start, and since when. */
export interface Refusal {
  readonly message: string;
  readonly sinceMs: number;
}

/** Kubelets that fail to start because of their configuration, each with the reason, until the configuration is corrected. */
export class StartRefusals {
  private readonly known = new Map<string, Refusal>();

  constructor(
    private readonly configurations: NodeConfigurations,
    private readonly recordEvent: (event: KubeletActions['nodeEvents'][number]) => void,
  ) {}

  /** Returns the kubelets that fail to start, with the times of their refusals, as plain data. */
  capture(): readonly (readonly [node: string, refusal: Refusal])[] {
    return [...this.known];
  }

  /** Restores the state that {@link capture} returned. */
  restore(known: readonly (readonly [node: string, refusal: Refusal])[]): void {
    for (const [node, refusal] of known) this.known.set(node, refusal);
  }

  /** Returns a KubeletStopped fault while the node's kubelet cannot start; an empty list otherwise. */
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
      this.recordEvent({ nodeName: name, uid, type: 'Warning', reason: 'KubeletSetupFailed', message });
    }
    return [{ kind: NodeFaultKind.KubeletStopped, sinceMs: known.sinceMs, untilMs: undefined, amount: undefined }];
  }
}
