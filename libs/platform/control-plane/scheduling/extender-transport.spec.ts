import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { SchedulerSettings } from '@orrery/scheduling';
import { namelessAuthority, namelessLeaf, type NamelessPair } from '@orrery/test-services';
import { extenderTransport } from './extender-transport';

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

type Settings = SchedulerSettings['extenders'][number];

/** Asks an extender that has this certificate, by the authority that its settings name. */
async function ask({ cert, key }: NamelessPair, tlsConfig: object): Promise<unknown> {
  const server = createServer({ cert, key }, (_request, response) => response.end('{"NodeNames":["a"]}'));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const settings = { enableHttps: true, httpTimeoutMs: 10_000, tlsConfig } as unknown as Settings;
  return extenderTransport(new AbortController().signal)(`https://127.0.0.1:${port}/filter`, {}, settings);
}

test('certificates of extenders are accepted that Go accepts, and no others', async () => {
  const own = await namelessAuthority();
  const leaf = await namelessLeaf(own);
  const naming = ({ cert }: NamelessPair): object => ({ caData: Buffer.from(cert).toString('base64') });
  expect(await ask(leaf, naming(own))).toEqual({ status: 200, body: { NodeNames: ['a'] } });
  expect(await ask(leaf, naming(await namelessAuthority()))).toMatchObject({ error: expect.stringMatching(/^Post /) });
  expect(await ask(leaf, { insecure: true })).toMatchObject({ status: 200 });
});
