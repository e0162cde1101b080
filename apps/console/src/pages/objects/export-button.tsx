import { stringify } from 'yaml';
import { useClient } from '../../graphql/client-context';
import { useRequest } from '../../graphql/use-request';
import { commands } from '../../model/actions/commands';
import { freshCopies } from '../../model/editor/saving';
import { readObjects } from './read-objects';
import { saveFile } from './save-file';

/** Saves all objects of a kind as YAML that another cluster takes. */
export function ExportButton({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }) {
  const client = useClient();
  const { problem, request } = useRequest();
  const save = () =>
    request(async () => {
      const bodies: unknown[] = [];
      for await (const body of readObjects(client, apiVersion, kind)) bodies.push(body);
      const texts = freshCopies(bodies).map((object) => stringify(object));
      saveFile(`${client.cluster}-${kind.toLowerCase()}.yaml`, 'application/yaml', [texts.join('---\n')]);
    });
  return (
    <button
      title={
        problem || `All objects of kind ${kind}, for another cluster: ${commands.exportKind(client.cluster, kind)}`
      }
      onClick={() => void save()}
    >
      {problem === '' ? 'Export' : 'Export failed'}
    </button>
  );
}
