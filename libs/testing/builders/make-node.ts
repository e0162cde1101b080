import { withFields, type Node, type NodeSpec, type NodeStatus, type Taint } from '@orrery/api-types';

/**
 * Builds nodes for tests. Immutable: each step returns a new builder, and each `build` a fresh object. Uid and resource
 * version follow from the name; there is room for 110 pods, 32 cpu and 256Gi.
 */
export class NodeBuilder {
  constructor(private readonly node: Node) {}

  version(resourceVersion: string): NodeBuilder {
    return this.metadata({ resourceVersion });
  }

  label(key: string, value: string): NodeBuilder {
    return this.metadata({ labels: { ...this.node.metadata.labels, [key]: value } });
  }

  zone(zone: string): NodeBuilder {
    return this.label('topology.kubernetes.io/zone', zone);
  }

  annotation(key: string, value: string): NodeBuilder {
    return this.metadata({ annotations: { ...this.node.metadata.annotations, [key]: value } });
  }

  /** Sets amounts of capacity and allocatable; others stay. */
  allocatable(amounts: Readonly<Record<string, string>>): NodeBuilder {
    const all = { ...(this.node.status.allocatable as Record<string, string>), ...amounts };
    return this.status({ allocatable: all, capacity: all });
  }

  taint(key: string, effect: string, value?: string): NodeBuilder {
    const taint: Taint = value === undefined ? { key, effect } : { key, value, effect };
    return this.spec({ taints: [...(this.node.spec.taints ?? []), taint] });
  }

  cordoned(): NodeBuilder {
    return this.spec({ unschedulable: true });
  }

  image(name: string, sizeBytes: number): NodeBuilder {
    return this.status({ images: [...(this.node.status.images ?? []), { names: [name], sizeBytes }] });
  }

  condition(type: string, status: string): NodeBuilder {
    return this.status({ conditions: [...(this.node.status.conditions ?? []), { type, status }] });
  }

  metadata(part: Partial<Node['metadata']>): NodeBuilder {
    return new NodeBuilder({ ...this.node, metadata: withFields(this.node.metadata, part) });
  }

  spec(part: Partial<NodeSpec>): NodeBuilder {
    return new NodeBuilder({ ...this.node, spec: withFields(this.node.spec, part) });
  }

  status(part: Partial<NodeStatus>): NodeBuilder {
    return new NodeBuilder({ ...this.node, status: withFields(this.node.status, part) });
  }

  build(): Node {
    return structuredClone(this.node);
  }
}

/** A ready node with plenty of room. */
export function makeNode(name: string): NodeBuilder {
  const amounts = { cpu: '32', memory: '256Gi', 'ephemeral-storage': '500Gi', pods: '110' };
  return new NodeBuilder({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      uid: `node-${name}`,
      resourceVersion: '1',
      creationTimestamp: '2025-10-01T00:00:00Z',
      labels: { 'kubernetes.io/hostname': name },
    },
    spec: {},
    status: { allocatable: amounts, capacity: amounts },
  });
}
