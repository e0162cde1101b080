import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { IS_OVER, namelessAuthority, namelessLeaf, type NamelessPair } from '@orrery/test-services';
import { callWebhook } from './call-webhook';

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

/** Calls a webhook with the certificate of `leaf`, which is to lead to the bundle. */
async function call({ cert, key }: NamelessPair, bundle: readonly NamelessPair[]): Promise<unknown> {
  const server = createServer({ cert, key }, (_request, response) => response.end('{"ok":true}'));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const caBundle = Buffer.from(bundle.map((each) => each.cert).join('\n')).toString('base64');
  return callWebhook({ url: new URL(`https://127.0.0.1:${port}/`), caBundle, body: {}, timeoutSeconds: 10 });
}

test('a certificate that an authority without a name signed is accepted, as Go accepts it', async () => {
  const own = await namelessAuthority();
  const leaf = await namelessLeaf(own);
  expect(await call(leaf, [await namelessAuthority(), own])).toEqual({ ok: true });
  expect(await call(leaf, [leaf])).toEqual({ ok: true });
});

const UNKNOWN = 'x509: certificate signed by unknown authority';

test('one that another authority signed, or one that is none or is over, is refused', async () => {
  const other = await namelessAuthority();
  await expect(call(await namelessLeaf(await namelessAuthority()), [other])).rejects.toThrow(UNKNOWN);
  const none = await namelessAuthority({ isAuthority: false });
  await expect(call(await namelessLeaf(none), [none])).rejects.toThrow(UNKNOWN);
  const over = await namelessAuthority({ until: IS_OVER });
  await expect(call(await namelessLeaf(over), [over])).rejects.toThrow('failed to verify certificate');
});

test('names, times and purposes of the certificate count', async () => {
  const own = await namelessAuthority();
  await expect(call(await namelessLeaf(own, { name: { type: 'ip', value: '10.1.1.1' } }), [own])).rejects.toThrow(
    /127\.0\.0\.1.*not in the cert's list/,
  );
  await expect(call(await namelessLeaf(own, { until: IS_OVER }), [own])).rejects.toThrow(
    'failed to verify certificate',
  );
  await expect(call(await namelessLeaf(own, { usage: '1.3.6.1.5.5.7.3.2' }), [own])).rejects.toThrow(
    'unsuitable certificate purpose',
  );
});
