import { API_VERSION, KIND, WellKnown } from './well-known-schemas';
import { referenceTo, type GroupVersionKind, type Schema } from './schema';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** Names of the types of the API itself, which are not stored. */
export const ProtocolType = {
  ApiGroup: `${META}.APIGroup`,
  ApiGroupList: `${META}.APIGroupList`,
  ApiResource: `${META}.APIResource`,
  ApiResourceList: `${META}.APIResourceList`,
  ApiVersions: `${META}.APIVersions`,
  DeleteOptions: `${META}.DeleteOptions`,
  GroupVersion: `${META}.GroupVersionForDiscovery`,
  Patch: `${META}.Patch`,
  ServerAddress: `${META}.ServerAddressByClientCIDR`,
  Status: `${META}.Status`,
  StatusCause: `${META}.StatusCause`,
  StatusDetails: `${META}.StatusDetails`,
  Version: 'io.k8s.apimachinery.pkg.version.Info',
  WatchEvent: `${META}.WatchEvent`,
} as const;

/** Their schemas. */
export const PROTOCOL_SCHEMAS: Readonly<Record<string, Schema>> = {
  [ProtocolType.ApiGroup]: body('APIGroup', 'The name, the versions and the preferred version of a group.', {
    name: text('The name of the group.', true),
    preferredVersion: part(ProtocolType.GroupVersion, 'The version that clients are to take.'),
    serverAddressByClientCIDRs: listOf(
      ProtocolType.ServerAddress,
      'The servers of the group, by address of the client.',
    ),
    versions: listOf(ProtocolType.GroupVersion, 'The versions that are served.', true),
  }),
  [ProtocolType.ApiGroupList]: body('APIGroupList', 'The groups of a server.', {
    groups: listOf(ProtocolType.ApiGroup, 'The groups.', true),
  }),
  [ProtocolType.ApiResource]: struct('The name of a resource, and whether it has namespaces.', {
    categories: textsOf('The groups of resources that it belongs to, such as "all".'),
    group: text('The group of the kind, where it is not that of the list.'),
    kind: text('The kind of its objects, such as "Foo" for the resource "foos".', true),
    name: text('The plural name.', true),
    namespaced: { required: true, schema: { type: 'boolean', description: 'Whether its objects are in namespaces.' } },
    shortNames: textsOf('Shorter names.'),
    singularName: text('The singular name; left out, clients take the kind in small letters.', true),
    storageVersionHash: text('Changes when objects are stored in another version.'),
    verbs: textsOf('What may be done, such as get, list and watch.', true),
    version: text('The version of the kind, where it is not that of the list.'),
  }),
  [ProtocolType.ApiResourceList]: body('APIResourceList', 'The resources of a group version.', {
    groupVersion: text('The group and version.', true),
    resources: listOf(ProtocolType.ApiResource, 'Names of the resources, and whether they have namespaces.', true),
  }),
  [ProtocolType.ApiVersions]: body('APIVersions', 'The versions of the core group.', {
    serverAddressByClientCIDRs: listOf(ProtocolType.ServerAddress, 'The servers, by address of the client.', true),
    versions: textsOf('The versions that are served.', true),
  }),
  [ProtocolType.GroupVersion]: struct('A version of a group.', {
    groupVersion: text('The group and version, such as "apps/v1".', true),
    version: text('The version alone.', true),
  }),
  [ProtocolType.Patch]: { type: 'object', description: 'A patch in one of the formats that the operation consumes.' },
  [ProtocolType.ServerAddress]: struct('Where clients of an address find a server.', {
    clientCIDR: text('The addresses of the clients.', true),
    serverAddress: text('The address of the server.', true),
  }),
  [ProtocolType.Status]: body('Status', 'The answer of a call that gives no other object.', {
    code: { schema: { type: 'integer', format: 'int32', description: 'The HTTP status; 0 if it is not set.' } },
    details: part(ProtocolType.StatusDetails, 'What the reason says more.'),
    message: text('The outcome for people.'),
    metadata: part(WellKnown.ListMeta, 'Metadata as of a list.'),
    reason: text('The outcome for programs, if it is a failure.'),
    status: text('"Success" or "Failure".'),
  }),
  [ProtocolType.StatusCause]: struct('One cause of a failure.', {
    field: text('The field that caused it, such as "items[0].name".'),
    message: text('The cause for people.'),
    reason: text('The cause for programs.'),
  }),
  [ProtocolType.StatusDetails]: struct('What a failure is about.', {
    causes: listOf(ProtocolType.StatusCause, 'The causes, in the order of the fields.'),
    group: text('The group of the resource.'),
    kind: text('The kind or resource.'),
    name: text('The name of the object.'),
    retryAfterSeconds: {
      schema: { type: 'integer', format: 'int32', description: 'After how many seconds to try again.' },
    },
    uid: text('The UID of the object.'),
  }),
  [ProtocolType.Version]: struct('The version of a server, and how it was built.', {
    buildDate: text('When it was built.', true),
    compiler: text('The compiler.', true),
    gitCommit: text('The commit that it was built from.', true),
    gitTreeState: text('"clean", or "dirty" with changes that were not committed.', true),
    gitVersion: text('The whole version.', true),
    goVersion: text('The version of Go.', true),
    major: text('The major version.', true),
    minor: text('The minor version.', true),
    platform: text('Operating system and architecture.', true),
  }),
  [ProtocolType.WatchEvent]: {
    ...struct('One event of a watch.', {
      object: { required: true, schema: { type: 'object', description: 'The object; of an ERROR, a Status.' } },
      type: text('ADDED, MODIFIED, DELETED, BOOKMARK or ERROR.', true),
    }),
    'x-kubernetes-group-version-kind': [kindOf('WatchEvent')],
  },
};

/** A property, and whether it is always there. */
interface Property {
  readonly schema: Schema;
  readonly required?: boolean;
}

function text(description: string, required = false): Property {
  return { schema: { type: 'string', description }, required };
}

function textsOf(description: string, required = false): Property {
  return { schema: { type: 'array', items: { type: 'string' }, description }, required };
}

function part(name: string, description: string): Property {
  return { schema: { $ref: referenceTo(name), description } };
}

function listOf(name: string, description: string, required = false): Property {
  return { schema: { type: 'array', items: { $ref: referenceTo(name) }, description }, required };
}

function struct(description: string, fields: Readonly<Record<string, Property>>): Schema {
  const entries = Object.entries(fields);
  const required = entries.filter(([, field]) => field.required).map(([name]) => name);
  return {
    type: 'object',
    description,
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** A struct that clients read as a kind of `v1`. */
function body(kind: string, description: string, fields: Readonly<Record<string, Property>>): Schema {
  const own = struct(description, fields);
  return {
    ...own,
    properties: { apiVersion: API_VERSION, kind: KIND, ...own.properties },
    'x-kubernetes-group-version-kind': [kindOf(kind)],
  };
}

function kindOf(kind: string): GroupVersionKind {
  return { group: '', version: 'v1', kind };
}
