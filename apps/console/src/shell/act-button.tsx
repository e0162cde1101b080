import type { ComponentProps } from 'react';
import { LOST_WORDS } from '../graphql/client';
import { useConnection } from '../graphql/connection';

/** A button for what the server does: off while the server cannot be reached. */
export function ActButton({ disabled = false, title, ...others }: ComponentProps<'button'>) {
  const { isReachable } = useConnection();
  return <button {...others} disabled={disabled || !isReachable} title={isReachable ? title : LOST_WORDS} />;
}
