import { REVIEW_VERSIONS, type StatusCause, type StatusDetails, jsonText } from '@orrery/api-types';
import type { WebhookQuestion } from './webhook-question';

/** Status of a webhook that refuses a request. */
interface ReviewStatus {
  readonly code?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly details?: StatusDetails;
}

/** An answer that can be used, or why there is none, in upstream's words. */
export type ReviewAnswer =
  | {
      readonly kind: 'answered';
      readonly allowed: boolean;
      readonly status: ReviewStatus;
      /** The JSON patch as text; empty if there is none. */
      readonly patch: string;
      readonly patchType: string;
      readonly warnings: readonly string[];
      readonly auditAnnotations: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'failed'; readonly reason: string };

/** The body to send (`CreateV1AdmissionReview` and its like upstream), and in which version the answer must be. */
export function reviewBody(
  { webhook, request }: WebhookQuestion,
  uid: string,
): { readonly body: object; readonly apiVersion: string } | undefined {
  const { admissionReviewVersions: versions = [] } = webhook.spec;
  const version = versions.find((each) => REVIEW_VERSIONS.includes(each));
  if (version === undefined) return undefined;
  const apiVersion = `admission.k8s.io/${version}`;
  return { apiVersion, body: { kind: 'AdmissionReview', apiVersion, request: { uid, ...request } } };
}

interface AdmissionReview {
  readonly kind?: unknown;
  readonly apiVersion?: unknown;
  readonly response?: {
    readonly uid?: unknown;
    readonly allowed?: unknown;
    readonly patch?: unknown;
    readonly patchType?: unknown;
    readonly status?: unknown;
    readonly warnings?: unknown;
    readonly auditAnnotations?: unknown;
  } | null;
}

/** Reads the answer of a webhook (`VerifyAdmissionResponse` upstream). */
export function readReview(
  answer: unknown,
  { uid, apiVersion, isMutating }: { readonly uid: string; readonly apiVersion: string; readonly isMutating: boolean },
): ReviewAnswer {
  if (!isRecord(answer)) return invalidAnswer('webhook response was absent');
  const { kind = '', apiVersion: given = '', response } = answer as AdmissionReview;
  if (!isRecord(response)) return invalidAnswer('webhook response was absent');
  const read = response as NonNullable<AdmissionReview['response']>;
  const isV1 = apiVersion.endsWith('/v1');
  if (isV1 && read.uid !== uid) {
    return invalidAnswer(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(textOf(read.uid))}`);
  }
  if (isV1 && (kind !== 'AdmissionReview' || given !== apiVersion)) {
    const got = `${textOf(given) || '/'}, Kind=${textOf(kind)}`;
    return invalidAnswer(`expected webhook response of ${apiVersion}, Kind=AdmissionReview, got ${got}`);
  }
  const badType = wrongType(read);
  if (badType !== undefined) return { kind: 'failed', reason: `failed to call webhook: ${badType}` };
  const patch = decodeBase64(textOf(read.patch));
  if (patch === undefined) {
    return { kind: 'failed', reason: 'failed to call webhook: illegal base64 data in response.patch' };
  }
  const patchType = isV1 ? textOf(read.patchType) : patch === '' ? '' : 'JSONPatch';
  const problem = isV1 ? patchProblem(patch, read.patchType, isMutating) : undefined;
  if (problem !== undefined) return invalidAnswer(problem);
  return {
    kind: 'answered',
    allowed: read.allowed === true,
    status: statusOf(read.status),
    patch: isMutating ? patch : '',
    patchType,
    warnings: isV1 || Array.isArray(read.warnings) ? textsOf(read.warnings) : [],
    auditAnnotations: annotationsOf(read.auditAnnotations),
  };
}

function invalidAnswer(reason: string): ReviewAnswer {
  return { kind: 'failed', reason: `received invalid webhook response: ${reason}` };
}

function patchProblem(patch: string, patchType: unknown, isMutating: boolean): string | undefined {
  const hasType = patchType !== undefined && patchType !== null;
  if (!isMutating) {
    return patch !== '' || hasType
      ? 'validating webhook may not return response.patch or response.patchType'
      : undefined;
  }
  if (patch !== '' && !hasType) return 'webhook returned response.patch but not response.patchType';
  if (patch === '' && hasType) return 'webhook returned response.patchType but not response.patch';
  if (patch === '' || patchType === 'JSONPatch') return undefined;
  return `webhook returned invalid response.patchType of ${jsonText(patchType)}`;
}

/** Returns the error of Go's decoder for a response that it would refuse. */
function wrongType({
  allowed,
  patch,
  warnings,
  auditAnnotations,
}: NonNullable<AdmissionReview['response']>): string | undefined {
  const refuse = (field: string, type: string): string =>
    `json: cannot unmarshal into Go struct field AdmissionResponse.response.${field} of type ${type}`;
  if (allowed !== undefined && allowed !== null && typeof allowed !== 'boolean') return refuse('allowed', 'bool');
  if (patch !== undefined && patch !== null && typeof patch !== 'string') return refuse('patch', '[]uint8');
  if (warnings !== undefined && warnings !== null && !Array.isArray(warnings)) return refuse('warnings', '[]string');
  if (auditAnnotations !== undefined && auditAnnotations !== null && !isRecord(auditAnnotations)) {
    return refuse('auditAnnotations', 'map[string]string');
  }
  return undefined;
}

function statusOf(given: unknown): ReviewStatus {
  if (!isRecord(given)) return {};
  const { code, reason, message, details } = given;
  return {
    ...(typeof code === 'number' && Number.isInteger(code) ? { code } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(typeof message === 'string' ? { message } : {}),
    ...(isRecord(details) ? { details: detailsOf(details) } : {}),
  };
}

/** Returns the details that have the types of a Status; the rest is dropped. */
function detailsOf({ retryAfterSeconds: seconds, causes, ...given }: Record<string, unknown>): StatusDetails {
  const texts = (['name', 'group', 'kind', 'uid'] as const).flatMap((field) => {
    const value = given[field];
    return typeof value === 'string' && value !== '' ? [[field, value] as const] : [];
  });
  return {
    ...Object.fromEntries(texts),
    ...(typeof seconds === 'number' && Number.isInteger(seconds) && seconds > 0 ? { retryAfterSeconds: seconds } : {}),
    ...(Array.isArray(causes) ? { causes: causes.filter(isRecord).map(causeOf) } : {}),
  };
}

function causeOf({ reason, message, field }: Record<string, unknown>): StatusCause {
  return {
    reason: textOf(reason),
    message: textOf(message),
    ...(typeof field === 'string' && field !== '' ? { field } : {}),
  };
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

function annotationsOf(value: unknown): Record<string, string> {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function decodeBase64(text: string): string | undefined {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
