import type { KubeObject } from '@orrery/api-types';

interface ServicePort {
  readonly name?: string;
  readonly port: number;
  readonly protocol?: string;
}

interface ServiceSpec {
  readonly clusterIP?: string;
  readonly ports?: readonly ServicePort[];
}

/** Service of the namespace `default` that every pod gets variables of, with any setting of links (`masterServices` upstream). */
const MASTER_SERVICE = { namespace: 'default', name: 'kubernetes' } as const;

/**
 * The services that a pod's containers learn of by variables (`getServiceEnvVarMap` of upstream's `kubelet_pods.go`).
 *
 * @param services those of the pod's namespace and of `default`
 */
export function linkedServices(
  services: readonly KubeObject[],
  namespace: string,
  enableServiceLinks: boolean,
): KubeObject[] {
  const linked = new Map<string, KubeObject>();
  for (const service of services) {
    const { name } = service.metadata;
    if (!hasAddress(service)) continue;
    if (service.metadata.namespace === MASTER_SERVICE.namespace && name === MASTER_SERVICE.name) {
      if (!linked.has(name)) linked.set(name, service);
    } else if (service.metadata.namespace === namespace && enableServiceLinks) linked.set(name, service);
  }
  return [...linked.values()];
}

function hasAddress(service: KubeObject): boolean {
  const { clusterIP = '' } = (service['spec'] ?? {}) as ServiceSpec;
  return clusterIP !== '' && clusterIP !== 'None';
}

/** The variables of services, in the form of links as well (`FromServices` of upstream's `pkg/kubelet/envvars`). */
export function serviceVariables(services: readonly KubeObject[]): Map<string, string> {
  const variables = new Map<string, string>();
  for (const service of services) {
    const { clusterIP = '', ports = [] } = service['spec'] as ServiceSpec;
    const prefix = variableName(service.metadata.name);
    const [first] = ports;
    if (!first) continue;
    variables.set(`${prefix}_SERVICE_HOST`, clusterIP);
    variables.set(`${prefix}_SERVICE_PORT`, String(first.port));
    for (const { name = '', port } of ports) {
      if (name !== '') variables.set(`${prefix}_SERVICE_PORT_${variableName(name)}`, String(port));
    }
    variables.set(`${prefix}_PORT`, linkTo(clusterIP, first));
    for (const port of ports) {
      const protocol = port.protocol || 'TCP';
      const link = `${prefix}_PORT_${port.port}_${protocol.toUpperCase()}`;
      variables.set(link, linkTo(clusterIP, port));
      variables.set(`${link}_PROTO`, protocol.toLowerCase());
      variables.set(`${link}_PORT`, String(port.port));
      variables.set(`${link}_ADDR`, clusterIP);
    }
  }
  return variables;
}

function linkTo(address: string, { port, protocol = 'TCP' }: ServicePort): string {
  return `${protocol.toLowerCase()}://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

function variableName(name: string): string {
  return name.replaceAll('-', '_').toUpperCase();
}
