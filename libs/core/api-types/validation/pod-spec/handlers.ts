import type * as core from 'kubernetes-types/core/v1';
import { forbiddenField, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { oneOf } from '../closed-set';
import { portNameErrors, validatePortNumber } from '../ports';

const SCHEMES = ['HTTP', 'HTTPS'] as const;
const HEADER_NAME = /^[-A-Za-z0-9]+$/;
/** As `IsHTTPHeaderName`. */
const NO_HEADER_NAME =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";

/** What a probe or a hook of a container does: one of these. */
export type Handler = Pick<core.Probe, 'exec' | 'httpGet' | 'tcpSocket' | 'grpc'> & { readonly sleep?: object };

/** What is wrong with what a probe or a hook does (`validateHandler`). */
export function validateHandler(handler: Handler, field: string): FieldError[] {
  const { exec, httpGet, tcpSocket, grpc, sleep } = handler;
  const given: [name: string, errors: FieldError[]][] = [];
  if (exec) given.push(['exec', exec.command?.length ? [] : [requiredField(`${field}.exec.command`)]]);
  if (httpGet) given.push(['httpGet', validateHttpGet(httpGet, `${field}.httpGet`)]);
  if (tcpSocket) given.push(['tcpSocket', validatePort(tcpSocket.port, `${field}.tcpSocket.port`)]);
  if (grpc) given.push(['grpc', validatePort(grpc.port, `${field}.grpc.port`)]);
  if (sleep) given.push(['sleep', []]);
  if (given.length === 0) return [requiredField(field, 'must specify a handler type')];
  const [, ...others] = given;
  const surplus = others.map(([name]) =>
    forbiddenField(`${field}.${name}`, 'may not specify more than 1 handler type'),
  );
  return [...given[0]![1], ...surplus];
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
