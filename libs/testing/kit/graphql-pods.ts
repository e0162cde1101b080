/** Properties of a pod that a test sets; all others have usual values. */
export interface PodOptions {
  readonly cpu?: string;
  readonly memory?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly node?: string;
  readonly tolerations?: readonly unknown[];
  readonly spec?: Readonly<Record<string, unknown>>;
}

/** A pod as a client sends it. */
export function podOf(name: string, options: PodOptions = {}): Record<string, unknown> {
  const { cpu, memory, labels, node, tolerations, spec } = options;
  const requests = { ...(cpu === undefined ? {} : { cpu }), ...(memory === undefined ? {} : { memory }) };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, ...(labels ? { labels } : {}) },
    spec: {
      containers: [{ name: 'main', image: 'nginx', resources: { requests } }],
      ...(node === undefined ? {} : { nodeName: node }),
      ...(tolerations ? { tolerations } : {}),
      ...spec,
    },
  };
}
