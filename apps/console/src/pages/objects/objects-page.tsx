import { lazy, Suspense, useEffect, useMemo, useState, type DragEvent } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { stringify } from 'yaml';
import { useAnswer, useClient } from '../../graphql/client-context';
import { ApiResourcesQuery, ObjectJsonQuery } from '../../graphql/operations.generated';
import { newObjectText, placeOf, placeQuery, type ObjectPlace } from '../../model/editor/object-place';
import { editable, freshCopies } from '../../model/editor/saving';
import { documentsOf } from '../../editor/documents';
import { ClusterBar } from '../cluster/cluster-bar';
import { ExportAllButton } from './export-all-button';
import { ObjectList } from './object-list';
import './objects.css';

const ObjectEditor = lazy(() => import('../../editor/object-editor'));
const NO_VARIABLES = {};

/** The objects of a cluster: kinds, the objects of one, and one of them to edit, or a new one. */
export default function ObjectsPage() {
  const { cluster } = useClient();
  const [query] = useSearchParams();
  const [, navigate] = useLocation();
  const place = placeOf(query);
  const { data } = useAnswer(ApiResourcesQuery, NO_VARIABLES);
  const kinds = useMemo(
    () =>
      (data?.apiResources ?? [])
        .filter(({ verbs }) => verbs.includes('list') && verbs.includes('create'))
        .sort((a, b) => a.kind.localeCompare(b.kind)),
    [data],
  );
  const [search, setSearch] = useState('');
  const [round, setRound] = useState(0);
  const [dropped, setDropped] = useState<string>();
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    void Promise.all([...event.dataTransfer.files].map((file) => file.text())).then((texts) => {
      if (texts.length > 0) setDropped(texts.map(asYaml).join('---\n'));
    });
  };
  const go = (to: ObjectPlace): void => {
    setDropped(undefined);
    navigate(`/${encodeURIComponent(cluster)}/objects?${placeQuery(to)}`);
  };
  const shown = kinds.filter(({ kind, group }) => `${kind} ${group}`.toLowerCase().includes(search.toLowerCase()));
  const resource = kinds.find(({ kind, apiVersions }) => kind === place.kind && apiVersions.includes(place.apiVersion));
  return (
    <div className="objects" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <ClusterBar view="objects" />
      <main className="objects-main">
        <nav className="objects-kinds" aria-label="Kinds">
          <input
            type="search"
            aria-label="Search kinds"
            placeholder="Search kinds"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <ExportAllButton kinds={kinds} />
          <ul>
            {shown.map(({ kind, group, apiVersions }) => (
              <li key={`${group}/${kind}`}>
                <button
                  className="plain"
                  aria-current={kind === place.kind && apiVersions.includes(place.apiVersion)}
                  onClick={() => go({ apiVersion: apiVersions[0]!, kind })}
                >
                  {kind} <span className="quiet small">{group}</span>
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <ObjectList key={`${place.apiVersion}${place.kind}`} place={place} round={round} onOpen={go} />
        <section className="objects-editor" aria-label="Editor">
          {dropped !== undefined ? (
            <Suspense fallback={<p className="quiet objects-note">Loading the editor…</p>}>
              <ObjectEditor initial={dropped} onWritten={() => setRound(round + 1)} />
            </Suspense>
          ) : (
            <Opened
              place={place}
              round={round}
              isNamespaced={resource?.namespaced ?? true}
              hasStatusPart={resource?.subresources.includes('status') ?? true}
              onWritten={() => setRound(round + 1)}
            />
          )}
        </section>
      </main>
    </div>
  );
}

interface OpenedProps {
  readonly place: ObjectPlace;
  readonly round: number;
  readonly isNamespaced: boolean;
  readonly hasStatusPart: boolean;
  readonly onWritten: () => void;
}

/** The text that is edited: of the object that is named, or of a new one. */
function Opened({ place, round, isNamespaced, hasStatusPart, onWritten }: OpenedProps) {
  const { apiVersion, kind, namespace, name } = place;
  const asked = { apiVersion, kind, name: name ?? '', ...(namespace === undefined ? {} : { namespace }) };
  const { data, error, isLoading, reload } = useAnswer(name === undefined ? undefined : ObjectJsonQuery, asked);
  useEffect(() => {
    if (round > 0) reload();
  }, [round]);
  const object = data?.object?.json as Record<string, unknown> | undefined;
  const isCurrent = (object?.['metadata'] as { name?: string } | undefined)?.name === name && object?.['kind'] === kind;
  const text = useMemo(
    () =>
      name === undefined
        ? newObjectText(place, isNamespaced)
        : object && isCurrent
          ? stringify(editable(object, hasStatusPart))
          : undefined,
    [name, kind, apiVersion, isNamespaced, object, isCurrent, hasStatusPart],
  );
  if (error) return <p className="error-text objects-note">{error.message}</p>;
  if (text === undefined)
    return <p className="quiet objects-note">{isLoading ? 'Reading…' : `There is no ${kind} ${name} any more.`}</p>;
  return (
    <Suspense fallback={<p className="quiet objects-note">Loading the editor…</p>}>
      <ObjectEditor initial={text} onWritten={onWritten} />
    </Suspense>
  );
}

/** Files of objects as a text to apply: lists are taken apart, and what another cluster gave its objects is left out. */
function asYaml(text: string): string {
  const documents = documentsOf(text);
  // What cannot be read is shown as it is, with what is wrong with it.
  if (documents.some(({ findings }) => findings.length > 0)) return text;
  return freshCopies(documents.map(({ body }) => body))
    .map((object) => stringify(object))
    .join('---\n');
}
