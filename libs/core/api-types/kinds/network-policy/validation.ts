import type { IPBlock, NetworkPolicyPeer, NetworkPolicyPort, NetworkPolicySpec } from 'kubernetes-types/networking/v1';
import { forbiddenField, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { isWithin, parseCidr } from '../../names/ip-address';
import type { KubeObject } from '../../objects';
import { validateLabelSelector } from '../../validation/label-selector';
import { portNameErrors, validatePortNumber, validateProtocol } from '../../validation/ports';
import { oneOf } from '../../validation/closed-set';

const POLICY_TYPES = ['Egress', 'Ingress'] as const;

/** Returns the errors of a policy (`ValidateNetworkPolicySpec` of `pkg/apis/networking/validation`). */
export function validateNetworkPolicy(object: KubeObject): FieldError[] {
  const { podSelector, ingress = [], egress = [], policyTypes = [] } = (object.spec ?? {}) as NetworkPolicySpec;
  const errors = validateLabelSelector(podSelector, 'spec.podSelector');
  ingress.forEach(({ ports, from }, i) => {
    errors.push(...validatePorts(ports, `spec.ingress[${i}].ports`), ...validatePeers(from, `spec.ingress[${i}].from`));
  });
  egress.forEach(({ ports, to }, i) => {
    errors.push(...validatePorts(ports, `spec.egress[${i}].ports`), ...validatePeers(to, `spec.egress[${i}].to`));
  });
  if (policyTypes.length > POLICY_TYPES.length) {
    return [...errors, invalidField('spec.policyTypes', policyTypes, 'may not specify more than two policyTypes')];
  }
  return [...errors, ...policyTypes.flatMap((type, i) => oneOf(type, POLICY_TYPES, `spec.policyTypes[${i}]`))];
}

function validatePorts(ports: readonly NetworkPolicyPort[] = [], field: string): FieldError[] {
  return ports.flatMap((port, i) => validatePort(port as Port, `${field}[${i}]`));
}

type Port = NetworkPolicyPort & { readonly endPort?: number };

function validatePort({ protocol, port, endPort }: Port, field: string): FieldError[] {
  const errors = validateProtocol(protocol, `${field}.protocol`);
  const wrongEnd = (detail: string): FieldError => invalidField(`${field}.endPort`, endPort, detail);
  if (port === undefined) {
    return endPort === undefined ? errors : [...errors, wrongEnd('must not be specified when `port` is not specified')];
  }
  if (typeof port === 'string') {
    if (endPort !== undefined) errors.push(wrongEnd('may not be specified when `port` is non-numeric'));
    return [...errors, ...portNameErrors(port).map((text) => invalidField(`${field}.port`, port, text))];
  }
  errors.push(...validatePortNumber(port, `${field}.port`));
  if (endPort === undefined) return errors;
  if (endPort < port) errors.push(wrongEnd('must be greater than or equal to `port`'));
  return [...errors, ...validatePortNumber(endPort, `${field}.endPort`)];
}

function validatePeers(peers: readonly NetworkPolicyPeer[] = [], field: string): FieldError[] {
  return peers.flatMap((peer, i) => validatePeer(peer, `${field}[${i}]`));
}

function validatePeer({ podSelector, namespaceSelector, ipBlock }: NetworkPolicyPeer, field: string): FieldError[] {
  const errors = [
    ...validateLabelSelector(podSelector, `${field}.podSelector`),
    ...validateLabelSelector(namespaceSelector, `${field}.namespaceSelector`),
    ...(ipBlock ? validateBlock(ipBlock, `${field}.ipBlock`) : []),
  ];
  if (!podSelector && !namespaceSelector && !ipBlock) errors.push(requiredField(field, 'must specify a peer'));
  if (ipBlock && (podSelector || namespaceSelector)) {
    errors.push(forbiddenField(field, 'may not specify both ipBlock and another peer'));
  }
  return errors;
}

function validateBlock({ cidr, except = [] }: Partial<IPBlock>, field: string): FieldError[] {
  if (!cidr) return [requiredField(`${field}.cidr`)];
  const whole = parseCidr(cidr);
  if (!whole) return [notCidr(`${field}.cidr`, cidr)];
  return except.flatMap((text, i) => {
    const part = parseCidr(text);
    const path = `${field}.except[${i}]`;
    if (!part) return [notCidr(path, text)];
    return isWithin(part, whole) ? [] : [invalidField(path, text, 'must be a strict subset of `cidr`')];
  });
}

function notCidr(field: string, value: string): FieldError {
  return invalidField(field, value, 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)');
}
