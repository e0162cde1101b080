import type { IngressClassSpec } from 'kubernetes-types/networking/v1';
import {
  type FieldError,
  forbiddenField,
  invalidField,
  requiredField,
  tooLongField,
  unsupportedField,
} from '../../errors/field-error';
import { subdomainErrors } from '../../names/qualified-name';
import type { KubeObject } from '../../objects';
import { requiredTexts } from '../../validation/required-texts';

const SCOPES = ['Cluster', 'Namespace'] as const;

const MAX_CONTROLLER_LENGTH = 250;

/** Returns the errors of a class of Ingresses. */
export function validateIngressClass(object: KubeObject): FieldError[] {
  const { controller = '', parameters } = (object.spec ?? {}) as IngressClassSpec;
  const errors = validateController(controller);
  if (!parameters) return errors;
  const field = 'spec.parameters';
  errors.push(...requiredTexts(parameters, ['kind', 'name'], field));
  const { scope, namespace } = parameters;
  if (!scope) errors.push(requiredField(`${field}.scope`));
  else if (!(SCOPES as readonly string[]).includes(scope)) {
    errors.push(unsupportedField(`${field}.scope`, scope, SCOPES));
  }
  if (scope === 'Namespace' && !namespace) {
    errors.push(requiredField(`${field}.namespace`, "`parameters.scope` is set to 'Namespace'"));
  }
  if (scope === 'Cluster' && namespace !== undefined) {
    errors.push(forbiddenField(`${field}.namespace`, "`parameters.scope` is set to 'Cluster'"));
  }
  return errors;
}

/** Ingresses were assigned to one controller, so it is immutable. */
export function validateIngressClassUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const controller = (next.spec as IngressClassSpec | undefined)?.controller;
  const isSame = controller === (old.spec as IngressClassSpec | undefined)?.controller;
  return isSame ? [] : [invalidField('spec.controller', controller ?? '', 'field is immutable')];
}

function validateController(controller: string): FieldError[] {
  const field = 'spec.controller';
  const errors = controller.length > MAX_CONTROLLER_LENGTH ? [tooLongField(field, MAX_CONTROLLER_LENGTH)] : [];
  if (controller === '') return [requiredField(field)];
  const [, domain, path] = /^([^/]+)\/([^]+)$/.exec(controller) ?? [];
  if (domain === undefined || path === undefined) {
    return [...errors, invalidField(field, controller, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  return [...errors, ...subdomainErrors(domain).map((text) => invalidField(field, domain, text))];
}
