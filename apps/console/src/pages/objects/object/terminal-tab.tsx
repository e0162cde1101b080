import { lazy, Suspense, useState } from 'react';
import type { ObjectPlace } from '../../../model/editor/object-place';
import { execCommand } from '../../../model/objects/pod-commands';
import { Command } from '../../../shell/commands';
import { ContainerField } from './container-field';
import { useContainers } from './use-containers';

/** Its library is loaded when a terminal is opened. */
const TerminalScreen = lazy(() => import('./terminal-screen'));

/** A terminal in a container of a pod: the command runs as long as this is shown. */
export function TerminalTab({ place }: { readonly place: ObjectPlace }) {
  const containers = useContainers(place);
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState('sh');
  const [command, setCommand] = useState('sh');
  const [round, setRound] = useState(0);
  const [ended, setEnded] = useState('');
  const container = chosen ?? containers?.[0];
  if (container === undefined)
    return <p className="quiet objects-note">{containers ? 'This pod has no containers any more.' : 'Reading…'}</p>;
  return (
    <div className="object-tool">
      <form
        className="tool-bar"
        onSubmit={(event) => {
          event.preventDefault();
          setCommand(typed.trim() || 'sh');
          setEnded('');
          setRound(round + 1);
        }}
      >
        <ContainerField containers={containers ?? []} value={container} onChange={setChosen} />
        <label>
          Command
          <input value={typed} onChange={({ target }) => setTyped(target.value)} />
        </label>
        <button>Start again</button>
        <Command command={execCommand({ ...place, container }, command)} />
      </form>
      <Suspense fallback={<p className="quiet objects-note">Loading the terminal…</p>}>
        <TerminalScreen
          key={`${container} ${command} ${round}`}
          place={place}
          container={container}
          command={command}
          onEnd={setEnded}
        />
      </Suspense>
      <p role="status" className="tool-foot quiet small">
        {ended === '' ? 'Tab belongs to the terminal: Ctrl+Shift+X leaves it.' : `Ended: ${ended}.`}
      </p>
    </div>
  );
}
