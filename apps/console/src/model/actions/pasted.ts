import { word } from './shell-word';

/** Address that commands act on. */
export interface CommandPlace {
  /** Of the server, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  readonly cluster: string;
}

/** kubectl where a command begins: of a line, of a substitution, or after another. */
const KUBECTL = /(^|\$\(|\| |&& |; )kubectl (?!--server)/g;
/** Commands of orrery that act in one cluster, which they do not name otherwise. */
const IN_CLUSTER = /^orrery (?:clock|config|deschedule|explain|fault|log|node|stages) /;
const COMMENT = / # .*$/;

/**
 * Returns a command as it can be pasted into any terminal: with the address of the server, and the cluster where it acts
 * in one. GraphQL stays as it is.
 */
export function pasted(command: string, { origin, cluster }: CommandPlace): string {
  if (command.startsWith('kubectl ')) {
    const [line = '', ...text] = command.split('\n');
    const server = `--server ${word(`${origin}/clusters/${cluster}`)}`;
    return [line.replace(KUBECTL, (_, before: string) => `${before}kubectl ${server} `), ...text].join('\n');
  }
  if (!command.startsWith('orrery ')) return command;
  const comment = COMMENT.exec(command)?.[0] ?? '';
  const own = command.slice(0, command.length - comment.length);
  const named = IN_CLUSTER.test(own) && !/ --cluster /.test(own) ? `${own} --cluster ${word(cluster)}` : own;
  return `${named} --server ${word(origin)}${comment}`;
}
