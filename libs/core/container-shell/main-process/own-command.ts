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
 * Returns the words of a container's own command, before `$(NAME)` is replaced; none where only its image has one. Without a
 * command, arguments count as the command: images made for such use, such as busybox, run them.
 */
export function ownCommand(container: Container): string[] {
  const { command = [], args = [] } = container;
  if (command.length === 0 && args.length === 0 && NEW_PRIVILEGES.test(container.image ?? '')) return ['/nnp'];
  if (command.length > 0 || !isAgnhost(container)) return [...command, ...args];
  return ['/agnhost', ...(args.length === 0 ? ['pause'] : args)];
}
