import type { ClusterClient } from '../../../graphql/client';
import { CreateClusterMutation } from '../../../graphql/operations.generated';
import { listedObjects } from '../../../model/editor/dump';
import { authorization, messageOf } from '../snapshots/snapshot-files';

/** Result of an import, by object. */
export interface ImportReport {
  readonly asOf: string;
  readonly imported: readonly { readonly kind: string; readonly count: number }[];
  readonly leftOut: readonly ImportNote[];
  readonly changed: readonly ImportNote[];
}

export interface ImportNote {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly text: string;
}

/**
 * Makes a cluster of the objects of files, on real time as the command line does. Rejects with what is wrong with a file, or with what
 * the server says; the cluster stays empty then.
 */
export async function importFiles(
  client: ClusterClient,
  cluster: string,
  files: readonly File[],
): Promise<ImportReport> {
  const objects = (await Promise.all(files.map(objectsOf))).flat();
  const input = { name: cluster, nodes: 0, clock: { mode: 'REALTIME' as const } };
  const { createCluster } = await client.ask(CreateClusterMutation, { input });
  if (createCluster.errors[0]) throw new Error(createCluster.errors[0].message);
  const answer = await fetch(`/clusters/${encodeURIComponent(cluster)}/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', ...authorization() },
    body: new Blob(objects.map((object) => `${JSON.stringify(object)}\n`)),
  });
  if (!answer.ok) throw new Error(await messageOf(answer));
  // The server answers with this.
  return (await answer.json()) as ImportReport;
}

/** The objects of a file of JSON or YAML. */
async function objectsOf(file: File): Promise<readonly Record<string, unknown>[]> {
  const text = await file.text();
  // A dump of JSON may be large: it needs no reader that knows places in it.
  if (/\.json$/i.test(file.name)) return listedObjects([parsed(text, file.name)]);
  const { documentsOf } = await import('../../../editor/documents');
  const documents = documentsOf(text);
  const wrong = documents.flatMap(({ findings }) => findings)[0];
  if (wrong) throw new Error(`${file.name}: ${wrong.message}`);
  return listedObjects(documents.map(({ body }) => body));
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
  }
}
