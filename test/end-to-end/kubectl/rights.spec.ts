import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseStaticTokens } from '@orrery/access';
import { AuthorizationMode } from '@orrery/control-plane';
import { parse, subscribe, type GraphQLField } from 'graphql';
import { ruledFields } from '../../../libs/api/graphql/server/access/authorize-schema';
import { requestContext } from '../../../libs/api/graphql/requests/request-context';
import { RouteAccess } from '../../../libs/api/access-control/route-access';
import { ask, type GraphqlClient } from '../../../libs/testing/kit/graphql-client';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';
import { minimalOperation, type NamedValues } from '../../../libs/testing/kit/minimal-operation';

const REFERENCE = join(__dirname, '../../../docs/reference/access-rights.md');

/** Clients that try everything, in the order of the columns of the reference. */
const CLIENTS = [
  { name: 'anonymous', token: undefined },
  { name: 'reader', token: 'reader-token' },
  { name: 'other admin', token: 'other-token' },
  { name: 'admin', token: 'admin-token' },
  { name: 'server viewer', token: 'viewer-token' },
  { name: 'server admin', token: 'server-token' },
] as const;

const USERS = `
root-token,root,u0,"system:masters"
reader-token,reader,u1
other-token,other-admin,u2
admin-token,admin,u3
viewer-token,viewer,u4,"orrery:server-viewers"
server-token,server-admin,u5,"orrery:server-admins"
`;

type RuledField = ReturnType<typeof ruledFields>[number];

/** Arguments that name something that there is, so that a right decides and not a missing object. */
const NAMED = {
  name: 'node-1',
  node: 'node-1',
  nodes: ['node-1'],
  namespace: 'default',
  apiVersion: 'v1',
  kind: 'Node',
};

/** Arguments for a field that needs others than the usual. */
function valuesFor({ field }: RuledField): NamedValues {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'sample', namespace: 'default' } };
  const own = { object, effect: 'NoSchedule' };
  const isOfWorkload = field.name === 'scale' || field.name.startsWith('rollout');
  return { ...NAMED, ...own, ...(isOfWorkload ? { apiVersion: 'apps/v1', kind: 'Deployment' } : {}) };
}

/** Paths that represent the patterns of the Kubernetes API. */
const SAMPLES: Readonly<Record<string, string>> = {
  '/api/*': '/api/v1/namespaces/default/pods',
  '/apis/*': '/apis/apps/v1/namespaces/default/deployments',
  '/openapi/*': '/openapi/v2',
};

let server: TestGraphqlServer;
let own: TestGraphqlCluster;

beforeAll(async () => {
  const { users } = parseStaticTokens(USERS);
  server = await startTestGraphqlServer({
    access: { mode: AuthorizationMode.Rbac, users: users! },
    token: 'root-token',
  });
  own = await server.cluster({ nodes: 1 });
  const other = await server.cluster();
  await bind(own, 'reader', 'view');
  await bind(own, 'admin', 'cluster-admin');
  await bind(other, 'other-admin', 'cluster-admin');
});
afterAll(() => server.close());

async function bind(cluster: GraphqlClient, user: string, role: string): Promise<void> {
  const object = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: user },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
    subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: user }],
  };
  await cluster.mutate('createObject', { object }, 'object { id }');
}

/** Returns whether each client gets further than the question of rights. */
async function tryAll(attempt: (token: string | undefined) => Promise<boolean>): Promise<string> {
  const cells: string[] = [];
  for (const { token } of CLIENTS) cells.push((await attempt(token)) ? 'yes' : '–');
  return cells.join(' | ');
}

function headersOf(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

async function mayUse(method: string, path: string, token: string | undefined): Promise<boolean> {
  const { status } = await ask(`${own.url}${path}`, { method, headers: headersOf(token) });
  return status !== 401 && status !== 403;
}

/** Returns whether a field answers anything but FORBIDDEN. Subscriptions are started in this process: an open one stays silent. */
async function mayAsk(ruled: RuledField, token: string | undefined): Promise<boolean> {
  const { operation, field } = ruled;
  const { query, variables } = minimalOperation(
    operation,
    field as unknown as GraphQLField<unknown, never>,
    valuesFor(ruled),
  );
  if (operation !== 'subscription') {
    const headers = { 'content-type': 'application/json', ...headersOf(token) };
    const answer = await ask(`${own.url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables }),
    });
    return !answer.body.includes('"FORBIDDEN"');
  }
  const { plane, access, api } = server;
  const caller = { headers: headersOf(token), headersDistinct: {} };
  const contextValue = await requestContext({ plane, access }, { name: own.name }, caller);
  const started = await subscribe({
    schema: api.schema,
    document: parse(query),
    variableValues: variables,
    contextValue,
  });
  if (Symbol.asyncIterator in started) {
    await started.return(undefined);
    return true;
  }
  return !started.errors!.some(({ extensions }) => extensions['code'] === 'FORBIDDEN');
}

const HEAD = `${CLIENTS.map(({ name }) => name).join(' | ')}`;
const RULE = CLIENTS.map(() => '---').join(' | ');

async function routesTable(): Promise<string[]> {
  const rows: string[] = [];
  for (const { method, path, access } of server.api.routes) {
    // Every method that the path does not serve is answered like this one; HEAD like GET.
    if (access === RouteAccess.Cluster && method !== 'GET') continue;
    if (method === 'HEAD' || method === 'OPTIONS') continue;
    const sample = (SAMPLES[path] ?? path).replace(/:\w+/g, 'x').replace('*', '');
    rows.push(`| ${method} \`${path}\` | ${access} | ${await tryAll((token) => mayUse(method, sample, token))} |`);
  }
  return [`| route | evaluated by | ${HEAD} |`, `| --- | --- | ${RULE} |`, ...[...new Set(rows)].sort()];
}

async function fieldsTable(operation: RuledField['operation']): Promise<string[]> {
  const rows: string[] = [];
  for (const ruled of ruledFields(server.api.schema)) {
    if (ruled.operation !== operation) continue;
    const cells = await tryAll((token) => mayAsk(ruled, token));
    rows.push(`| \`${ruled.field.name}\` | ${ruled.rule.text} | ${cells} |`);
  }
  return [`| ${operation} | right | ${HEAD} |`, `| --- | --- | ${RULE} |`, ...rows];
}

test('every route and every field is open to those whom the reference names, and to no other client', async () => {
  const text = [
    '# Rights',
    '',
    'Generated by `npm run reference` from the routes and the schema of a running server with users and roles: each was',
    'tried by each client. `yes`: the request passed access control.',
    '',
    '- **anonymous** sends no token. **reader** has the role `view` in the cluster of the request.',
    '- **admin** has the role `cluster-admin` in the cluster of the request, **other admin** in another cluster.',
    '- **server viewer** and **server admin** are users of the groups `orrery:server-viewers` and `orrery:server-admins`,',
    '  without a role in any cluster. The group `system:masters` has all rights.',
    '',
    '## Routes',
    '',
    '`public`: no authentication. `server`: a right on the server to the path. `cluster`: the roles of the cluster, for the resource',
    'or path of the request. `fields`: see below; an unknown token is refused.',
    '',
    ...(await routesTable()),
    ...(
      await Promise.all(
        (['query', 'mutation', 'subscription'] as const).map(async (operation) => [
          '',
          `## GraphQL: ${operation}`,
          '',
          ...(await fieldsTable(operation)),
        ]),
      )
    ).flat(),
    '',
  ].join('\n');
  if (process.env['ORRERY_WRITE_REFERENCE'] === 'true') writeFileSync(REFERENCE, text);
  expect(text).toEqual(readFileSync(REFERENCE, 'utf8'));
});
