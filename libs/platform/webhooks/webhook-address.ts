import { WebhookError } from './call-webhook';

/** Where a configuration says that a webhook is. */
export interface WebhookPlace {
  readonly url?: string | undefined;
  readonly service?:
    | {
        readonly namespace?: string | undefined;
        readonly name?: string | undefined;
        readonly path?: string | undefined;
        readonly port?: number | undefined;
      }
    | undefined;
}

export interface WebhookAddress {
  readonly url: URL;
  readonly serverName: string | undefined;
}

/** What is known of services: objects of the cluster, by resource, namespace and name. */
export type ServiceLookup = (
  resource: 'services' | 'endpoints',
  namespace: string,
  name: string,
) => Readonly<Record<string, unknown>> | undefined;

interface ServiceSpec {
  readonly type?: string;
  readonly externalName?: string;
}

interface Subset {
  readonly addresses?: readonly { readonly ip: string }[];
  readonly ports?: readonly { readonly port: number }[];
}

/**
 * The address of a webhook. No containers run here, so a service leads to what its `externalName` or its Endpoints name.
 * Throws {@link WebhookError} for a service that leads nowhere.
 */
export function webhookAddress({ url, service }: WebhookPlace, lookUp: ServiceLookup): WebhookAddress {
  if (url !== undefined) return { url: new URL(url), serverName: undefined };
  const { namespace = '', name = '', path = '', port = 443 } = service ?? {};
  const serverName = `${name}.${namespace}.svc`;
  const found = lookUp('services', namespace, name);
  if (!found) throw new WebhookError(`service "${name}" not found`);
  const { type, externalName } = (found['spec'] ?? {}) as ServiceSpec;
  if (type === 'ExternalName') return { url: new URL(`https://${externalName}:${port}${path}`), serverName };
  const subsets = (lookUp('endpoints', namespace, name)?.['subsets'] ?? []) as readonly Subset[];
  const [subset] = subsets.filter(({ addresses = [] }) => addresses.length > 0);
  const ip = subset?.addresses?.[0]?.ip;
  if (ip === undefined) throw new WebhookError(`no endpoints available for service "${name}"`);
  const host = ip.includes(':') ? `[${ip}]` : ip;
  return { url: new URL(`https://${host}:${subset?.ports?.[0]?.port ?? port}${path}`), serverName };
}
