import { fromBase64 } from '@orrery/certificates';
import { invalidField, requiredField, unsupportedField, type FieldError } from '../../errors/field-error';
import { rfc1035LabelErrors, subdomainErrors } from '../../names/qualified-name';
import type { KubeObject } from '../../objects';
import type { ApiService } from './api-service';

const MAX_GROUP_PRIORITY = 20_000;
const MAX_VERSION_PRIORITY = 1000;
const MAX_PORT = 65_535;
const STATUSES = ['True', 'False', 'Unknown'];

type Spec = Partial<ApiService['spec']>;

/** Returns the errors of an APIService (`kube-aggregator/pkg/apis/apiregistration/validation` upstream). */
export function validateApiService(object: KubeObject): FieldError[] {
  const spec = (object.spec ?? {}) as Spec;
  const { group = '', version = '' } = spec;
  const { name } = object.metadata;
  const required = `${version}.${group}`;
  const errors: FieldError[] = [];
  if (name !== required) {
    const detail = `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(required)}`;
    errors.push(invalidField('metadata.name', name, detail));
  }
  if (group === '' && version !== 'v1') {
    errors.push(requiredField('spec.group', 'only v1 may have an empty group and it better be legacy kube'));
  }
  if (group !== '') errors.push(...subdomainErrors(group).map((text) => invalidField('spec.group', group, text)));
  errors.push(...rfc1035LabelErrors(version).map((text) => invalidField('spec.version', version, text)));
  return [...errors, ...priorityErrors(spec), ...(spec.service ? serviceErrors(spec) : localErrors(spec))];
}

/** Returns the errors of conditions. */
export function validateApiServiceStatus(object: KubeObject): FieldError[] {
  const { conditions = [] } = (object.status ?? {}) as NonNullable<ApiService['status']>;
  return conditions.flatMap(({ status }, i) =>
    STATUSES.includes(status) ? [] : [unsupportedField(`status.conditions[${i}].status`, status, STATUSES)],
  );
}

function priorityErrors({ groupPriorityMinimum = 0, versionPriority = 0 }: Spec): FieldError[] {
  const errors: FieldError[] = [];
  const check = (name: string, value: number, highest: number): void => {
    if (value > 0 && value <= highest) return;
    errors.push(invalidField(`spec.${name}`, value, `must be positive and less than ${highest}`));
  };
  check('groupPriorityMinimum', groupPriorityMinimum, MAX_GROUP_PRIORITY);
  check('versionPriority', versionPriority, MAX_VERSION_PRIORITY);
  return errors;
}

/** A group version that the server answers itself needs no trust. */
function localErrors({ caBundle = '', insecureSkipTLSVerify = false }: Spec): FieldError[] {
  const errors: FieldError[] = [];
  if (caBundle !== '') {
    errors.push(
      invalidField(
        'spec.caBundle',
        `${fromBase64(caBundle)?.length ?? 0} bytes`,
        'local APIServices may not have a caBundle',
      ),
    );
  }
  if (insecureSkipTLSVerify) {
    const detail = 'local APIServices may not have insecureSkipTLSVerify';
    errors.push(invalidField('spec.insecureSkipTLSVerify', true, detail));
  }
  return errors;
}

function serviceErrors({ service = {}, caBundle = '', insecureSkipTLSVerify = false }: Spec): FieldError[] {
  const { namespace = '', name = '', port = 0 } = service;
  const errors: FieldError[] = [];
  if (namespace === '') errors.push(requiredField('spec.service.namespace'));
  if (name === '') errors.push(requiredField('spec.service.name'));
  if (port < 1 || port > MAX_PORT) {
    errors.push(invalidField('spec.service.port', port, 'port is not valid: must be between 1 and 65535, inclusive'));
  }
  if (insecureSkipTLSVerify && caBundle !== '') {
    errors.push(invalidField('spec.insecureSkipTLSVerify', true, 'may not be true if caBundle is present'));
  }
  return errors;
}
