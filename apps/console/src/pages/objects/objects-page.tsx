import { useMemo, useRef, useState, type DragEvent } from 'react';
import { stringify } from 'yaml';
import { useAnswer } from '../../graphql/client-context';
import { ApiResourcesQuery } from '../../graphql/operations.generated';
import { NEW, type ObjectPlace } from '../../model/editor/object-place';
import { freshCopies } from '../../model/editor/saving';
import { servedKind, type ServedKind } from '../../model/objects/served-kind';
import { documentsOf } from '../../editor/documents';
import { ClusterBar } from '../cluster/cluster-bar';
import { KindsNav } from './kinds-nav';
import { NewObject, TextEditor } from './object/yaml-tab';
import { ObjectView } from './object/object-view';
import { ObjectTable } from './table/object-table';
import { useEscape } from './use-escape';
import { usePlaces } from './use-places';
import './objects.css';

const NO_VARIABLES = {};

/** The objects of a cluster: its kinds, the table of one, the page of an object, and the editor of new ones. */
export default function ObjectsPage() {
  const { place, go, replace, back } = usePlaces();
  const { data, error } = useAnswer(ApiResourcesQuery, NO_VARIABLES);
  const kinds = useMemo(() => (data?.apiResources ?? []).filter(({ verbs }) => verbs.includes('list')), [data]);
  const kind = servedKind(kinds, place.apiVersion, place.kind);
  const [areKindsOpen, setAreKindsOpen] = useState(false);
  const [dropped, setDropped] = useState<string>();
  const open = (to: ObjectPlace): void => {
    setDropped(undefined);
    setAreKindsOpen(false);
    go(to);
  };
  const view = dropped !== undefined || place.tab === NEW ? 'editor' : place.name !== undefined ? 'object' : 'table';
  const leave = (): void => (dropped === undefined ? back() : setDropped(undefined));
  useEscape(leave, view !== 'table');
  return (
    <div
      className="objects"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => void droppedText(event).then((text) => text !== undefined && setDropped(text))}
    >
      <ClusterBar view="objects" />
      <main className="objects-main">
        <KindsNav kinds={kinds} place={place} isOpen={areKindsOpen} onOpen={open} />
        <div className="objects-work">
          {error && <p className="error-text objects-note">{error.message}</p>}
          {data && !kind && view === 'table' && (
            <p className="objects-note">
              This cluster serves no {place.kind} of {place.apiVersion}: choose one of its kinds.
            </p>
          )}
          <KeptTable
            place={place}
            kind={kind}
            isShown={view === 'table'}
            onOpen={open}
            onPlace={replace}
            onKinds={() => setAreKindsOpen(!areKindsOpen)}
          />
          {view === 'object' && data && (
            <ObjectView place={place} kind={kind} onTab={(tab) => replace({ ...place, tab })} onBack={leave} />
          )}
          {view === 'editor' && (
            <section className="objects-editor" aria-label="Editor">
              <div className="object-head">
                <button onClick={leave}>← Back</button>
                <h2>{dropped === undefined ? `New ${place.kind}` : 'Objects of files'}</h2>
              </div>
              {dropped === undefined ? <NewObject place={place} kind={kind} /> : <TextEditor text={dropped} />}
            </section>
          )}
        </div>
      </main>
    </div>
  );
}

interface KeptTableProps {
  readonly place: ObjectPlace;
  readonly kind: ServedKind | undefined;
  readonly isShown: boolean;
  readonly onOpen: (place: ObjectPlace) => void;
  readonly onPlace: (place: ObjectPlace) => void;
  readonly onKinds: () => void;
}

/** The table that is shown, or was shown before the object: on the way back it is as one left it. */
function KeptTable({ place, kind, isShown, ...more }: KeptTableProps) {
  const last = useRef<{ readonly place: ObjectPlace; readonly kind: ServedKind }>(undefined);
  if (isShown) last.current = kind && { place, kind };
  if (!last.current) return null;
  const { place: shown, kind: shownKind } = last.current;
  return (
    <ObjectTable
      key={`${shown.apiVersion} ${shown.kind}`}
      place={shown}
      kind={shownKind}
      isHidden={!isShown}
      {...more}
    />
  );
}

/** Returns the dropped files as a text to apply; undefined if no file was dropped. */
async function droppedText(event: DragEvent): Promise<string | undefined> {
  event.preventDefault();
  const texts = await Promise.all([...event.dataTransfer.files].map((file) => file.text()));
  return texts.length === 0 ? undefined : texts.map(asYaml).join('---\n');
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
