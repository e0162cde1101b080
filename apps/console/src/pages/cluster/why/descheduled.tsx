import type { DeschedulingPartsFragment } from '../../../graphql/operations.generated';
import { clusterTime } from '../../../model/clock-words';
import { deschedulingSentence } from '../../../model/why/descheduling-sentence';

/** Decisions of descheduler cycles on a pod, newest first. */
export function Descheduled({ decisions }: { readonly decisions: readonly DeschedulingPartsFragment[] }) {
  if (decisions.length === 0) return null;
  return (
    <section>
      <h3>Descheduler</h3>
      {decisions.map((decision) => (
        <p key={`${decision.run}${decision.strategy}`} className="event">
          <span className={decision.verdict === 'EVICTED' ? 'pill warn' : 'pill'}>
            {decision.verdict.toLowerCase()}
          </span>{' '}
          {deschedulingSentence(decision)}
          <time className="mono quiet small block">{clusterTime(decision.time)}</time>
        </p>
      ))}
    </section>
  );
}
