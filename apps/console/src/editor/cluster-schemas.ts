import type { ClusterClient } from '../graphql/client';
import { ApiResourcesQuery, KindSchemaQuery } from '../graphql/operations.generated';
import type { KindSchema } from '../model/editor/schema-at';
import type { SchemaSource } from './completions';

/** Makes the schemas of a cluster, each requested once; one that cannot be read counts as unknown and is requested again. */
export function clusterSchemas(client: ClusterClient): SchemaSource {
  const schemas = new Map<string, Promise<KindSchema | undefined>>();
  let kinds: ReturnType<SchemaSource['kinds']> | undefined;
  return {
    kinds() {
      kinds ??= client.ask(ApiResourcesQuery, {}).then(
        ({ apiResources }) => apiResources.filter(({ verbs }) => verbs.includes('create')),
        () => {
          kinds = undefined;
          return [];
        },
      );
      return kinds;
    },
    schemaOf(apiVersion, kind) {
      const key = `${apiVersion} ${kind}`;
      let schema = schemas.get(key);
      if (!schema) {
        schema = client.ask(KindSchemaQuery, { apiVersion, kind }).then(
          // The server describes the answer as JSON.
          (answer) => answer.kindSchema as KindSchema,
          () => {
            schemas.delete(key);
            return undefined;
          },
        );
        schemas.set(key, schema);
      }
      return schema;
    },
  };
}
