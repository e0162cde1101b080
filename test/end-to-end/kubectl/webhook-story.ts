import {
  RawClient,
  selfSignedCertificate,
  startHookServer,
  until,
  type HookServer,
  type RawReply,
} from '@orrery/test-services';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';

export const REGISTRATION = '/apis/admissionregistration.k8s.io/v1';
export const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

/** A cluster, and a user's process with the webhooks that it calls. */
export class WebhookStory {
  private readonly installed: string[] = [];

  private constructor(
    readonly server: TestApiServer,
    readonly cluster: TestCluster,
    readonly raw: RawClient,
    readonly hooks: HookServer,
    /** PEM in base64. */
    readonly caBundle: string,
  ) {}

  static async open(name: string): Promise<WebhookStory> {
    const server = await startTestApiServer();
    const cluster = await server.cluster({ name, nodes: 1 });
    const { key, cert } = await selfSignedCertificate(['localhost', 'hook.default.svc'], Date.now());
    const hooks = await startHookServer({ key, cert });
    await until('what every namespace gets is there, whose creation a webhook would see', () => hasRoots(cluster));
    return new WebhookStory(server, cluster, new RawClient(cluster.url), hooks, Buffer.from(cert).toString('base64'));
  }

  /** One configuration with webhooks at the path of its name; it stays until {@link reset}. */
  async install(kind: 'validating' | 'mutating', name: string, ...webhooks: object[]): Promise<void> {
    const path = `${REGISTRATION}/${kind}webhookconfigurations`;
    const common = { ...this.webhook(name), name: `${name}.example.com` };
    const body = { metadata: { name }, webhooks: webhooks.map((webhook) => ({ ...common, ...webhook })) };
    expect((await this.raw.send(path, { method: 'POST', body })).code).toBe(201);
    this.installed.push(`${path}/${name}`);
  }

  /** Returns the fields of every webhook, with the path at which it is called. */
  webhook(path: string): object {
    const clientConfig = { url: `${this.hooks.url}/${path}`, caBundle: this.caBundle };
    return { clientConfig, sideEffects: 'None', admissionReviewVersions: ['v1'] };
  }

  create(path: string, name: string, more: object = {}): Promise<RawReply> {
    return this.raw.send(path, { method: 'POST', body: { metadata: { name }, ...more } });
  }

  /** Removes all webhooks and forgets their calls, after each test. */
  async reset(): Promise<void> {
    for (const path of this.installed.splice(0)) await this.raw.send(path, { method: 'DELETE' });
    this.hooks.seen.length = 0;
  }

  async close(): Promise<void> {
    await this.hooks.close();
    await this.server.close();
  }
}

export function ruleFor(resource: string, ...operations: string[]): object {
  return {
    operations: operations.length > 0 ? operations : ['CREATE'],
    apiGroups: [resource.startsWith('deployments') ? 'apps' : ''],
    apiVersions: ['v1'],
    resources: [resource],
  };
}

/** Returns whether every namespace has the certificate that the controller manager puts there. */
function hasRoots({ runtime: { cache } }: TestCluster): boolean {
  const roots = cache.list('configmaps').filter(({ metadata }) => metadata.name === 'kube-root-ca.crt');
  return roots.length === cache.count('namespaces');
}
