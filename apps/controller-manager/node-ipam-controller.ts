import { withFields, type KubeObject, type Node } from '@orrery/api-types';
import type { ComponentContext, Modification } from '@orrery/control-plane';
import { podCidrOf } from '@orrery/pod-lifecycle';
import { Operation, type Change } from '@orrery/store';
import { runLoop, type Controller } from './controller';

/** The addresses of a cluster's pods: room for 4096 nodes of 254 pods, and as many again when the first are given out. */
const CLUSTER_CIDRS = ['10.240.0.0/12', '10.224.0.0/12'] as const;
const NODES_A_CIDR = 4096;

/** Gives every node a range of pod addresses of its own, the lowest free one. */
export class NodeIpamController implements Controller {
  private readonly used = new Map<string, string>();
  private lowestFree = 0;
  private waiting = new Set<string>();
  private running = false;

  constructor(private readonly context: ComponentContext) {}

  start(): void {
    for (const node of this.context.runtime.cache.list('nodes')) this.seen(node as unknown as Node);
    this.assign();
  }

  stop(): void {
    this.waiting.clear();
  }

  follow(changes: readonly Change[]): void {
    for (const { key, operation, object } of changes) {
      if (key.resource !== 'nodes') continue;
      if (operation === Operation.Delete) this.release(key.name, object as unknown as Node);
      else this.seen(object as unknown as Node);
    }
    this.assign();
  }

  private seen({ metadata, spec }: Node): void {
    if (spec.podCIDR) {
      this.used.set(spec.podCIDR, metadata.name);
      this.waiting.delete(metadata.name);
    } else {
      this.waiting.add(metadata.name);
    }
  }

  private release(name: string, { spec }: Node): void {
    this.waiting.delete(name);
    if (spec.podCIDR && this.used.get(spec.podCIDR) === name) this.used.delete(spec.podCIDR);
    this.lowestFree = 0;
  }

  private assign(): void {
    if (this.running || this.waiting.size === 0) return;
    this.running = true;
    runLoop(this.context, 'node-ipam', async () => {
      try {
        while (this.waiting.size > 0) {
          const modifications = [...this.waiting].flatMap((name) => this.modificationFor(name));
          this.waiting = new Set();
          await this.context.runtime.store.modify(modifications, this.context.fence);
        }
      } finally {
        this.running = false;
      }
    });
  }

  private modificationFor(name: string): Modification[] {
    const podCIDR = this.nextFree();
    if (podCIDR === undefined) return [];
    this.used.set(podCIDR, name);
    return [
      {
        key: { resource: 'nodes', namespace: '', name },
        change: (object) => {
          const { spec } = object as unknown as Node;
          if (!spec.podCIDR)
            return { ...object, spec: withFields(spec, { podCIDR, podCIDRs: [podCIDR] }) } as KubeObject;
          if (this.used.get(podCIDR) === name) this.used.delete(podCIDR);
          return undefined;
        },
      },
    ];
  }

  private nextFree(): string | undefined {
    for (let index = this.lowestFree; ; index++) {
      const podCIDR = podCidrOf(CLUSTER_CIDRS[Math.floor(index / NODES_A_CIDR)] ?? '', index % NODES_A_CIDR);
      if (podCIDR === undefined) return undefined;
      if (this.used.has(podCIDR)) continue;
      this.lowestFree = index + 1;
      return podCIDR;
    }
  }
}
