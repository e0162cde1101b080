/** Tags that images of tests have which are in no registry, as in `foo:non-existent` and `webserver:404`. */
const TAGS: ReadonlySet<string> = new Set(['non-existent', 'nonexistent', '404']);

/**
 * Returns the error of pulling an image whose name says that it does not exist: its tag does, or its registry is called
 * `invalid` (RFC 2606 keeps that name free); undefined for all others. A behaviour of the pod counts before it.
 */
export function missingImageError(image: string): string | undefined {
  const slash = image.indexOf('/');
  const first = image.slice(0, Math.max(slash, 0));
  const hasRegistry = /[.:]/.test(first) || first === 'localhost';
  const name = image.slice(image.lastIndexOf('/') + 1);
  const tag = name.includes('@') ? '' : name.slice(name.indexOf(':') + 1);
  const labels = first.split(':', 1)[0]!.split('.');
  const isInvalid = hasRegistry && (labels[0] === 'invalid' || labels.at(-1) === 'invalid');
  if (!isInvalid && !(name.includes(':') && TAGS.has(tag))) return undefined;
  const reference = hasRegistry ? image : slash < 0 ? `docker.io/library/${image}` : `docker.io/${image}`;
  const resolving = `failed to resolve reference "${reference}"`;
  const unpacking = `failed to pull and unpack image "${reference}": ${resolving}`;
  return isInvalid
    ? `rpc error: code = Unknown desc = ${unpacking}: dial tcp: lookup ${first.split(':', 1)[0]}: no such host`
    : `rpc error: code = NotFound desc = ${unpacking}: ${reference}: not found`;
}
