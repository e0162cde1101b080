import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { CliError, ExitCode } from '../command';

/** Client credentials. */
export interface Credential {
  readonly token?: string;
  /** Certificate of the client and its key, in PEM. */
  readonly cert?: string;
  readonly key?: string;
}

/** A program that gives credentials, as a kubeconfig describes it. */
export interface ExecEntry {
  readonly apiVersion?: string;
  readonly command?: string;
  readonly args?: readonly string[] | null;
  readonly env?: readonly { readonly name: string; readonly value: string }[] | null;
  readonly installHint?: string;
  readonly provideClusterInfo?: boolean;
  readonly interactiveMode?: string;
}

/** Location of the kubeconfig entry. */
export interface ExecPlace {
  /** Path of the kubeconfig, for errors. */
  readonly file: string;
  /** Its folder. */
  readonly folder: string;
  /** Data about the cluster that the program may see, as `spec.cluster` of its input. */
  readonly cluster: object;
}

const API_VERSIONS = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];

interface ExecCredential {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly status?: { token?: string; clientCertificateData?: string; clientKeyData?: string };
}

/**
 * Runs the program of a user as kubectl does (client-go credential plugins, `client.authentication.k8s.io`), but without a
 * terminal. Throws {@link CliError}.
 */
export function credentialOf(entry: ExecEntry, place: ExecPlace): Credential {
  const { command = '', apiVersion = '(none)' } = entry;
  const refused = (message: string): CliError => new CliError(`${place.file}: ${message}`, ExitCode.Usage);
  if (!API_VERSIONS.includes(apiVersion)) {
    throw refused(`exec: apiVersion ${apiVersion} is not supported: ${API_VERSIONS.join(' and ')} are`);
  }
  if (entry.interactiveMode === 'Always') throw refused(`exec: ${command} needs a terminal, which it is not given`);
  let given: ExecCredential;
  const text = output(entry, place);
  try {
    given = JSON.parse(text) as ExecCredential;
  } catch {
    throw refused(`${command} wrote no ExecCredential`);
  }
  if (given.kind !== 'ExecCredential' || given.apiVersion !== apiVersion) {
    throw refused(`${command} wrote no ExecCredential of ${apiVersion}`);
  }
  const { token, clientCertificateData: cert, clientKeyData: key } = given.status ?? {};
  if (!token && !(cert && key)) throw refused(`${command} gave neither a token nor a certificate with its key`);
  return { ...(token ? { token } : {}), ...(cert && key ? { cert, key } : {}) };
}

function output(entry: ExecEntry, { file, folder, cluster }: ExecPlace): string {
  const { command = '', args, env, installHint, apiVersion, provideClusterInfo } = entry;
  const spec = { interactive: false, ...(provideClusterInfo ? { cluster } : {}) };
  const own = Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]));
  try {
    // A path is one from the folder of the kubeconfig; a name is looked for in PATH.
    return execFileSync(command.includes('/') ? resolve(folder, command) : command, args ?? [], {
      encoding: 'utf8',
      env: {
        ...process.env,
        ...own,
        KUBERNETES_EXEC_INFO: JSON.stringify({ apiVersion, kind: 'ExecCredential', spec }),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  } catch (error) {
    const hint = installHint ? `\n${installHint}` : '';
    throw new CliError(`${file}: ${command} gave no credential: ${(error as Error).message}${hint}`, ExitCode.Usage);
  }
}
