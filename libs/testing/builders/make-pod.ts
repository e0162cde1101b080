import {
  withFields,
  type Affinity,
  type Container,
  type Pod,
  type PodSpec,
  type PodStatus,
  type Toleration,
} from '@orrery/api-types';

type Volumes = NonNullable<PodSpec['volumes']>;
type HostPort = { readonly port: number; readonly ip?: string; readonly protocol?: string };

/**
 * Builds pods for tests. Immutable: each step returns a new builder, and each `build` a fresh object. Name, uid and
 * resource version follow from the given name, in namespace `default`.
 */
export class PodBuilder {
  constructor(private readonly pod: Pod) {}

  namespace(namespace: string): PodBuilder {
    return this.metadata({ namespace, uid: `${namespace}-${this.pod.metadata.name}` });
  }

  uid(uid: string): PodBuilder {
    return this.metadata({ uid });
  }

  version(resourceVersion: string): PodBuilder {
    return this.metadata({ resourceVersion });
  }

  label(key: string, value: string): PodBuilder {
    return this.metadata({ labels: { ...this.pod.metadata.labels, [key]: value } });
  }

  annotation(key: string, value: string): PodBuilder {
    return this.metadata({ annotations: { ...this.pod.metadata.annotations, [key]: value } });
  }

  owner(kind: string, name: string, uid = `${kind}-${name}`): PodBuilder {
    return this.metadata({ ownerReferences: [{ apiVersion: 'apps/v1', kind, name, uid, controller: true }] });
  }

  deleting(deletionTimestamp = '2025-10-01T12:00:00Z'): PodBuilder {
    return this.metadata({ deletionTimestamp });
  }

  /** Requests of the first container. */
  requests(requests: Readonly<Record<string, string>>): PodBuilder {
    return this.firstContainer({ resources: { requests: { ...requests } } });
  }

  image(image: string): PodBuilder {
    return this.firstContainer({ image });
  }

  /** Adds host ports to the first container. */
  hostPorts(...ports: readonly HostPort[]): PodBuilder {
    const added = ports.map(({ port, ip, protocol }) => ({
      containerPort: port,
      hostPort: port,
      ...(ip === undefined ? {} : { hostIP: ip }),
      ...(protocol === undefined ? {} : { protocol }),
    }));
    return this.firstContainer({ ports: [...(this.pod.spec.containers[0]?.ports ?? []), ...added] });
  }

  /** Replaces all containers: one per list of requests. */
  containers(...requests: readonly Readonly<Record<string, string>>[]): PodBuilder {
    return this.spec({ containers: requests.map((list, i) => container(`c${i}`, list)) });
  }

  initContainer(requests: Readonly<Record<string, string>>, restartPolicy?: 'Always'): PodBuilder {
    const existing = this.pod.spec.initContainers ?? [];
    const added = container(`init${existing.length}`, requests);
    return this.spec({ initContainers: [...existing, restartPolicy ? { ...added, restartPolicy } : added] });
  }

  overhead(overhead: Readonly<Record<string, string>>): PodBuilder {
    return this.spec({ overhead: { ...overhead } });
  }

  node(nodeName: string): PodBuilder {
    return this.spec({ nodeName });
  }

  scheduler(schedulerName: string): PodBuilder {
    return this.spec({ schedulerName });
  }

  priority(priority: number): PodBuilder {
    return this.spec({ priority });
  }

  nodeSelector(nodeSelector: Readonly<Record<string, string>>): PodBuilder {
    return this.spec({ nodeSelector: { ...nodeSelector } });
  }

  affinity(affinity: Affinity): PodBuilder {
    return this.spec({ affinity: { ...this.pod.spec.affinity, ...affinity } });
  }

  toleration(toleration: Toleration): PodBuilder {
    return this.spec({ tolerations: [...(this.pod.spec.tolerations ?? []), toleration] });
  }

  gates(...names: readonly string[]): PodBuilder {
    return this.spec({ schedulingGates: names.map((name) => ({ name })) });
  }

  volumes(...volumes: Volumes): PodBuilder {
    return this.spec({ volumes });
  }

  phase(phase: string): PodBuilder {
    return this.status({ phase });
  }

  nominated(nominatedNodeName: string): PodBuilder {
    return this.status({ nominatedNodeName });
  }

  metadata(part: Partial<Pod['metadata']>): PodBuilder {
    return new PodBuilder({ ...this.pod, metadata: withFields(this.pod.metadata, part) });
  }

  spec(part: Partial<PodSpec>): PodBuilder {
    return new PodBuilder({ ...this.pod, spec: withFields(this.pod.spec, part) });
  }

  status(part: Partial<PodStatus>): PodBuilder {
    return new PodBuilder({ ...this.pod, status: withFields(this.pod.status ?? {}, part) });
  }

  build(): Pod {
    return structuredClone(this.pod);
  }

  private firstContainer(part: Partial<Container>): PodBuilder {
    const [first = container('c0', {}), ...others] = this.pod.spec.containers;
    return this.spec({ containers: [withFields(first, part), ...others] });
  }
}

/** A pending pod with one container that requests nothing. */
export function makePod(name: string): PodBuilder {
  return new PodBuilder({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'default',
      uid: `default-${name}`,
      resourceVersion: '1',
      creationTimestamp: '2025-10-01T00:00:00Z',
    },
    spec: { schedulerName: 'default-scheduler', containers: [container('c0', {})] },
    status: { phase: 'Pending' },
  });
}

function container(name: string, requests: Readonly<Record<string, string>>): Container {
  return Object.keys(requests).length === 0 ? { name } : { name, resources: { requests: { ...requests } } };
}
