import type { KubernetesClient } from './kubernetes-client';

const PODS_PATH = '/api/v1/namespaces/default/pods';
/** Requests on their way at once. */
const CONCURRENCY = 16;

/** A client that creates pods and retries, even if the server dies. */
export class PodLoad {
  /** Keys `namespace/name` of the pods that the server has acknowledged. */
  readonly acknowledged = new Set<string>();
  private started = 0;

  constructor(
    private readonly client: KubernetesClient,
    private readonly prefix: string,
  ) {}

  /** Creates the given number of pods; resolves when all are acknowledged. */
  async create(count: number): Promise<void> {
    const end = this.started + count;
    const worker = async (): Promise<void> => {
      while (this.started < end) {
        const name = `${this.prefix}-${this.started++}`;
        await this.client.createForCertain(PODS_PATH, podNamed(name));
        this.acknowledged.add(`default/${name}`);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  }
}

function podNamed(name: string): object {
  const resources = { requests: { cpu: '50m', memory: '128Mi' } };
  return { metadata: { name }, spec: { containers: [{ name: 'c', image: 'nginx', resources }] } };
}
