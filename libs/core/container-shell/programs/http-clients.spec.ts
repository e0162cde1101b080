import { FileBudget, FileStore, FileSystem, NoAnswer, startCommand, type HttpAnswer, type HttpRequest } from '../index';
import { run } from '../testing/run';

const ANSWERS: Readonly<Record<string, Partial<HttpAnswer>>> = {
  'GET shop:80/': { body: 'hello\n' },
  'GET shop:8080/api/items?n=1': { body: '[]', headers: { 'X-Page': '1' } },
  'POST shop:80/': { status: 201, body: 'made' },
  'HEAD shop:80/': { headers: { 'X-Page': '1' } },
  'GET shop:80/none': { status: 404, body: 'no such page' },
  'GET shop:80/old': { status: 302, headers: { Location: '/' } },
  'GET shop:80/round': { status: 302, headers: { Location: '/round' } },
  'GET shop:80/slow': { body: 'late', afterMs: 5000 },
};

function answer({ method, host, port, target }: HttpRequest): HttpAnswer | NoAnswer {
  if (host === 'nowhere') return NoAnswer.UnknownHost;
  const given = ANSWERS[`${method} ${host}:${port}${target}`];
  return given ? { status: 200, headers: {}, body: '', afterMs: 0, ...given } : NoAnswer.Refused;
}

function printed(script: string): unknown {
  const files = new FileSystem(new FileStore(new FileBudget(10_000, 10), 0), [], () => 0);
  const process = startCommand(
    {
      hostname: 'web',
      files,
      environment: new Map(),
      workingDir: '/',
      scripted: [],
      mainCommand: '',
      kernel: '',
      userId: 0,
      request: answer,
      nowMs: () => 0,
    },
    ['sh', '-c', script],
  )!;
  const { stdout, stderr, code, sleptMs } = run(process);
  return [code, stdout, stderr, ...(sleptMs > 0 ? [sleptMs] : [])];
}

test.each<[string, unknown]>([
  ['curl shop', [0, 'hello\n', '']],
  ["curl -s 'http://shop:8080/api/items?n=1'", [0, '[]', '']],
  ['curl -i http://shop:8080/api/items?n=1', [0, 'HTTP/1.1 200\r\nX-Page: 1\r\n\r\n[]', '']],
  ['curl -I shop', [0, 'HTTP/1.1 200\r\nX-Page: 1\r\n\r\n', '']],
  ['curl -d x shop', [0, 'made', '']],
  ['curl -g -q --connect-timeout 5 --interface 10.0.0.1 http://shop', [0, 'hello\n', '']],
  ["curl -s -o /dev/null -w '%{http_code}\\n' shop/none", [0, '404\n', '']],
  ['curl -sf shop/none', [22, '', '']],
  ['curl -fsS shop/none', [22, '', 'curl: (22) The requested URL returned error: 404\n']],
  ['curl shop/old', [0, '', '']],
  ['curl -L shop/old', [0, 'hello\n', '']],
  ['curl -L -o /dev/null shop/round', [0, '', '']],
  ['curl shop/slow', [0, 'late', '', 5000]],
  [
    'curl -m 2 shop/slow',
    [28, '', 'curl: (28) Operation timed out after 2000 milliseconds with 0 bytes received\n', 2000],
  ],
  ['curl nowhere', [6, '', 'curl: (6) Could not resolve host: nowhere\n']],
  ['curl shop:81', [7, '', 'curl: (7) Failed to connect to shop port 81: Connection refused\n']],
  ['curl https://shop', [7, '', 'curl: (7) Failed to connect to shop port 443: Connection refused\n']],
  ['curl ftp://shop', [3, '', 'curl: (3) URL rejected: ftp://shop\n']],
  ['wget -qO- http://shop/', [0, 'hello\n', '']],
  ['wget -q shop; cat index.html', [0, 'hello\n', '']],
  ['wget -O - shop/old', [0, 'hello\n', '']],
  ['wget shop/none', [1, '', 'wget: server returned error: HTTP/1.1 404\n']],
  ['wget -T 1 -O- shop/slow', [1, '', 'wget: download timed out\n', 1000]],
  ['wget nowhere:8080', [1, '', "wget: bad address 'nowhere:8080'\n"]],
  ['wget shop:81', [1, '', "wget: can't connect to remote host (shop): Connection refused\n"]],
])('%s', (script, want) => {
  expect(printed(script)).toEqual(want);
});
