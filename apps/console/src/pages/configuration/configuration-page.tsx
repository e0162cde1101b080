import { useMemo, useState } from 'react';
import { stringify } from 'yaml';
import descheduler from '../../../examples/descheduler.yaml?raw';
import scheduler from '../../../examples/scheduler.yaml?raw';
import { useAnswer } from '../../graphql/client-context';
import { ConfigurationQuery } from '../../graphql/operations.generated';
import { Configured } from '../../model/editor/configurations';
import { ClusterBar } from '../cluster/cluster-bar';
import { ConfigurationEditor } from './configuration-editor';
import './configuration.css';

const NO_VARIABLES = {};
const TITLES = { [Configured.Scheduler]: 'Scheduler', [Configured.Descheduler]: 'Descheduler' } as const;
/** Initial text of the editor without a configuration: a valid start. */
const EXAMPLES = { [Configured.Scheduler]: scheduler, [Configured.Descheduler]: descheduler } as const;

/** Configuration of the scheduler and the descheduler, each with a preview of the differences that another one would make. */
export default function ConfigurationPage() {
  const [what, setWhat] = useState<Configured>(Configured.Scheduler);
  const { data, error, reload } = useAnswer(ConfigurationQuery, NO_VARIABLES);
  const documents = {
    [Configured.Scheduler]: data?.schedulerConfig.document,
    [Configured.Descheduler]: data?.deschedulerSchedule?.policy,
  } as const;
  const document = documents[what];
  const key = JSON.stringify(document ?? null);
  const initial = useMemo(() => (document == null ? EXAMPLES[what] : stringify(document)), [what, key]);
  return (
    <div className="configuration">
      <ClusterBar view="configuration" />
      <div className="tool-bar" role="region" aria-label="Configuration">
        <div role="group" aria-label="Configured component" className="choices">
          {Object.values(Configured).map((each) => (
            <button key={each} aria-pressed={each === what} onClick={() => setWhat(each)}>
              {TITLES[each]}
            </button>
          ))}
        </div>
        <span className="quiet">
          {data === undefined
            ? ''
            : document == null
              ? `${TITLES[what]}: ${what === Configured.Scheduler ? 'the defaults are in force' : 'no cycles are scheduled'}. Below is an example.`
              : 'Below is the configuration in force.'}
        </span>
      </div>
      {error && <p className="error-text objects-note">{error.message}</p>}
      {data && (
        <ConfigurationEditor
          key={what}
          what={what}
          initial={initial}
          isSet={document != null}
          interval={data.deschedulerSchedule?.interval ?? undefined}
          onSaved={reload}
        />
      )}
    </div>
  );
}
