import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../../graphql/client-context';
import type { ObjectPlace } from '../../../model/editor/object-place';
import { logsCommand } from '../../../model/objects/pod-commands';
import { apiPath } from '../../../model/objects/served-kind';
import { grouped } from '../../../model/words';
import { Command } from '../../../shell/commands';
import { ContainerField } from './container-field';
import { useContainers } from './use-containers';
import { useLog, type LogSource } from './use-log';

/** Distance from the end, in pixels, within which the page keeps to the newest lines. */
const NEAR_PX = 40;

/** The logs of a pod: of one of its containers, followed, or of its run before the last restart. */
export function LogsTab({ place }: { readonly place: ObjectPlace }) {
  const containers = useContainers(place);
  const [chosen, setChosen] = useState<string>();
  const [isFollowed, setIsFollowed] = useState(true);
  const [isPrevious, setIsPrevious] = useState(false);
  const container = chosen ?? containers?.[0];
  if (container === undefined)
    return <p className="quiet objects-note">{containers ? 'This pod has no containers any more.' : 'Reading…'}</p>;
  const flag = isPrevious ? 'previous' : isFollowed ? 'follow' : undefined;
  return (
    <div className="object-tool">
      <div className="tool-bar">
        <ContainerField containers={containers ?? []} value={container} onChange={setChosen} />
        <label>
          <input type="checkbox" checked={isFollowed} onChange={({ target }) => setIsFollowed(target.checked)} />
          Follow
        </label>
        <label>
          <input type="checkbox" checked={isPrevious} onChange={({ target }) => setIsPrevious(target.checked)} />
          Previous run
        </label>
        <Command command={logsCommand({ ...place, container }, flag)} />
      </div>
      <Log place={place} container={container} isFollowed={isFollowed && !isPrevious} isPrevious={isPrevious} />
    </div>
  );
}

type LogProps = { readonly place: ObjectPlace } & Pick<LogSource, 'container' | 'isFollowed' | 'isPrevious'>;

function Log({ place, ...source }: LogProps) {
  const { cluster } = useClient();
  const { apiVersion, namespace, name } = place;
  const path = apiPath({ apiVersion, resource: 'pods', namespace, name, subresource: 'log' });
  const { lines, dropped, isOpen, problem } = useLog({ cluster, path, ...source });
  const box = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (isAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  return (
    <>
      <pre
        ref={box}
        className="log-lines"
        tabIndex={0}
        role="log"
        aria-label={`Log of ${source.container}`}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
        }}
      >
        {lines.join('\n')}
      </pre>
      <p role="status" className={`tool-foot small ${problem === '' ? 'quiet' : 'error-text'}`}>
        {problem || stateWords(lines.length, isOpen)}
        {dropped > 0 && ` ${grouped(dropped)} earlier lines are left out.`}
      </p>
    </>
  );
}

function stateWords(lines: number, isOpen: boolean): string {
  if (lines === 0) return isOpen ? 'Nothing is written yet.' : 'The log is empty.';
  return isOpen ? 'Followed.' : 'This is the end of the log.';
}
