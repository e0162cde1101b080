import { useState } from 'react';
import { stringify } from 'yaml';
import { AskError } from '../../graphql/client';
import { useClient } from '../../graphql/client-context';
import { ExportObjectsQuery } from '../../graphql/operations.generated';
import { freshCopies } from '../../model/editor/saving';

/** Saves all objects of a kind as YAML that another cluster takes. */
export function ExportButton({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }) {
  const client = useClient();
  const [problem, setProblem] = useState('');
  const save = async (): Promise<void> => {
    const bodies: unknown[] = [];
    try {
      for (let after: string | undefined, isMore = true; isMore;) {
        const { objects }: ExportObjectsQuery = await client.ask(ExportObjectsQuery, {
          apiVersion,
          kind,
          ...(after === undefined ? {} : { after }),
        });
        bodies.push(...objects.nodes.map(({ json }) => json));
        after = objects.pageInfo.endCursor ?? undefined;
        isMore = objects.pageInfo.hasNextPage;
      }
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      return setProblem(error.message);
    }
    setProblem('');
    const text = freshCopies(bodies)
      .map((object) => stringify(object))
      .join('---\n');
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
    link.download = `${client.cluster}-${kind.toLowerCase()}.yaml`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <button title={problem || `All objects of kind ${kind}, for another cluster`} onClick={() => void save()}>
      {problem === '' ? 'Export' : 'Export failed'}
    </button>
  );
}
