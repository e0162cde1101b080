import type { ContainerPort } from 'kubernetes-types/core/v1';
import { duplicateField, invalidField, requiredField, type FieldError } from '../errors/field-error';
import { requiredOneOf } from './closed-set';

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'] as const;
const PORT_RANGE = 'must be between 1 and 65535, inclusive';

/** Returns the errors of the ports of one container. */
export function validateContainerPorts(ports: readonly ContainerPort[] | undefined, field: string): FieldError[] {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  ports?.forEach((port, index) => {
    const path = `${field}[${index}]`;
    if (port.name) {
      for (const text of portNameErrors(port.name)) errors.push(invalidField(`${path}.name`, port.name, text));
      if (names.has(port.name)) errors.push(duplicateField(`${path}.name`, port.name));
      names.add(port.name);
    }
    if (!port.containerPort) errors.push(requiredField(`${path}.containerPort`));
    else if (!isPort(port.containerPort))
      errors.push(invalidField(`${path}.containerPort`, port.containerPort, PORT_RANGE));
    if (port.hostPort && !isPort(port.hostPort))
      errors.push(invalidField(`${path}.hostPort`, port.hostPort, PORT_RANGE));
    errors.push(...validateProtocol(port.protocol, `${path}.protocol`));
  });
  return errors;
}

/** TCP, UDP or SCTP; defaulting has filled what was left out. */
export function validateProtocol(protocol: string | undefined, field: string): FieldError[] {
  return requiredOneOf(protocol, PROTOCOLS, field);
}

/** A port number of a Service or of a probe. */
export function validatePortNumber(port: number, field: string): FieldError[] {
  return isPort(port) ? [] : [invalidField(field, port, PORT_RANGE)];
}

/** Returns the errors of an IANA service name; none if it is one. */
export function portNameErrors(name: string): string[] {
  const errors: string[] = [];
  if (name.length > 15) errors.push('must be no more than 15 characters');
  if (!/^[-a-z0-9]+$/.test(name)) errors.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  if (!/[a-z]/.test(name)) errors.push('must contain at least one letter (a-z)');
  if (name.includes('--')) errors.push('must not contain consecutive hyphens');
  if (name.startsWith('-') || name.endsWith('-')) errors.push('must not begin or end with a hyphen');
  return errors;
}

function isPort(port: number): boolean {
  return port >= 1 && port <= 65535;
}
