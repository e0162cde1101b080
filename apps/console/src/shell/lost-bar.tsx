import { LOST_WORDS } from '../graphql/client';
import { useConnection } from '../graphql/connection';

/** The bar above every page that says that its server is lost. */
export function LostBar() {
  const { isReachable } = useConnection();
  return (
    <div role="alert" className={isReachable ? 'visually-hidden' : 'bar-lost'}>
      {isReachable ? '' : `${LOST_WORDS} Trying again…`}
    </div>
  );
}
