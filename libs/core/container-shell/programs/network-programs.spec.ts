import {
  encode,
  FileBudget,
  FileStore,
  FileSystem,
  NoAnswer,
  startCommand,
  type DnsRecord,
  type Network,
} from '../index';
import { run } from '../testing/run';

const NAMES: Readonly<Record<string, readonly DnsRecord[]>> = {
  'A shop': [{ name: 'shop.d1.svc.cluster.local.', type: 'A', data: '10.96.0.7' }],
  'A alias': [
    { name: 'alias.d1.svc.cluster.local.', type: 'CNAME', data: 'shop.d1.svc.cluster.local.' },
    { name: 'shop.d1.svc.cluster.local.', type: 'A', data: '10.96.0.7' },
  ],
  'SRV _http._tcp.shop': [{ name: '_http._tcp.shop.d1.svc.cluster.local.', type: 'SRV', data: '0 100 80 shop.' }],
  'PTR 7.0.96.10.in-addr.arpa': [{ name: '7.0.96.10.in-addr.arpa.', type: 'PTR', data: 'shop.d1.svc.cluster.local.' }],
};
const network: Pick<Network, 'connect' | 'send' | 'lookup'> = {
  connect: ({ host, port }) => (host === 'nowhere' ? NoAnswer.UnknownHost : port === 80 ? undefined : NoAnswer.Refused),
  send: (_remote, text) => (text.trim() === 'hostname' ? 'shop-0' : undefined),
  lookup: ({ name, type }) => NAMES[`${type} ${name}`] ?? [],
};
const FILES = {
  '/etc/hosts': '127.0.0.1\tlocalhost\n10.1.0.4\tweb-0.web.d1.svc.cluster.local\tweb-0\n',
  '/etc/resolv.conf': 'nameserver 10.96.0.10\nsearch d1.svc.cluster.local svc.cluster.local\n',
};

function printed(script: string, machine: object = {}): unknown {
  const files = new FileSystem(new FileStore(new FileBudget(10_000, 50), 0), [], () => 0);
  for (const directory of ['/etc', '/tmp']) files.makeDirectories(directory);
  for (const [path, text] of Object.entries(FILES)) files.write(path, encode(text));
  const found = {
    ...{ hostname: 'web-0', files, environment: new Map(), workingDir: '/', scripted: [], mainCommand: '' },
    ...{ kernel: '', userId: 1000, isAgnhost: true, network, nowMs: () => 0, ...machine },
  };
  const { stdout, stderr, code } = run(startCommand(found, ['sh', '-c', script])!);
  return [code, stdout, stderr];
}

test.each<[string, readonly [number, string, string]]>([
  ['nc -zv -t -w 2 shop 80', [0, '', 'Connection to shop 80 port [tcp/*] succeeded!\n']],
  ['nc -zv -t -w 2 shop 81', [1, '', 'nc: connect to shop port 81 (tcp) failed: Connection refused\n']],
  ['nc -z nowhere 80', [1, '', 'nc: getaddrinfo for host "nowhere" port 80: Name does not resolve\n']],
  ['echo hostname | nc -w 1 -u shop 81', [0, 'shop-0', '']],
  ['dig +notcp +noall +answer +search shop A', [0, 'shop.d1.svc.cluster.local.\t5\tIN\tA\t10.96.0.7\n', '']],
  ['dig +short +search _http._tcp.shop SRV', [0, '0 100 80 shop.\n', '']],
  ['dig +short -x 10.96.0.7', [0, 'shop.d1.svc.cluster.local.\n', '']],
  ['dig +short +search none', [0, '', '']],
  ['getent hosts web-0', [0, '10.1.0.4        web-0.web.d1.svc.cluster.local web-0\n', '']],
  ['getent hosts shop', [0, '10.96.0.7       shop.d1.svc.cluster.local\n', '']],
  ['getent hosts none', [2, '', '']],
  ['hostname -i', [0, '10.1.0.4\n', '']],
  [
    `hostname -i | awk -F. '{print $1"-"$2"-"$3"-"$4".d1.pod.cluster.local"}'`,
    [0, '10-1-0-4.d1.pod.cluster.local\n', ''],
  ],
  [`echo a b | awk {'print $2, $1'}`, [0, 'b a\n', '']],
  ['/agnhost connect --timeout=3s shop:80', [0, '', '']],
  ['/agnhost connect shop:81', [1, '', 'REFUSED\n']],
  ['/agnhost connect nowhere:80', [1, '', 'DNS: lookup nowhere: no such host\n']],
  ['/agnhost dns-suffix', [0, 'd1.svc.cluster.local,svc.cluster.local\n', '']],
  ['/agnhost dns-server-list', [0, '10.96.0.10\n', '']],
  ['for i in `seq 1 2`; do echo "`echo \\`echo $i\\``"; done', [0, '1\n2\n', '']],
  [
    'dd if=/dev/zero of=/tmp/f bs=1 count=3 conv=fsync && wc -c /tmp/f',
    [0, '3 /tmp/f\n', '3+0 records in\n3+0 records out\n3 bytes copied\n'],
  ],
  ['touch /tmp/a && mv -v /tmp/a /tmp/b', [0, "'/tmp/a' -> '/tmp/b'\n", '']],
  ['ip link add dummy0 type dummy', [2, '', 'ip: RTNETLINK answers: Operation not permitted\n']],
  ['nnp', [0, 'Effective uid: 1000\n', '']],
])('%s', (script, expected) => {
  expect(printed(script)).toEqual(expected);
});

test('nslookup follows an alias to an address', () => {
  const [code, stdout] = printed('nslookup alias') as [number, string];
  expect(code).toBe(0);
  expect(stdout).toContain('alias.d1.svc.cluster.local\tcanonical name = shop.d1.svc.cluster.local.');
  expect(stdout).toContain('Address: 10.96.0.7');
  expect((printed('nslookup none') as [number])[0]).toBe(1);
});

test('privileges let a process make devices and run as root', () => {
  const privileges = { administersNetwork: true, gainsPrivileges: true };
  expect(printed('ip link add dummy0 type dummy; nnp', { privileges })).toEqual([0, 'Effective uid: 0\n', '']);
});

test('sysctl prints what the pod sets', () => {
  const sysctls = new Map([['kernel.shm_rmid_forced', '1']]);
  expect(printed('sysctl kernel.shm_rmid_forced', { sysctls })).toEqual([0, 'kernel.shm_rmid_forced = 1\n', '']);
  expect(printed('sysctl -n net.x', { sysctls })).toEqual([1, '', "sysctl: error: 'net.x' is an unknown key\n"]);
});
