import type { ServicePort, ServiceSpec } from 'kubernetes-types/core/v1';
import { duplicateField, forbiddenField, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { dnsLabelErrors, qualifiedNameErrors, subdomainErrors } from '../../names/qualified-name';
import type { KubeObject } from '../../objects';
import { requiredOneOf } from '../../validation/closed-set';
import { validateLabels } from '../../validation/metadata';
import {
  clusterAddresses,
  validateClusterAddresses,
  validateClusterAddressUpdate,
  validateExternalIps,
  validateFamilies,
  validateSourceRanges,
} from './addresses';
import { validateAffinityConfig, validateServiceTraffic, validateServiceTrafficUpdate } from './traffic';
import { portNameErrors, validatePortNumber, validateProtocol } from '../../validation/ports';

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'] as const;
const AFFINITIES = ['ClientIP', 'None'] as const;
const KUBELET_PORT = 10_250;

/** Returns the errors of a Service, in upstream's order (`ValidateService`). */
export function validateService(object: KubeObject): FieldError[] {
  const spec = (object.spec ?? {}) as ServiceSpec;
  const ports = spec.ports ?? [];
  const isHeadless = clusterAddresses(spec)[0] === 'None';
  const errors: FieldError[] = [];
  if (ports.length === 0 && !isHeadless && spec.type !== 'ExternalName') errors.push(requiredField('spec.ports'));
  errors.push(
    ...validateType(spec, isHeadless),
    ...validatePorts(ports),
    ...validateLabels(spec.selector, 'spec.selector'),
    ...requiredOneOf(spec.sessionAffinity, AFFINITIES, 'spec.sessionAffinity'),
    ...validateAffinityConfig(spec),
    ...validateClusterAddresses(spec),
    ...validateExternalIps(spec),
    ...requiredOneOf(spec.type, TYPES, 'spec.type'),
    ...validateNodePorts(spec),
    ...validatePairs(ports),
    ...validateSourceRanges(object),
    ...validateServiceTraffic(spec),
  );
  // Addresses are given to what is right.
  return errors.length > 0 ? errors : validateFamilies(spec);
}

/** Returns the errors of changed immutable fields (`ValidateServiceUpdate`). */
export function validateServiceUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const before = (old.spec ?? {}) as ServiceSpec;
  const after = (next.spec ?? {}) as ServiceSpec;
  return [...validateClusterAddressUpdate(after, before), ...validateServiceTrafficUpdate(after, before)];
}

/** Returns the errors of fields that do not fit the type of a Service. */
function validateType(spec: ServiceSpec, isHeadless: boolean): FieldError[] {
  const { type, ports = [], externalName = '' } = spec;
  const errors: FieldError[] = [];
  if (type === 'LoadBalancer') {
    ports.forEach(({ port }, i) => {
      if (port !== KUBELET_PORT) return;
      const detail = `may not expose port ${KUBELET_PORT} externally since it is used by kubelet`;
      errors.push(invalidField(`spec.ports[${i}]`, port, detail));
    });
  }
  if ((type === 'LoadBalancer' || type === 'NodePort') && isHeadless) {
    errors.push(invalidField('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${type} services`));
  }
  if (type !== 'ExternalName') return errors;
  const isGiven = {
    clusterIPs: clusterAddresses(spec).length > 0,
    ipFamilies: (spec.ipFamilies ?? []).length > 0,
    ipFamilyPolicy: spec.ipFamilyPolicy !== undefined,
  };
  for (const [name, isSet] of Object.entries(isGiven)) {
    if (isSet) errors.push(forbiddenField(`spec.${name}`, 'may not be set for ExternalName services'));
  }
  // The name may end in a dot to show that it is a full one.
  const cname = externalName.replace(/\.$/, '');
  if (cname === '') return [...errors, requiredField('spec.externalName')];
  return [...errors, ...subdomainErrors(cname).map((text) => invalidField('spec.externalName', cname, text))];
}

/** Ports of the nodes: once each, and not for services that only the cluster reaches. */
function validateNodePorts({ type, ports = [] }: ServiceSpec): FieldError[] {
  const errors: FieldError[] = [];
  const repeated: FieldError[] = [];
  const seen = new Set<string>();
  ports.forEach(({ nodePort, protocol }, index) => {
    if (!nodePort) return;
    const path = `spec.ports[${index}].nodePort`;
    if (type === 'ClusterIP') errors.push(forbiddenField(path, "may not be used when `type` is 'ClusterIP'"));
    const pair = `${protocol}/${nodePort}`;
    if (seen.has(pair)) repeated.push(duplicateField(path, nodePort));
    seen.add(pair);
  });
  return [...errors, ...repeated];
}

/** A protocol has each port once. */
function validatePairs(ports: readonly ServicePort[]): FieldError[] {
  const pairs = new Set<string>();
  return ports.flatMap(({ protocol, port }, i) => {
    const pair = `${protocol}/${port}`;
    if (pairs.has(pair)) return [duplicateField(`spec.ports[${i}]`, { protocol, port })];
    pairs.add(pair);
    return [];
  });
}

/** As `validateServicePort`. */
function validatePorts(ports: readonly ServicePort[]): FieldError[] {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  ports.forEach(({ name, port, protocol, targetPort, appProtocol }, index) => {
    const path = `spec.ports[${index}]`;
    if (!name) {
      if (ports.length > 1) errors.push(requiredField(`${path}.name`));
    } else {
      for (const text of dnsLabelErrors(name)) errors.push(invalidField(`${path}.name`, name, text));
      if (names.has(name)) errors.push(duplicateField(`${path}.name`, name));
      names.add(name);
    }
    errors.push(...validatePortNumber(port ?? 0, `${path}.port`));
    errors.push(...validateProtocol(protocol, `${path}.protocol`));
    if (typeof targetPort === 'number') errors.push(...validatePortNumber(targetPort, `${path}.targetPort`));
    else if (targetPort !== undefined) {
      for (const text of portNameErrors(targetPort)) errors.push(invalidField(`${path}.targetPort`, targetPort, text));
    }
    if (appProtocol === undefined) return;
    for (const text of qualifiedNameErrors(appProtocol)) {
      errors.push(invalidField(`${path}.appProtocol`, appProtocol, text));
    }
  });
  return errors;
}
