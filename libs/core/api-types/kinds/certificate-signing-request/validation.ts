import { ALL_KEY_USAGES, fromBase64, readCertificate, readCertificateRequest, readPem } from '@orrery/certificates';
import { deepEqual } from '../../equality';
import {
  duplicateField,
  forbiddenField,
  invalidField,
  requiredField,
  unsupportedField,
  type FieldError,
} from '../../errors/field-error';
import type { CertificateSigningRequest, CertificateSigningRequestCondition, KubeObject } from '../../objects';
import { conditionsOf, RequestCondition } from './conditions';
import { signerNameErrors } from './signer-name';
import { toleranceOf, type Tolerance } from './tolerance';

/** Shorter lifetimes than this are refused, in seconds. */
const SHORTEST_SECONDS = 600;
const STATUSES = ['False', 'True', 'Unknown'];
const USAGES: readonly string[] = [...ALL_KEY_USAGES].sort();
const KINDS: readonly string[] = Object.values(RequestCondition);
const CONDITIONS = 'status.conditions';
/** Parts that an update may write besides metadata. */
interface Rights {
  readonly approval: boolean;
  readonly certificate: boolean;
}

/** Returns the errors of a request (`pkg/apis/certificates/validation` upstream), but for its signature, which core cannot check. */
export function validateCertificateSigningRequest(object: KubeObject, requestVersion?: string): FieldError[] {
  const tolerated = toleranceOf(requestVersion, object, undefined, isUsage);
  return [
    ...validateSpec(object, tolerated),
    ...validateConditions(object, tolerated),
    ...validateCertificate(object, tolerated),
  ];
}

/** An update of the request itself: neither approval nor certificate may change. */
export function validateCertificateSigningRequestUpdate(
  next: KubeObject,
  old: KubeObject,
  requestVersion?: string,
): FieldError[] {
  return validateChange(next, old, { approval: false, certificate: false }, requestVersion);
}

/** An update through `/status`. */
export function validateSigning(next: KubeObject, old: KubeObject, requestVersion?: string): FieldError[] {
  return validateChange(next, old, { approval: false, certificate: true }, requestVersion);
}

/** An update through `/approval`. */
export function validateApproval(next: KubeObject, old: KubeObject, requestVersion?: string): FieldError[] {
  return validateChange(next, old, { approval: true, certificate: false }, requestVersion);
}

function validateChange(
  next: KubeObject,
  old: KubeObject,
  rights: Rights,
  requestVersion: string | undefined,
): FieldError[] {
  const tolerated = toleranceOf(requestVersion, next, old, isUsage);
  const [before, after] = [certificateOf(old), certificateOf(next)];
  const errors = [
    ...validateSpec(next, tolerated),
    ...validateConditions(next, tolerated),
    ...validateCertificate(next, tolerated),
    ...conditionChanges(next, old, rights),
  ];
  if (before === after) return errors;
  const field = 'status.certificate';
  if (!rights.certificate) return [...errors, forbiddenField(field, 'updates may not set certificate content')];
  if (before === '' || tolerated.otherCertificate) return errors;
  return [...errors, forbiddenField(field, 'updates may not modify existing certificate content')];
}

function isUsage(usage: string): boolean {
  return USAGES.includes(usage);
}

function validateSpec(object: KubeObject, tolerated: Tolerance): FieldError[] {
  const spec = (object.spec ?? {}) as Partial<CertificateSigningRequest['spec']>;
  const { request = '', usages = [], signerName = '', expirationSeconds } = spec;
  const read = readCertificateRequest(request);
  const errors = typeof read === 'string' ? [invalidField('spec.request', request === '' ? null : request, read)] : [];
  if (usages.length === 0) errors.push(requiredField('spec.usages'));
  usages.forEach((usage, i) => {
    if (!tolerated.unknownUsages && !isUsage(usage)) {
      errors.push(unsupportedField(`spec.usages[${i}]`, usage, USAGES));
    }
  });
  usages.forEach((usage, i) => {
    const isAgain = usages.indexOf(usage) < i;
    if (!tolerated.duplicateUsages && isAgain) errors.push(duplicateField(`spec.usages[${i}]`, usage));
  });
  errors.push(...signerNameErrors(signerName, 'spec.signerName', tolerated.legacySigner));
  if (expirationSeconds !== undefined && expirationSeconds < SHORTEST_SECONDS) {
    const detail = `may not specify a duration less than ${SHORTEST_SECONDS} seconds (10 minutes)`;
    errors.push(invalidField('spec.expirationSeconds', expirationSeconds, detail));
  }
  return errors;
}

function validateConditions(object: KubeObject, tolerated: Tolerance): FieldError[] {
  const conditions = conditionsOf((object as CertificateSigningRequest).status);
  const types = conditions.map(({ type }) => type ?? '');
  return conditions.flatMap((condition, i) =>
    validateCondition(condition, types.slice(0, i), { field: `${CONDITIONS}[${i}]`, tolerated }),
  );
}

function validateCondition(
  { type = '', status = '' }: Partial<CertificateSigningRequestCondition>,
  before: readonly string[],
  { field, tolerated }: { readonly field: string; readonly tolerated: Tolerance },
): FieldError[] {
  const allowed = KINDS.includes(type) ? ['True'] : STATUSES;
  const errors = type === '' && !tolerated.emptyConditionType ? [requiredField(`${field}.type`)] : [];
  if (status === '') errors.push(requiredField(`${field}.status`));
  else if (!allowed.includes(status)) errors.push(unsupportedField(`${field}.status`, status, allowed));
  const { Approved, Denied } = RequestCondition;
  const opposite = type === Approved ? Denied : type === Denied ? Approved : undefined;
  if (opposite !== undefined && before.includes(opposite) && !tolerated.approvedAndDenied) {
    errors.push(invalidField(`${field}.type`, type, 'Approved and Denied conditions are mutually exclusive'));
  }
  if (before.includes(type) && !tolerated.duplicateConditions) errors.push(duplicateField(`${field}.type`, type));
  return errors;
}

function conditionChanges(next: KubeObject, old: KubeObject, { approval }: Rights): FieldError[] {
  const errors: FieldError[] = [];
  const of = (object: KubeObject, type: string): readonly CertificateSigningRequestCondition[] =>
    conditionsOf((object as CertificateSigningRequest).status).filter((condition) => condition.type === type);
  const forbid = (verb: string, type: string): void => {
    errors.push(forbiddenField(CONDITIONS, `updates may not ${verb} a condition of type "${type}"`));
  };
  for (const type of KINDS) if (of(next, type).length < of(old, type).length) forbid('remove', type);
  if (approval) return errors;
  for (const type of [RequestCondition.Approved, RequestCondition.Denied]) {
    const [before, after] = [of(old, type), of(next, type)];
    if (after.length > before.length) forbid('add', type);
    else if (after.length === before.length && !deepEqual(after, before)) forbid('modify', type);
  }
  return errors;
}

function certificateOf(object: KubeObject): string {
  return (object as CertificateSigningRequest).status?.certificate ?? '';
}

function validateCertificate(object: KubeObject, { arbitraryCertificate }: Tolerance): FieldError[] {
  const certificate = certificateOf(object);
  if (certificate === '' || arbitraryCertificate) return [];
  const problem = certificateProblem(new TextDecoder().decode(fromBase64(certificate)));
  return problem === undefined ? [] : [invalidField('status.certificate', '<certificate data>', problem)];
}

function certificateProblem(pem: string): string | undefined {
  const blocks = readPem(pem);
  if (blocks.length === 0) return 'must contain at least one CERTIFICATE PEM block';
  const foreign = blocks.find(({ label }) => label !== 'CERTIFICATE');
  if (foreign) return `only CERTIFICATE PEM blocks are allowed, found ${JSON.stringify(foreign.label)}`;
  if (blocks.some(({ hasHeaders }) => hasHeaders)) return 'no PEM block headers are permitted';
  return blocks.every(({ bytes }) => readCertificate(bytes)) ? undefined : 'x509: malformed certificate';
}
