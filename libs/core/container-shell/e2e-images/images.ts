import type { Container } from '@orrery/api-types';

/** Upstream's test image, whose own behaviour is known. */
const AGNHOST = /(?:^|\/)agnhost(?:[:@]|$)/;

/** Upstream's image whose program belongs to root and runs as it (`test/images/nonewprivs`). */
const NEW_PRIVILEGES = /(?:^|\/)nonewprivs(?:[:@]|$)/;

/** Returns whether an image is upstream's `agnhost`. */
export function isAgnhost({ image = '' }: Container): boolean {
  return AGNHOST.test(image);
}

/**
 * Returns the words that one of upstream's test images runs where its container names no command of its own; undefined for other
 * images and commands.
 */
export function testImageCommand({ image = '', command = [], args = [] }: Container): string[] | undefined {
  if (command.length > 0) return undefined;
  if (args.length === 0 && NEW_PRIVILEGES.test(image)) return ['/nnp'];
  return AGNHOST.test(image) ? ['/agnhost', ...(args.length === 0 ? ['pause'] : args)] : undefined;
}
