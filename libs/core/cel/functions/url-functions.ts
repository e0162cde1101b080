import type { Environment } from '@marcbachmann/cel-js';
import { parseGoUrl, requestUriError, type GoUrl } from '@orrery/text-formats';

class UrlValue {
  constructor(
    readonly text: string,
    readonly url: GoUrl,
  ) {}

  /** Returns the key of equality. */
  valueOf(): string {
    return this.text;
  }
}

/** Adds `url` and its functions (`apiserver/pkg/cel/library/urls.go`). */
export function addUrlFunctions(environment: Environment): void {
  environment
    .registerType('URL', { ctor: UrlValue, fields: {} })
    .registerFunction('isURL(string): bool', (text: string) => requestUriError(text) === undefined)
    .registerFunction('url(string): URL', (text: string) => {
      const error = requestUriError(text);
      if (error !== undefined) throw new TypeError(`URL parse error during conversion from string: ${error}`);
      return new UrlValue(text, parseGoUrl(text));
    })
    .registerFunction('URL.getScheme(): string', ({ url }: UrlValue) => url.scheme)
    .registerFunction('URL.getHost(): string', ({ url }: UrlValue) => url.host)
    .registerFunction('URL.getHostname(): string', ({ url }: UrlValue) => url.hostname)
    .registerFunction('URL.getPort(): string', ({ url }: UrlValue) => url.port)
    .registerFunction('URL.getEscapedPath(): string', ({ url }: UrlValue) => url.escapedPath)
    .registerFunction('URL.getQuery(): map<string, list<string>>', ({ url }: UrlValue) =>
      Object.fromEntries([...url.query].map(([name, values]) => [name, [...values]])),
    )
    .registerOperator('URL == URL', (a: UrlValue, b: UrlValue) => a.text === b.text);
}
