import { deepEqual } from '../../equality';
import { DEFINITIONS_V1BETA1 } from '../../custom-kinds/definition/validation-options';
import type { KubeObject } from '../../objects';
import { fieldsOf } from '../fields-of';

type Fields = Record<string, unknown>;

/** Parts that v1beta1 may say once for all versions: their names there, and in a version. */
const SHARED_PARTS = [
  ['subresources', 'subresources'],
  ['validation', 'schema'],
  ['additionalPrinterColumns', 'additionalPrinterColumns'],
] as const;

/**
 * A definition in another version. In v1beta1 it may name one version and say schema, subresources and columns once for all, says its
 * webhook flat, and keeps fields without a schema unless told otherwise (`apiextensions/v1beta1/defaults.go`, `v1/conversion.go` and
 * `v1beta1/conversion.go` upstream).
 */
export function convertDefinition(object: KubeObject, apiVersion: string): KubeObject {
  const spec = fieldsOf(object.spec);
  if (!spec) return { ...object, apiVersion };
  return {
    ...object,
    apiVersion,
    spec: object.apiVersion === DEFINITIONS_V1BETA1 ? currentSpec(spec) : olderSpec(spec),
  };
}

function currentSpec(former: Fields): Fields {
  const { version, validation, subresources, additionalPrinterColumns, conversion, ...spec } = former;
  const shared: Fields = { schema: validation, subresources, additionalPrinterColumns };
  const given = Object.entries(shared).filter(([, value]) => value !== undefined && value !== null);
  const versions = versionsOf(former).map((each) => {
    const fields = fieldsOf(each);
    return fields ? withColumns({ ...fields, ...Object.fromEntries(given) }, 'JSONPath', 'jsonPath') : each;
  });
  return {
    ...spec,
    scope: spec['scope'] || 'Namespaced',
    ...('versions' in given || versions.length > 0 ? { versions } : {}),
    ...(conversion === undefined ? {} : { conversion: currentConversion(conversion) }),
    preserveUnknownFields: spec['preserveUnknownFields'] ?? true,
  };
}

/** The versions of a definition, one of them if it says a name alone. */
function versionsOf({ version, versions }: Fields): readonly unknown[] {
  // What is not a list stays for decoding to refuse.
  if (versions !== undefined && versions !== null && !Array.isArray(versions)) return [versions];
  const known: readonly unknown[] = Array.isArray(versions) ? versions : [];
  return known.length > 0 || !version ? known : [{ name: version, served: true, storage: true }];
}

function currentConversion(conversion: unknown): unknown {
  const fields = fieldsOf(conversion);
  if (!fields) return conversion;
  const { webhookClientConfig, conversionReviewVersions, ...rest } = fields;
  const isWebhook = rest['strategy'] === 'Webhook';
  const isNamed = Array.isArray(conversionReviewVersions)
    ? conversionReviewVersions.length > 0
    : conversionReviewVersions;
  const reviewed = isNamed ? conversionReviewVersions : isWebhook ? ['v1beta1'] : undefined;
  const webhook = {
    ...(webhookClientConfig === undefined ? {} : { clientConfig: webhookClientConfig }),
    ...(reviewed === undefined ? {} : { conversionReviewVersions: reviewed }),
  };
  return Object.keys(webhook).length === 0 ? rest : { ...rest, webhook };
}

function olderSpec({ conversion, ...spec }: Fields): Fields {
  const versions = (Array.isArray(spec['versions']) ? spec['versions'] : []) as readonly Fields[];
  const [first] = versions;
  const shared: Fields = {};
  let own = versions.map((version) => withColumns(version, 'jsonPath', 'JSONPath'));
  for (const [name, part] of SHARED_PARTS) {
    if (!first || !versions.every((version) => deepEqual(version[part], first[part]))) continue;
    if (first[part] !== undefined) shared[name] = own[0]![part];
    own = own.map(({ [part]: _shared, ...rest }) => rest);
  }
  return {
    ...spec,
    ...(first ? { version: first['name'], versions: own } : {}),
    ...shared,
    ...(conversion === undefined ? {} : { conversion: olderConversion(conversion as Fields) }),
    preserveUnknownFields: spec['preserveUnknownFields'] ?? false,
  };
}

function olderConversion({ webhook, ...rest }: Fields): Fields {
  const { clientConfig, conversionReviewVersions } = fieldsOf(webhook) ?? {};
  return {
    ...rest,
    ...(clientConfig === undefined ? {} : { webhookClientConfig: clientConfig }),
    ...(conversionReviewVersions === undefined ? {} : { conversionReviewVersions }),
  };
}

function withColumns(version: Fields, from: string, to: string): Fields {
  const columns = version['additionalPrinterColumns'];
  if (!Array.isArray(columns)) return version;
  const renamed = columns.map((column: unknown) => {
    const fields = fieldsOf(column);
    if (!fields || !(from in fields)) return column;
    const { [from]: path, ...rest } = fields;
    return { ...rest, [to]: path };
  });
  return { ...version, additionalPrinterColumns: renamed };
}
