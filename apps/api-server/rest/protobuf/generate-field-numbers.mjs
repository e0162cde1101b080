// Writes field-numbers.generated.ts from the .proto files and Go types of k8s.io/api and k8s.io/apimachinery.
// Run it from the root of the repository, with a folder that holds checkouts of both (`api/`, `apimachinery/`):
//   node apps/api-server/rest/protobuf/generate-field-numbers.mjs FOLDER
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
if (!folder) throw new TypeError('the folder with api/ and apimachinery/ is missing');
const META = 'k8s.io.apimachinery.pkg.apis.meta.v1';
/** Struct of the table of structs, package and message. */
const ROOTS = Object.entries({
  core: 'Pod Node Namespace ReplicationController Service Endpoints ConfigMap Secret ServiceAccount Event Binding ResourceQuota LimitRange PersistentVolume PersistentVolumeClaim PodTemplate',
  apps: 'Deployment ReplicaSet StatefulSet DaemonSet ControllerRevision',
  batch: 'Job CronJob',
  policy: 'PodDisruptionBudget Eviction',
  scheduling: 'PriorityClass',
  rbac: 'Role RoleBinding ClusterRole ClusterRoleBinding',
  coordination: 'Lease',
  storage: 'StorageClass CSINode CSIDriver CSIStorageCapacity VolumeAttachment',
  discovery: 'EndpointSlice',
  networking: 'Ingress IngressClass NetworkPolicy',
  autoscaling: 'Scale',
  authorization: 'SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview LocalSubjectAccessReview',
  authentication: 'TokenReview SelfSubjectReview TokenRequest',
}).flatMap(([group, kinds]) => kinds.split(' ').map((kind) => [structName(kind), `k8s.io.api.${group}.v1`, kind]));
ROOTS.push(['V1DeleteOptions', META, 'DeleteOptions']);
/** The fields of events.k8s.io have other names than those of the stored kind. */
const EVENT_NAMES = {
  regarding: 'involvedObject',
  note: 'message',
  reportingController: 'reportingComponent',
  deprecatedSource: 'source',
  deprecatedFirstTimestamp: 'firstTimestamp',
  deprecatedLastTimestamp: 'lastTimestamp',
  deprecatedCount: 'count',
};

/** Fields whose name differs between JSON and the wire. */
const RENAMED = { uID: 'uid', aPIGroup: 'apiGroup' };

function structName(kind) {
  return { Event: 'CoreV1Event', TokenRequest: 'AuthenticationV1TokenRequest' }[kind] ?? `V1${kind}`;
}

const packages = new Map();
function packageOf(name) {
  let loaded = packages.get(name);
  if (!loaded) packages.set(name, (loaded = loadPackage(name)));
  return loaded;
}

function loadPackage(name) {
  const [, , repository, ...path] = name.split('.');
  const place = join(folder, repository, ...path);
  const messages = new Map();
  const proto = readFileSync(join(place, 'generated.proto'), 'utf8').replace(/^\s*\/\/.*$/gm, '');
  for (const [, message, body] of proto.matchAll(/^message (\w+) \{\n([^]*?)^\}/gm)) {
    const fields = [...body.matchAll(/(optional|repeated|map<string, ([\w.]+)>) ?([\w.]*) (\w+) = (\d+)/g)].map(
      ([, , mapped, type, field, number]) => ({ field, number, type: mapped ?? type }),
    );
    messages.set(message, fields);
  }
  const go = existsSync(join(place, 'types.go')) ? readFileSync(join(place, 'types.go'), 'utf8') : '';
  const kept = new Set();
  for (const [, struct, body] of go.matchAll(/^type (\w+) struct \{\n([^]*?)^\}/gm)) {
    for (const [, type, json] of body.matchAll(/^\t\w+\s+(\S+)\s+`json:"([^"]+)"/gm)) {
      if (type.startsWith('*') || !json.includes('omitempty')) kept.add(`${struct}.${json.split(',')[0]}`);
    }
  }
  return { messages, kept };
}

const structs = new Map(
  readFileSync('libs/core/api-types/structure/structs.generated.ts', 'utf8')
    .split('\n')
    .filter((line) => /^\w+ \w+:/.test(line))
    .map((line) => {
      const [name, ...fields] = line.split(' ');
      return [name, new Map(fields.map((field) => field.split(/:(.*)/)))];
    }),
);

const lines = new Map();
function visit(struct, packageName, message, names = {}, lineName = struct) {
  if (lines.has(lineName)) return;
  lines.set(lineName, '');
  const entries = fieldsOf({ struct, packageName, message, names, prefix: '' });
  lines.set(lineName, `${lineName} ${entries.join(' ')}`);
}

function fieldsOf({ struct, packageName, message, names, prefix }) {
  const { messages, kept } = packageOf(packageName);
  return messages.get(message).flatMap(({ field, number, type }) => {
    const name = names[field] ?? RENAMED[field] ?? field;
    const shape = structs.get(struct).get(name);
    const target = resolve(packageName, type);
    if (shape === undefined) {
      // What Go embeds is a message of its own on the wire and nothing at all in JSON.
      const isEmbedded =
        target &&
        packageOf(target[0])
          .messages.get(target[1])
          ?.some((f) => structs.get(struct).has(f.field));
      const isKnownName = /^(metadata|items)$/.test(field);
      if (!isEmbedded || isKnownName) return [];
      return fieldsOf({ struct, packageName: target[0], message: target[1], names, prefix: `${prefix}${number}.` });
    }
    const nested = shape.replace(/^[[{]+/, '');
    if (structs.has(nested) && target) visit(nested, ...target);
    const keep = kept.has(`${message}.${field}`) ? '!' : '';
    return [`${name}=${prefix}${number}${keep}`];
  });
}

function resolve(packageName, type) {
  if (type.startsWith('.')) {
    const parts = type.slice(1).split('.');
    const name = parts.pop();
    const home = parts.join('.');
    return home.endsWith('.v1') ? [home, name] : undefined;
  }
  return packageOf(packageName).messages.has(type) ? [packageName, type] : undefined;
}

for (const [struct, packageName, message] of ROOTS) visit(struct, packageName, message);
visit('CoreV1Event', 'k8s.io.api.events.v1', 'Event', EVENT_NAMES, 'EventsV1Event');
const body = [...lines.values()].sort().join('\n');
writeFileSync(
  'apps/api-server/rest/protobuf/field-numbers.generated.ts',
  `// Generated by generate-field-numbers.mjs; do not edit.\n\n/** One struct a line: its name, then \`field=number\`, as explained in wire-structs.ts. */\nexport const FIELD_NUMBERS = \`\n${body}\n\`;\n`,
);
