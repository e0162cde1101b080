import type { IngressClassSpec } from 'kubernetes-types/networking/v1';
import { type FieldError, forbiddenField, invalidField, requiredField, tooLongField } from '../../errors/field-error';
import { subdomainErrors } from '../../names/qualified-name';
import type { KubeObject } from '../../objects';
import { changedField } from '../../validation/changed-field';
import { declaredErrors } from '../../validation/declared/declared-errors';
import { requiredOneOf } from '../../validation/closed-set';

const SCOPES = ['Cluster', 'Namespace'] as const;

const MAX_CONTROLLER_LENGTH = 250;

/** Returns the errors of a class of Ingresses. */
export function validateIngressClass(object: KubeObject): FieldError[] {
  const { controller = '', parameters } = (object.spec ?? {}) as IngressClassSpec;
  const errors = validateController(controller);
  if (!parameters) return errors;
  const field = 'spec.parameters';
  errors.push(...declaredErrors('V1IngressClassParametersReference', parameters, field, { kind: true, name: true }));
  const { scope, namespace } = parameters;
  errors.push(...requiredOneOf(scope, SCOPES, `${field}.scope`));
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
  const controllerOf = ({ spec }: KubeObject): string => (spec as IngressClassSpec | undefined)?.controller ?? '';
  return changedField('spec.controller', [controllerOf(next), controllerOf(old)]);
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
