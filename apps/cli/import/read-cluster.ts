import { jsonText } from '@orrery/api-types';
import { RefusedError } from '@orrery/sdk';
import type { Terminal } from '../command';
import { withProgress } from '../output/progress';
import { ApiReader } from '../server/read-api';
import type { ClusterConnection } from './kubeconfig-connection';
import { countText } from '../output/count-text';

/** Data read from a cluster. */
export interface ReadCluster {
  /** The objects, each as a text in JSON. */
  readonly texts: readonly string[];
  /** Resources that the cluster did not show, as texts. */
  readonly unread: readonly string[];
}

/** Reads all objects of a cluster through its API, page by page; writes nothing there. Resources that it refuses are skipped. */
export async function readCluster(connection: ClusterConnection, terminal: Terminal): Promise<ReadCluster> {
  const reader = new ApiReader(connection);
  const texts: string[] = [];
  const unread: string[] = [];
  let place = { share: 0, kind: '', count: 0 };
  const read = async (): Promise<void> => {
    const resources = await reader.resources(
      (apiVersion, { message }) => void unread.push(`${apiVersion}: ${message}`),
    );
    for (const [index, resource] of resources.entries()) {
      place = { share: index / resources.length, kind: resource.kind, count: 0 };
      try {
        const objects = await reader.objects(resource, undefined, (count) => (place = { ...place, count }));
        for (const object of objects) texts.push(jsonText(object));
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        unread.push(`${resource.apiVersion} ${resource.kind}: ${error.message}`);
      }
    }
  };
  const look = () => ({
    share: place.share,
    text: `${place.kind}, ${countText(texts.length + place.count, 'object')}`,
  });
  await withProgress(terminal, `reading ${connection.url}`, look, read);
  return { texts, unread };
}
