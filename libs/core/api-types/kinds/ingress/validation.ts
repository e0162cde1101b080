import type {
  HTTPIngressPath,
  IngressBackend,
  IngressRule,
  IngressSpec,
  IngressTLS,
} from 'kubernetes-types/networking/v1';
import { type FieldError, invalidField, requiredField, unsupportedField } from '../../errors/field-error';
import { isIpAddress } from '../../names/ip-address';
import { rfc1035LabelErrors, subdomainErrors, wildcardSubdomainErrors } from '../../names/qualified-name';
import type { KubeObject } from '../../objects';
import { requiredTexts } from '../../validation/required-texts';
import { portNameErrors, validatePortNumber } from '../../validation/ports';

const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';

const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'] as const;

/** A path is compared as it is written, so it must be written in one way only. */
const FORBIDDEN_IN_PATHS = ['//', '/./', '/../', '%2f', '%2F'];

const FORBIDDEN_AT_ENDS = ['/..', '/.'];

/** Returns the errors of a new Ingress, which names its class in one way. */
export function validateIngress(object: KubeObject): FieldError[] {
  const className = (object.spec as IngressSpec | undefined)?.ingressClassName;
  const annotation = object.metadata.annotations?.[CLASS_ANNOTATION];
  const isNamedTwice = annotation !== undefined && className !== undefined;
  const field = `metadata.annotations[${CLASS_ANNOTATION}]`;
  const detail = 'can not be set when the class field is also set';
  return [...(isNamedTwice ? [invalidField(field, annotation, detail)] : []), ...validateIngressSpec(object)];
}

/** Returns the errors of the spec of an Ingress (`ValidateIngressSpec` of `pkg/apis/networking/validation`). */
export function validateIngressSpec(object: KubeObject): FieldError[] {
  const { rules = [], defaultBackend, tls = [], ingressClassName } = (object.spec ?? {}) as IngressSpec;
  const errors: FieldError[] = [];
  if (rules.length === 0 && !defaultBackend) {
    errors.push(invalidField('spec', null, 'either `defaultBackend` or `rules` must be specified'));
  }
  if (defaultBackend) errors.push(...validateBackend(defaultBackend, 'spec.defaultBackend'));
  rules.forEach((rule, i) => errors.push(...validateRule(rule, `spec.rules[${i}]`)));
  tls.forEach((entry, i) => errors.push(...validateTls(entry, `spec.tls[${i}]`)));
  if (ingressClassName !== undefined) {
    for (const text of subdomainErrors(ingressClassName)) {
      errors.push(invalidField('spec.ingressClassName', ingressClassName, text));
    }
  }
  return errors;
}

function validateRule({ host, http }: IngressRule, field: string): FieldError[] {
  const errors = host ? validateHost(host, `${field}.host`) : [];
  if (host && isIpAddress(host)) {
    errors.unshift(invalidField(`${field}.host`, host, 'must be a DNS name, not an IP address'));
  }
  if (!http) return errors;
  const paths = (http.paths as readonly HTTPIngressPath[] | undefined) ?? [];
  if (paths.length === 0) errors.push(requiredField(`${field}.http.paths`));
  paths.forEach((path, i) => errors.push(...validatePath(path, `${field}.http.paths[${i}]`)));
  return errors;
}

function validateHost(host: string, field: string): FieldError[] {
  const texts = host.includes('*') ? wildcardSubdomainErrors(host) : subdomainErrors(host);
  return texts.map((text) => invalidField(field, host, text));
}

function validatePath({ path = '', pathType, backend }: Partial<HTTPIngressPath>, field: string): FieldError[] {
  if (pathType === undefined) return [requiredField(`${field}.pathType`, 'pathType must be specified')];
  const errors: FieldError[] = [];
  const wrong = (detail: string): void => void errors.push(invalidField(`${field}.path`, path, detail));
  switch (pathType) {
    case 'Exact':
    case 'Prefix':
      if (!path.startsWith('/')) wrong('must be an absolute path');
      for (const part of FORBIDDEN_IN_PATHS) if (path.includes(part)) wrong(`must not contain '${part}'`);
      for (const end of FORBIDDEN_AT_ENDS) if (path.endsWith(end)) wrong(`cannot end with '${end}'`);
      break;
    case 'ImplementationSpecific':
      if (path !== '' && !path.startsWith('/')) wrong('must be an absolute path');
      break;
    default:
      errors.push(unsupportedField(`${field}.pathType`, pathType, PATH_TYPES));
  }
  return [...errors, ...validateBackend(backend ?? {}, `${field}.backend`)];
}

function validateBackend({ resource, service }: IngressBackend, field: string): FieldError[] {
  if (resource && service) return [invalidField(field, '', 'cannot set both resource and service backends')];
  if (resource) return requiredTexts(resource, ['kind', 'name'], `${field}.resource`);
  if (!service) return [invalidField(field, '', 'resource or service backend is required')];
  const name = (service.name as string | undefined) ?? '';
  const texts = name === '' ? [] : rfc1035LabelErrors(name);
  const errors = texts.map((text) => invalidField(`${field}.service.name`, name, text));
  if (name === '') errors.push(requiredField(`${field}.service.name`));
  const { name: portName, number } = service.port ?? {};
  if (portName && number) errors.push(invalidField(field, '', 'cannot set both port name & port number'));
  else if (portName) {
    for (const text of portNameErrors(portName))
      errors.push(invalidField(`${field}.service.port.name`, portName, text));
  } else if (number) errors.push(...validatePortNumber(number, `${field}.service.port.number`));
  else errors.push(requiredField(field, 'port name or number is required'));
  return errors;
}

function validateTls({ hosts = [], secretName }: IngressTLS, field: string): FieldError[] {
  const errors = hosts.flatMap((host, i) => validateHost(host, `${field}.hosts[${i}]`));
  if (!secretName) return errors;
  return [
    ...errors,
    ...subdomainErrors(secretName).map((text) => invalidField(`${field}.secretName`, secretName, text)),
  ];
}
