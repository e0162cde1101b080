import type { Container } from '@orrery/api-types';

/** Upstream's test image, of which it is known what it does by itself. */
const AGNHOST = /(?:^|\/)agnhost(?:[:@]|$)/;

/** Upstream's image whose program belongs to root and runs as it (`test/images/nonewprivs`). */
const NEW_PRIVILEGES = /(?:^|\/)nonewprivs(?:[:@]|$)/;

/** Returns whether an image is upstream's `agnhost`. */
export function isAgnhost({ image = '' }: Container): boolean {
  return AGNHOST.test(image);
}

/**
 * The words of a container's own command, before `$(NAME)` is replaced; none where only its image says. Arguments count as the
 * command where there is no other: images made to be used so, such as busybox, run them.
 */
export function ownCommand(container: Container): string[] {
  const { command = [], args = [] } = container;
  if (command.length === 0 && args.length === 0 && NEW_PRIVILEGES.test(container.image ?? '')) return ['/nnp'];
  if (command.length > 0 || !isAgnhost(container)) return [...command, ...args];
  return ['/agnhost', ...(args.length === 0 ? ['pause'] : args)];
}
