import type { KubernetesObject, V1Deployment } from '@kubernetes/client-node';

export const GROUP = { group: 'example.com', version: 'v1', plural: 'websites' } as const;
export const FINALIZER = 'example.com/dns-record';
export const SITE_LABEL = 'example.com/website';
const DEFAULT_REPLICAS = 2;

export interface WebsiteSpec {
  readonly image: string;
  /** Set by the webhook where it is not given. */
  readonly replicas?: number;
}

export interface WebsiteStatus {
  readonly phase: 'Pending' | 'Ready' | 'Degraded';
  readonly readyReplicas: number;
  /** Since when it has been in this phase. */
  readonly since: string;
}

export interface Website extends KubernetesObject {
  readonly spec: WebsiteSpec;
  readonly status?: WebsiteStatus;
}

/** What the webhook sets where a user says nothing: a JSON patch. */
export function defaultsOf(spec: WebsiteSpec): object[] {
  return spec.replicas === undefined ? [{ op: 'add', path: '/spec/replicas', value: DEFAULT_REPLICAS }] : [];
}

/** Returns why the webhook refuses a website; undefined if it does not. */
export function problemOf({ image }: WebsiteSpec): string | undefined {
  const hasVersion = /[:@]/.test(image.split('/').at(-1)!) && !image.endsWith(':latest');
  return hasVersion ? undefined : `spec.image: ${image} must name a version, such as nginx:1.27`;
}

/** The Deployment of a website, as it is applied. */
export function deploymentOf({ metadata, spec }: Website): V1Deployment {
  const labels = { [SITE_LABEL]: metadata!.name! };
  const owner = {
    apiVersion: 'example.com/v1',
    kind: 'Website',
    name: metadata!.name!,
    uid: metadata!.uid!,
    controller: true,
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: metadata!.name!, labels, ownerReferences: [owner] },
    spec: {
      replicas: spec.replicas ?? DEFAULT_REPLICAS,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: spec.image }] } },
    },
  };
}

/** The status of a website whose Deployment is as given; the one that it has if nothing changed. */
export function statusOf({ spec, status }: Website, deployment: V1Deployment | undefined, now: Date): WebsiteStatus {
  const readyReplicas = deployment?.status?.readyReplicas ?? 0;
  const isComplete = readyReplicas >= (spec.replicas ?? DEFAULT_REPLICAS);
  const hasBeenReady = status !== undefined && status.phase !== 'Pending';
  const phase = isComplete ? 'Ready' : hasBeenReady ? 'Degraded' : 'Pending';
  if (status?.phase === phase && status.readyReplicas === readyReplicas) return status;
  return { phase, readyReplicas, since: status?.phase === phase ? status.since : now.toISOString() };
}
