import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Folder into which tools/test-clients/install.mjs puts the clients; Debian's kubectl is unpacked there too. */
const FOLDER = resolve(__dirname, '../../../../tools/test-clients/bin');
/** Variables that name another program to test with. */
const OWN_PROGRAM = { kubectl: 'ORRERY_TEST_KUBECTL', helm: 'ORRERY_TEST_HELM' } as const;
/** Debian's package of kubectl 1.20.2. */
const OLD_PACKAGE = 'kubernetes-client';

/**
 * The path of a client: that which `ORRERY_TEST_KUBECTL` or `ORRERY_TEST_HELM` names, else the one that
 * `npm run test:clients` installed; undefined where there is neither, and the tests that run it are skipped by name.
 */
export function clientBinary(name: 'kubectl' | 'helm'): string | undefined {
  const own = process.env[OWN_PROGRAM[name]];
  if (own) return own;
  const path = join(FOLDER, name);
  return existsSync(path) ? path : undefined;
}

/** The path of kubectl 1.20.2 where Debian's archive can be reached. */
export function oldKubectl(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const path = join(FOLDER, 'kubectl-1.20');
  if (existsSync(path)) return path;
  const bytes = downloadOldKubectl();
  if (!bytes) return undefined;
  mkdirSync(FOLDER, { recursive: true });
  // Another worker may do the same: the file appears whole or not at all.
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, bytes);
  chmodSync(temporary, 0o755);
  renameSync(temporary, path);
  return path;
}

function downloadOldKubectl(): Buffer | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-kubectl-'));
  try {
    execFileSync('apt-get', ['download', OLD_PACKAGE], { cwd: folder, stdio: 'ignore', timeout: 60_000 });
    const [archive] = readdirSync(folder).filter((file) => file.endsWith('.deb'));
    if (archive === undefined || !archive.includes('1.20')) return undefined;
    execFileSync('dpkg-deb', ['-x', archive, 'root'], { cwd: folder, stdio: 'ignore' });
    return readFileSync(join(folder, 'root/usr/bin/kubectl'));
  } catch {
    // No Debian, or its archive is out of reach: the tests of this client are skipped by name.
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
