import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { stringify } from 'yaml';
import { useAnswer } from '../../../graphql/client-context';
import { ObjectJsonQuery } from '../../../graphql/operations.generated';
import { newObjectText, type ObjectPlace } from '../../../model/editor/object-place';
import { editable } from '../../../model/editor/saving';
import type { ServedKind } from '../../../model/objects/served-kind';

const ObjectEditor = lazy(() => import('../../../editor/object-editor'));

/** Edits a text of objects. */
export function TextEditor({ text, onWritten }: { readonly text: string; readonly onWritten?: () => void }) {
  return (
    <Suspense fallback={<p className="quiet objects-note">Loading the editor…</p>}>
      <ObjectEditor initial={text} onWritten={() => onWritten?.()} />
    </Suspense>
  );
}

/** Edits the text of a new object. */
export function NewObject({ place, kind }: { readonly place: ObjectPlace; readonly kind: ServedKind | undefined }) {
  const text = useMemo(() => newObjectText(place, kind?.namespaced ?? true), [place.apiVersion, place.kind, kind]);
  return <TextEditor text={text} />;
}

/** Edits an object that is there; after a save it is read again, with its new version. */
export function YamlTab({ place, kind }: { readonly place: ObjectPlace; readonly kind: ServedKind | undefined }) {
  const { apiVersion, kind: called, namespace, name = '' } = place;
  const asked = { apiVersion, kind: called, name, ...(namespace === undefined ? {} : { namespace }) };
  const { data, error, isLoading, reload } = useAnswer(ObjectJsonQuery, asked);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (round > 0) reload();
  }, [round]);
  const object = data?.object?.json as Record<string, unknown> | undefined;
  const hasStatusPart = kind?.subresources.includes('status') ?? true;
  const text = useMemo(() => object && stringify(editable(object, hasStatusPart)), [object, hasStatusPart]);
  if (error) return <p className="error-text objects-note">{error.message}</p>;
  if (text === undefined)
    return <p className="quiet objects-note">{isLoading ? 'Reading…' : `There is no ${called} ${name} any more.`}</p>;
  return <TextEditor text={text} onWritten={() => setRound(round + 1)} />;
}
