import type { HttpAnswer, HttpRequest, NoAnswer } from './http-answer';

/** A port of a host, as a program names it. */
export interface Remote {
  readonly host: string;
  readonly port: number;
  readonly protocol: 'TCP' | 'UDP';
}

/** The kinds of records that the cluster's DNS has. */
export type RecordType = 'A' | 'AAAA' | 'CNAME' | 'SRV' | 'PTR';

/** A question to the cluster's DNS. */
export interface DnsQuestion {
  readonly name: string;
  readonly type: RecordType;
  /** True if the domains of the pod's `resolv.conf` are tried as well. */
  readonly searches: boolean;
  /** Services that were made later are not known; now if it is left out. */
  readonly atMs?: number;
}

/** A record that answers a question. */
export interface DnsRecord {
  /** The name that it is of, with a dot at its end. */
  readonly name: string;
  readonly type: RecordType;
  /** An address, a name with a dot at its end, or `PRIORITY WEIGHT PORT TARGET`. */
  readonly data: string;
}

/** The cluster as the programs of a pod reach it. */
export interface Network {
  /** Asks a server of HTTP. */
  readonly request: (request: HttpRequest) => HttpAnswer | NoAnswer;
  /** Opens and closes a connection; undefined if that works. Datagrams have no connection: they work for every known host. */
  readonly connect: (remote: Remote) => NoAnswer | undefined;
  /** Sends a datagram; undefined where nothing comes back. */
  readonly send: (remote: Remote, text: string) => string | NoAnswer | undefined;
  /** Asks the cluster's DNS; an empty list for an unknown name. */
  readonly lookup: (question: DnsQuestion) => readonly DnsRecord[];
}
