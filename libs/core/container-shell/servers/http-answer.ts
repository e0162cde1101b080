import { coversCommand } from '../text-pattern';

/** A behaviour's rule for the answers of a container. */
export interface HttpRule {
  /** The path of the request without its query; `*` matches any text. All paths if it is left out. */
  readonly path?: string;
  /** All ports if it is left out. */
  readonly port?: number;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Delay of the answer, in milliseconds. */
  readonly afterMs?: number;
}

/** A request as a container is asked. */
export interface HttpQuestion {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly port: number;
  readonly body?: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly afterMs: number;
}

/** The reason for a missing answer. */
export const NoAnswer = { UnknownHost: 'unknown host', Refused: 'refused' } as const;
export type NoAnswer = (typeof NoAnswer)[keyof typeof NoAnswer];

/** A request that a program in a container makes. */
export interface HttpRequest {
  readonly method: string;
  readonly host: string;
  readonly port: number;
  /** Path and query. */
  readonly target: string;
  readonly body?: string;
  readonly isTls?: boolean;
}

const PLAIN = 'text/plain; charset=utf-8';

/** An answer of 200, or another status, with a text. */
export function textAnswer(body: string, status = 200, contentType = PLAIN): HttpAnswer {
  return { status, headers: { 'Content-Type': contentType }, body, afterMs: 0 };
}

/** The first rule that is for a request; undefined if none is. */
export function ruleFor(
  rules: readonly HttpRule[],
  { target, port }: Pick<HttpQuestion, 'target' | 'port'>,
): HttpRule | undefined {
  const path = pathOf(target);
  return rules.find((rule) => (rule.port ?? port) === port && coversCommand(rule.path ?? '*', path));
}

/** Returns the answer that a rule describes. */
export function answerOf({ status = 200, headers = {}, body = '', afterMs = 0 }: HttpRule): HttpAnswer {
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return { status, headers: hasType ? headers : { 'Content-Type': PLAIN, ...headers }, body, afterMs };
}

/** The path of a request without its query. */
export function pathOf(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? target : target.slice(0, mark);
}

/** The parameters of a request. */
export function queryOf(target: string): URLSearchParams {
  return new URLSearchParams(target.slice(pathOf(target).length + 1));
}

/** An answer of 302, as Go's `http.Redirect` writes it. */
export function redirectAnswer(location: string): HttpAnswer {
  const body = `<a href="${location}">Found</a>.\n\n`;
  return { status: 302, headers: { 'Content-Type': 'text/html; charset=utf-8', Location: location }, body, afterMs: 0 };
}
