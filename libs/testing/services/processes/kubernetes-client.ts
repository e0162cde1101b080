import type { KubeObject } from '@orrery/api-types';

/** A request was answered with a `Status` that is a failure. */
export class RequestFailed extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(`${code}: ${message}`);
  }
}

/** The Kubernetes API as a client sees it: paths and objects, nothing of ours. */
export class KubernetesClient {
  constructor(private readonly url: () => string) {}

  async create(path: string, object: object): Promise<KubeObject> {
    return (await this.request('POST', path, object)) as KubeObject;
  }

  async get(path: string): Promise<KubeObject> {
    return (await this.request('GET', path)) as KubeObject;
  }

  async list(path: string): Promise<KubeObject[]> {
    return ((await this.request('GET', path)) as { items: KubeObject[] }).items;
  }

  /** Changes an object by a merge patch. */
  async patch(path: string, patch: object): Promise<KubeObject> {
    return (await this.request('PATCH', path, patch, 'application/merge-patch+json')) as KubeObject;
  }

  /** Creates until the object is there, through failures of the server: an acknowledged or lost answer is all one. */
  async createForCertain(path: string, object: object): Promise<void> {
    for (;;) {
      try {
        await this.create(path, object);
        return;
      } catch (error) {
        if (error instanceof RequestFailed && error.code === 409) return;
        if (error instanceof RequestFailed && error.code < 500 && error.code !== 429) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  private async request(
    method: string,
    path: string,
    body?: object,
    contentType = 'application/json',
  ): Promise<unknown> {
    const answer = await fetch(`${this.url()}${path}`, {
      method,
      headers: { 'Content-Type': contentType },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(60_000),
    });
    const content = (await answer.json()) as { message?: string };
    if (!answer.ok) throw new RequestFailed(answer.status, content.message ?? answer.statusText);
    return content;
  }
}
