import { LOST_WORDS } from '../graphql/client';
import { useConnection } from '../graphql/connection';

/** The bar above every page that says that its server is lost. */
export function LostBar() {
  const { isReachable } = useConnection();
  if (isReachable) return null;
  return (
    <div role="alert" className="bar-lost">
      {LOST_WORDS} Trying again…
    </div>
  );
}
