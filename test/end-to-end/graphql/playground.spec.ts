import { runInNewContext } from 'node:vm';
import { parse, print, separateOperations, validate, type OperationDefinitionNode } from 'graphql';
import { GraphqlClient } from '../../../libs/testing/kit/graphql-client';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';

let server: TestGraphqlServer;

beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

interface PageOptions {
  readonly endpointURL: string;
  readonly subscriptionsEndpoint: string;
  readonly instanceStorageNamespace: string;
  readonly initialWindows: readonly { readonly initialName: string; readonly initialQuery: string }[];
}

/** Returns the options with which the page starts its editor, found as a browser finds them. */
async function openPlayground(root: string): Promise<{ policy: string; html: string; options: PageOptions }> {
  const response = await fetch(`${server.url}${root}/playground/`);
  const html = await response.text();
  const policy = response.headers.get('content-security-policy') ?? '';
  const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
  const script = html.split(`<script type="module" nonce="${nonce}">`)[1]!.split('</script>')[0]!;
  let options: PageOptions | undefined;
  runInNewContext(script, { AltairGraphQL: { init: (given: PageOptions) => (options = given) } });
  return { policy, html, options: options! };
}

interface Example {
  readonly name: string;
  readonly kind: OperationDefinitionNode['operation'];
  readonly text: string;
}

function examplesOf(query: string): Example[] {
  const document = parse(query);
  const texts = separateOperations(document);
  return document.definitions
    .filter((each) => each.kind === 'OperationDefinition')
    .map(({ name, operation }) => ({ name: name!.value, kind: operation, text: print(texts[name!.value]!) }));
}

async function send(client: GraphqlClient, { kind, text }: Example): Promise<unknown> {
  if (kind === 'subscription') {
    const subscription = client.subscribe(text);
    const [first] = await subscription.until((events) => events.length > 0);
    subscription.stop();
    return first;
  }
  const { data, errors } = await client.post(JSON.stringify({ query: text }));
  expect(errors).toEqual([]);
  for (const part of Object.values(data ?? {}))
    expect((part as { errors?: unknown[] } | null)?.errors ?? []).toEqual([]);
  return data;
}

it.each([['default'], ['other']])('opens with twenty examples that run in their order: cluster %s', async (name) => {
  await server.cluster({ name, nodes: 3, zones: 3 });
  const root = name === 'default' ? '' : `/clusters/${name}`;
  const { options } = await openPlayground(root);
  expect(options).toMatchObject({
    endpointURL: `${root}/graphql`,
    subscriptionsEndpoint: `${root}/graphql`,
    instanceStorageNamespace: `orrery_${name}_`,
  });
  const queries = options.initialWindows.map(({ initialQuery }) => initialQuery);
  expect(queries.flatMap((query) => validate(server.api.schema, parse(query)))).toEqual([]);
  const examples = queries.flatMap(examplesOf);
  expect(new Set(examples.map((each) => each.name)).size).toBe(20);

  const client = new GraphqlClient(`${server.url}${root}`);
  const answers = new Map<string, unknown>();
  for (const example of examples) answers.set(example.name, await send(client, example));
  await client.close();
  expect(answers.get('Overview')).toMatchObject({ clusterSummary: { nodes: { total: 3, ready: 3 } } });
  expect(answers.get('AdvanceClock')).toMatchObject({
    advanceClock: { clock: { now: '2026-03-01T12:05:00.000000Z' } },
  });
  expect(answers.get('DrainNode')).toMatchObject({ drainNode: { isDrained: true } });
  expect(answers.get('ClearFaults')).toMatchObject({ clearFaults: { nodes: ['node-1'] } });
  expect(answers.get('ExplainScheduling')).toMatchObject({
    explainScheduling: { selectedNode: { metadata: { name: expect.any(String) as string } } },
  });
  expect(answers.get('Decisions')).toMatchObject({
    schedulingDecisions: { nodes: expect.arrayContaining([expect.objectContaining({ outcome: 'BOUND' })]) as unknown },
  });
  expect(answers.get('WatchPods')).toMatchObject({ type: 'ADDED' });
});

it('asks this server only, and advertises nothing', async () => {
  const { policy, html } = await openPlayground('');
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining([
      "default-src 'self'",
      expect.stringMatching(/^script-src 'self' 'nonce-[^']+'$/),
      "frame-ancestors 'none'",
    ]),
  );
  // No other origin is allowed anything: whatever the editor would load from the internet, browsers refuse.
  expect(policy).not.toMatch(/https?:|\*/);
  expect(html).toContain('nz-alert { display: none }');
  expect(html).toContain("'banners.disable': true");
  expect(html).toContain('disableAccount: true');
  expect((await openPlayground('')).policy).not.toBe(policy);
});

it('runs scripts of its users in a frame that reaches nothing of the page', async () => {
  const response = await fetch(`${server.url}/playground/iframe-sandbox/index.html`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-security-policy')).toBe('sandbox allow-scripts');
});
