import type { Container } from '@orrery/api-types';
import { testImageCommand } from '../e2e-images/images';

/**
 * Returns the words of a container's own command, before `$(NAME)` is replaced; none where only its image has one. Without a
 * command, arguments count as the command: images made for such use, such as busybox, run them.
 */
export function ownCommand(container: Container): string[] {
  const { command = [], args = [] } = container;
  return testImageCommand(container) ?? [...command, ...args];
}
