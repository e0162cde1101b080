import type * as core from 'kubernetes-types/core/v1';
import { forbiddenField, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { oneOf } from '../closed-set';
import { portNameErrors, validatePortNumber } from '../ports';

const SCHEMES = ['HTTP', 'HTTPS'] as const;
const HEADER_NAME = /^[-A-Za-z0-9]+$/;
/** As `IsHTTPHeaderName`. */
const NO_HEADER_NAME =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";
const NOT_NEGATIVE = 'must be greater than or equal to 0';
const PROBE_NUMBERS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
] as const;

/** Action of a probe or a hook of a container: one of these. */
type Handler = Pick<core.Probe, 'exec' | 'httpGet' | 'tcpSocket' | 'grpc'> & {
  readonly sleep?: { readonly seconds?: number };
};
type Probe = core.Probe & { readonly terminationGracePeriodSeconds?: number };

/** Probes and hooks of a container. */
export type Watched = Pick<core.Container, 'lifecycle' | 'livenessProbe' | 'readinessProbe' | 'startupProbe'>;

/**
 * Returns the errors of hooks and probes of a container that has them (`validateLifecycle`, `validateLivenessProbe` and its
 * likes). The time that the pod has to end limits how long a hook may sleep.
 */
export function validateHooks({ lifecycle, ...probes }: Watched, path: string, graceSeconds: number): FieldError[] {
  const errors: FieldError[] = [];
  for (const hook of ['postStart', 'preStop'] as const) {
    const handler = lifecycle?.[hook];
    if (handler) errors.push(...validateHandler(handler, `${path}.lifecycle.${hook}`, graceSeconds));
  }
  for (const name of ['livenessProbe', 'readinessProbe', 'startupProbe'] as const) {
    const probe = probes[name];
    if (probe) errors.push(...validateProbe(probe, `${path}.${name}`, name === 'readinessProbe', graceSeconds));
  }
  return errors;
}

function validateProbe(probe: Probe, field: string, isReadiness: boolean, graceSeconds: number): FieldError[] {
  const errors = validateHandler(probe, field, graceSeconds);
  for (const name of PROBE_NUMBERS) {
    const value = probe[name];
    if (value !== undefined && value < 0) errors.push(invalidField(`${field}.${name}`, value, NOT_NEGATIVE));
  }
  const { terminationGracePeriodSeconds: grace, successThreshold = 1 } = probe;
  const graceField = `${field}.terminationGracePeriodSeconds`;
  if (grace !== undefined && grace <= 0) errors.push(invalidField(graceField, grace, 'must be greater than 0'));
  if (isReadiness) {
    if (grace !== undefined) errors.push(invalidField(graceField, grace, 'must not be set for readinessProbes'));
  } else if (successThreshold !== 1) {
    errors.push(invalidField(`${field}.successThreshold`, successThreshold, 'must be 1'));
  }
  return errors;
}

/** As `validateHandler`. */
function validateHandler(handler: Handler, field: string, graceSeconds: number): FieldError[] {
  const { exec, httpGet, tcpSocket, grpc, sleep } = handler;
  const given: [name: string, errors: FieldError[]][] = [];
  if (exec) given.push(['exec', exec.command?.length ? [] : [requiredField(`${field}.exec.command`)]]);
  if (httpGet) given.push(['httpGet', validateHttpGet(httpGet, `${field}.httpGet`)]);
  if (tcpSocket) given.push(['tcpSocket', validatePort(tcpSocket.port, `${field}.tcpSocket.port`)]);
  if (grpc) given.push(['grpc', validatePort(grpc.port, `${field}.grpc.port`)]);
  if (sleep) given.push(['sleep', validateSleep(sleep.seconds ?? 0, `${field}.sleep`, graceSeconds)]);
  if (given.length === 0) return [requiredField(field, 'must specify a handler type')];
  const [, ...others] = given;
  const surplus = others.map(([name]) =>
    forbiddenField(`${field}.${name}`, 'may not specify more than 1 handler type'),
  );
  return [...given[0]![1], ...surplus];
}

/** As `validateSleepAction`. */
function validateSleep(seconds: number, field: string, graceSeconds: number): FieldError[] {
  if (seconds >= 0 && seconds <= graceSeconds) return [];
  const detail = `must be non-negative and less than terminationGracePeriodSeconds (${graceSeconds})`;
  return [invalidField(field, seconds, detail)];
}

/** As `validateHTTPGetAction`. */
function validateHttpGet(
  { path, port, scheme = '', httpHeaders = [] }: core.HTTPGetAction,
  field: string,
): FieldError[] {
  return [
    ...(path ? [] : [requiredField(`${field}.path`)]),
    ...validatePort(port, `${field}.port`),
    ...oneOf(scheme, SCHEMES, `${field}.scheme`),
    ...httpHeaders.flatMap(({ name = '' }) =>
      HEADER_NAME.test(name) ? [] : [invalidField(`${field}.httpHeaders`, name, NO_HEADER_NAME)],
    ),
  ];
}

/** As `ValidatePortNumOrName`. */
function validatePort(port: string | number | undefined, field: string): FieldError[] {
  if (typeof port === 'string') return portNameErrors(port).map((text) => invalidField(field, port, text));
  return validatePortNumber(port ?? 0, field);
}
