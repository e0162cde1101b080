import { isAddress } from '../text-pattern';
import type { DnsRecord, Network, RecordType } from '../servers/network';
import { NoAnswer } from '../servers/http-answer';
import { decode, fail, print, printError, readAll, Unknown } from '../process';
import { complain, filesOf, machineOf, optionsOf, type Call, type Program } from './program';

/** Seconds that the sender of a datagram waits for a reply without `-w`. */
const USUAL_WAIT_SECONDS = 1;

function networkOf(call: Call): Pick<Network, 'connect' | 'send' | 'lookup'> {
  const { network } = machineOf(call);
  if (!network) throw new Unknown('network');
  return network;
}

/** `nc -z -v -t -u -w SECONDS HOST PORT`: looks whether something listens, or sends its input as a datagram. */
const nc: Program = function* (call) {
  const { flags, values, rest } = optionsOf(call.args, 'wpi');
  const [host = '', port = ''] = rest;
  if (host === '' || !/^\d{1,5}$/.test(port)) return yield* complain(call, 'missing port number');
  const isDatagram = flags.has('u');
  const remote = { host, port: Number(port), protocol: isDatagram ? ('UDP' as const) : ('TCP' as const) };
  const network = networkOf(call);
  if (flags.has('z') || !isDatagram) {
    const problem = network.connect(remote);
    if (problem === NoAnswer.UnknownHost)
      return yield* complain(call, `getaddrinfo for host "${host}" port ${port}: Name does not resolve`);
    const kind = isDatagram ? 'udp' : 'tcp';
    if (problem) return yield* complain(call, `connect to ${host} port ${port} (${kind}) failed: Connection refused`);
    if (flags.has('v')) yield* printError(`Connection to ${host} ${port} port [${kind}/*] succeeded!\n`);
    return 0;
  }
  const reply = network.send(remote, decode(yield* readAll()));
  if (reply === NoAnswer.UnknownHost || reply === NoAnswer.Refused) return 1;
  if (reply !== undefined) yield* print(reply);
  yield { is: 'sleep', ms: 1000 * Number(values.get('w') ?? USUAL_WAIT_SECONDS) };
  return 0;
};

/** The name server of the container. */
function serverOf(call: Call): string {
  const text = decode(filesOf(call).read('/etc/resolv.conf'));
  return /^nameserver\s+(\S+)/m.exec(text)?.[1] ?? '';
}

/** `nslookup NAME`. */
const nslookup: Program = function* (call) {
  const [name = ''] = optionsOf(call.args).rest;
  const network = networkOf(call);
  const server = serverOf(call);
  yield* print(`Server:\t\t${server}\nAddress:\t${server}#53\n\n`);
  const records = (['A', 'AAAA'] as const).flatMap((type) => [...network.lookup({ name, type, searches: true })]);
  if (records.length === 0) {
    yield* print(`** server can't find ${name}: NXDOMAIN\n\n`);
    return 1;
  }
  for (const { name: own, type, data } of unique(records)) {
    if (type === 'CNAME') yield* print(`${own.slice(0, -1)}\tcanonical name = ${data}\n`);
    else yield* print(`Name:\t${own.slice(0, -1)}\nAddress: ${data}\n`);
  }
  yield* print('\n');
  return 0;
};

function unique(records: readonly DnsRecord[]): DnsRecord[] {
  return [...new Map(records.map((record) => [`${record.name} ${record.type} ${record.data}`, record])).values()];
}

const TYPES: ReadonlySet<string> = new Set(['A', 'AAAA', 'CNAME', 'SRV', 'PTR']);

/** `dig +short +search +noall +answer [-x] NAME [TYPE]`: the answers of the cluster's DNS; options that change nothing are taken. */
const dig: Program = function* (call) {
  const options = new Set(call.args.filter((arg) => arg.startsWith('+')));
  const words = call.args.filter((arg) => !arg.startsWith('+') && !arg.startsWith('@'));
  const isReverse = words.includes('-x');
  const [name = '', ...others] = words.filter((word) => !word.startsWith('-'));
  const given = others.map((word) => word.toUpperCase()).find((word) => TYPES.has(word)) ?? 'A';
  const question = isReverse
    ? { name: `${name.split('.').reverse().join('.')}.in-addr.arpa`, type: 'PTR' as const }
    : { name, type: given as RecordType };
  const records = networkOf(call).lookup({ ...question, searches: options.has('+search') });
  const isShort = options.has('+short');
  if (!isShort && !options.has('+noall'))
    yield* print(`\n; <<>> DiG <<>> ${call.args.join(' ')}\n;; ANSWER SECTION:\n`);
  for (const { name: own, type, data } of records) {
    yield* print(isShort ? `${data}\n` : `${own}\t5\tIN\t${type}\t${data}\n`);
  }
  return 0;
};

/** `getent hosts NAME`: the file `/etc/hosts` and the cluster's DNS. */
const getent: Program = function* (call) {
  const [database, name = ''] = call.args;
  if (database !== 'hosts' && database !== 'ahosts')
    return yield* complain(call, `Unknown database: ${database ?? ''}`);
  for (const line of decode(filesOf(call).read('/etc/hosts')).split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (!names.includes(name) && !(address === name && names.length > 0)) continue;
    yield* print(`${address.padEnd(15)} ${names.join(' ')}\n`);
    return 0;
  }
  const network = networkOf(call);
  for (const type of ['AAAA', 'A'] as const) {
    const found = network.lookup({ name, type, searches: true }).filter((record) => record.type === type);
    for (const { data, name: own } of found) yield* print(`${data.padEnd(15)} ${own.slice(0, -1)}\n`);
    if (found.length > 0) return 0;
  }
  return 2;
};

/** `ss`: nothing but its heading, as no program of a container listens at ports of its node. */
const ss: Program = function* () {
  yield* print('State    Recv-Q   Send-Q     Local Address:Port     Peer Address:Port\n');
  return 0;
};

/** `agnhost connect HOST:PORT`: opens a connection and says with a word what came of it. */
export const connect: Program = function* (call) {
  const [target = ''] = call.args.filter((arg) => !arg.startsWith('-'));
  const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d{1,5})$/.exec(target) ?? [];
  if (host === '') return yield* fail(`UNKNOWN: address ${target}: missing port in address`);
  const problem = networkOf(call).connect({ host, port: Number(port), protocol: 'TCP' });
  if (problem === NoAnswer.UnknownHost) return yield* fail(`DNS: lookup ${host}: no such host`);
  return problem ? yield* fail('REFUSED') : 0;
};

/** Returns the words behind a keyword in the container's `resolv.conf`. */
function resolvWords(call: Call, keyword: string): string[] {
  const lines = decode(filesOf(call).read('/etc/resolv.conf')).split('\n');
  return lines.flatMap((line) => {
    const [first, ...words] = line.trim().split(/\s+/);
    return first === keyword ? words : [];
  });
}

export const dnsSuffix: Program = function* (call) {
  yield* print(`${resolvWords(call, 'search').join(',')}\n`);
  return 0;
};

export const dnsServerList: Program = function* (call) {
  yield* print(`${resolvWords(call, 'nameserver').join(',')}\n`);
  return 0;
};

export const etcHosts: Program = function* (call) {
  yield* print(`${decode(filesOf(call).read('/etc/hosts'))}\n`);
  return 0;
};

/** `hostname -i`: the address that the name of the container has. */
export function addressOfHost(call: Call): string {
  const { hostname } = machineOf(call);
  const lines = decode(filesOf(call).read('/etc/hosts')).split('\n');
  const own = lines.map((line) => line.trim().split(/\s+/)).find(([, ...names]) => names.includes(hostname));
  return own && isAddress(own[0]!) ? own[0]! : '';
}

/** Programs that talk to others. */
export const NETWORK_PROGRAMS = { nc, netcat: nc, nslookup, dig, getent, ss } as const;
