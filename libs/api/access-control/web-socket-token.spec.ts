import { webSocketToken } from './web-socket-token';

const SECRET = Buffer.from('root-token').toString('base64url');
const protocol = (text: string): string => `base64url.bearer.authorization.k8s.io.${text}`;

test.each([
  ['beside another protocol', `v5.channel.k8s.io, ${protocol(SECRET)}`, { token: 'root-token' }],
  ['before another protocol', `${protocol(SECRET)},v4.channel.k8s.io`, { token: 'root-token' }],
  ['not offered', 'v5.channel.k8s.io', {}],
  ['empty', `v5.channel.k8s.io, ${protocol('')}`, {}],
  ['alone', protocol(SECRET), { error: 'missing additional subprotocol' }],
  [
    'offered twice',
    `v1, ${protocol(SECRET)}, ${protocol(SECRET)}`,
    { error: 'multiple base64.bearer.authorization tokens specified' },
  ],
  ['padded', `v1, ${protocol('YQ==')}`, { error: 'invalid base64.bearer.authorization token encoding' }],
  ['cut', `v1, ${protocol('YWJjZ')}`, { error: 'invalid base64.bearer.authorization token encoding' }],
  ['not a text', `v1, ${protocol('_w')}`, { error: 'invalid base64.bearer.authorization token encoding' }],
])('a token that is %s', (_what, offered, want) =>
  expect(webSocketToken({ upgrade: 'websocket', 'sec-websocket-protocol': offered })).toEqual(want),
);

test('only requests for a WebSocket authenticate by a protocol', () => {
  const offered = `v1, ${protocol(SECRET)}`;
  expect(webSocketToken({ 'sec-websocket-protocol': offered })).toEqual({});
  expect(webSocketToken({ upgrade: 'SPDY/3.1', 'sec-websocket-protocol': offered })).toEqual({});
});
