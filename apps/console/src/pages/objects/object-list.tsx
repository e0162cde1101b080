import { useEffect, useState } from 'react';
import { AskError } from '../../graphql/client';
import { useClient } from '../../graphql/client-context';
import { ObjectsOfKindQuery } from '../../graphql/operations.generated';
import { commands } from '../../model/actions/commands';
import type { ObjectPlace } from '../../model/editor/object-place';
import { plural } from '../../model/words';
import { Command } from '../../shell/commands';
import { ExportButton } from './export-button';

interface ObjectListProps {
  readonly place: ObjectPlace;
  /** The list is read again when this becomes another number. */
  readonly round: number;
  readonly onOpen: (place: ObjectPlace) => void;
}

type Page = ObjectsOfKindQuery['objects'];

/** The objects of a kind, by pages. */
export function ObjectList({ place, round, onOpen }: ObjectListProps) {
  const client = useClient();
  const { apiVersion, kind } = place;
  const [pages, setPages] = useState<readonly Page[]>([]);
  const [problem, setProblem] = useState('');
  const [after, setAfter] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    const variables = { apiVersion, kind, ...(after === undefined ? {} : { after }) };
    client.ask(ObjectsOfKindQuery, variables).then(
      ({ objects }) => isCurrent && setPages((before) => (after === undefined ? [objects] : [...before, objects])),
      (error: unknown) => {
        if (!(error instanceof AskError)) throw error;
        if (isCurrent) setProblem(error.message);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [client, apiVersion, kind, after, round]);
  useEffect(() => setAfter(undefined), [round]);
  const last = pages.at(-1);
  return (
    <nav className="objects-list" aria-label="Objects">
      <div className="objects-list-head">
        <h2>{kind}</h2>
        <span className="quiet small">{last ? plural(last.totalCount, 'object') : ''}</span>
        <ExportButton apiVersion={apiVersion} kind={kind} />
        <button onClick={() => onOpen({ apiVersion, kind })}>New</button>
      </div>
      <Command command={commands.exportKind(client.cluster, kind)} />
      {problem !== '' && <p className="error-text">{problem}</p>}
      <ul>
        {pages
          .flatMap(({ nodes }) => nodes)
          .map(({ metadata: { namespace, name } }) => (
            <li key={`${namespace}/${name}`}>
              <button
                className="plain mono"
                aria-current={name === place.name && (namespace ?? undefined) === place.namespace}
                onClick={() => onOpen({ apiVersion, kind, name, namespace: namespace ?? undefined })}
              >
                {namespace ? <span className="quiet">{namespace}/</span> : ''}
                {name}
              </button>
            </li>
          ))}
      </ul>
      {last?.pageInfo.hasNextPage && (
        <button onClick={() => setAfter(last.pageInfo.endCursor ?? undefined)}>More</button>
      )}
    </nav>
  );
}
