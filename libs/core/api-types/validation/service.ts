import type { ServicePort, ServiceSpec } from 'kubernetes-types/core/v1';
import {
  duplicateField,
  forbiddenField,
  invalidField,
  requiredField,
  unsupportedField,
  type FieldError,
} from '../errors/field-error';
import { dnsLabelErrors } from '../names/qualified-name';
import type { KubeObject } from '../objects';
import { validateLabels } from './metadata';
import { validateServiceAddresses } from './service-addresses';
import { portNameErrors, validatePortNumber, validateProtocol } from './ports';

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'] as const;
const AFFINITIES = ['ClientIP', 'None'] as const;

/** What is wrong with a Service's spec. */
export function validateService(object: KubeObject): FieldError[] {
  const spec = (object.spec ?? {}) as ServiceSpec;
  const ports = spec.ports ?? [];
  const errors: FieldError[] = [];
  if (ports.length === 0 && spec.clusterIP !== 'None' && spec.type !== 'ExternalName') {
    errors.push(requiredField('spec.ports'));
  }
  if (spec.type === 'ExternalName' && !spec.externalName) errors.push(requiredField('spec.externalName'));
  errors.push(...validatePorts(ports), ...validateNodePorts(spec));
  errors.push(...validateLabels(spec.selector, 'spec.selector'));
  if (!(AFFINITIES as readonly string[]).includes(spec.sessionAffinity ?? '')) {
    errors.push(unsupportedField('spec.sessionAffinity', spec.sessionAffinity ?? '', AFFINITIES));
  }
  if (!(TYPES as readonly string[]).includes(spec.type ?? '')) {
    errors.push(unsupportedField('spec.type', spec.type ?? '', TYPES));
  }
  errors.push(...validateServiceAddresses(spec));
  return errors;
}

/** The address of a Service may be given once, and stays. */
export function validateServiceUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const before = (old.spec ?? {}) as ServiceSpec;
  const after = (next.spec ?? {}) as ServiceSpec;
  if (!before.clusterIP || before.type === 'ExternalName' || after.type === 'ExternalName') return [];
  if (before.clusterIP === after.clusterIP) return [];
  return [invalidField('spec.clusterIPs[0]', after.clusterIP ? [after.clusterIP] : null, 'may not change once set')];
}

/** Ports of the nodes: once each, and not for services that only the cluster reaches. */
function validateNodePorts({ type, ports = [] }: ServiceSpec): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  ports.forEach(({ nodePort, protocol }, index) => {
    if (!nodePort) return;
    const path = `spec.ports[${index}].nodePort`;
    if (type === 'ClusterIP') errors.push(forbiddenField(path, "may not be used when `type` is 'ClusterIP'"));
    const pair = `${protocol}/${nodePort}`;
    if (seen.has(pair)) errors.push(duplicateField(path, nodePort));
    seen.add(pair);
  });
  return errors;
}

function validatePorts(ports: readonly ServicePort[]): FieldError[] {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  const pairs = new Set<string>();
  ports.forEach((port, index) => {
    const path = `spec.ports[${index}]`;
    if (!port.name) {
      if (ports.length > 1) errors.push(requiredField(`${path}.name`));
    } else {
      for (const text of dnsLabelErrors(port.name)) errors.push(invalidField(`${path}.name`, port.name, text));
      if (names.has(port.name)) errors.push(duplicateField(`${path}.name`, port.name));
      names.add(port.name);
    }
    errors.push(...validatePortNumber(port.port ?? 0, `${path}.port`));
    errors.push(...validateProtocol(port.protocol, `${path}.protocol`));
    if (typeof port.targetPort === 'number') errors.push(...validatePortNumber(port.targetPort, `${path}.targetPort`));
    else if (port.targetPort !== undefined) {
      for (const text of portNameErrors(port.targetPort))
        errors.push(invalidField(`${path}.targetPort`, port.targetPort, text));
    }
    const pair = `${port.protocol}/${port.port}`;
    if (pairs.has(pair)) errors.push(duplicateField(path, { protocol: port.protocol, port: port.port }));
    pairs.add(pair);
  });
  return errors;
}
