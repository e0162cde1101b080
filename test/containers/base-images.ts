import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { docker, PROJECT } from './engine';

const FILES = join(__dirname, 'base-images');
/** Debian packages of the stand-ins: one root for all of them. */
const PACKAGES = 'ca-certificates,postgresql-15,redis-server';

/** The stand-in of each base image, by the name of the image without its tag. */
const STAND_INS: Readonly<Record<string, (folder: string) => void>> = {
  node: addNode,
  postgres: () => undefined,
  redis: () => undefined,
};

/** Returns the names of the images that Dockerfile and compose file take from a registry. */
function baseImages(): string[] {
  const dockerfile = readFileSync(join(PROJECT, 'Dockerfile'), 'utf8');
  const stages = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name!);
  const compose = parse(readFileSync(join(PROJECT, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
    readonly services: Readonly<Record<string, { readonly image: string; readonly build?: string }>>;
  };
  const services = Object.values(compose.services).filter(({ build }) => build === undefined);
  return [...new Set([...stages, ...services.map(({ image }) => image)])];
}

const exists = (image: string): boolean => docker.ask('image', 'inspect', image).status === 0;

/**
 * Brings the base images to the engine: pulls them, or, with `ORRERY_TEST_BASE_IMAGES=made`, makes stand-ins of Debian
 * packages under the same names, for machines that reach no registry of images. Keeps those that are there already.
 */
export function ensureBaseImages(): void {
  const missing = baseImages().filter((image) => !exists(image));
  const isMade = process.env['ORRERY_TEST_BASE_IMAGES'] === 'made';
  for (const image of missing) {
    if (isMade) makeStandIn(image);
    else docker.run('pull', image);
  }
}

function makeStandIn(image: string): void {
  const name = image.split(':')[0]!;
  const add = STAND_INS[name];
  if (add === undefined) throw new Error(`${image}: no stand-in is known; add one to ${FILES}`);
  if (!exists('orrery-test/debian')) importDebian();
  const folder = mkdtempSync(join(tmpdir(), 'orrery-base-'));
  try {
    cpSync(FILES, folder, { recursive: true });
    add(folder);
    docker.run('build', '--network', 'host', '--tag', image, '--file', join(folder, `${name}.Dockerfile`), folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Imports a minimal Debian with the programs of all stand-ins. Needs `debootstrap` and root. */
function importDebian(): void {
  const root = mkdtempSync(join(tmpdir(), 'orrery-debian-'));
  try {
    const made = spawnSync('debootstrap', ['--variant=minbase', `--include=${PACKAGES}`, 'bookworm', root], {
      encoding: 'utf8',
    });
    if (made.status !== 0) throw new Error(`debootstrap: ${made.error?.message ?? made.stdout.slice(-2000)}`);
    rmSync(join(root, 'var/cache/apt/archives'), { recursive: true });
    const importing = `tar -C '${root}' -c . | docker import - orrery-test/debian`;
    execFileSync('bash', ['-o', 'pipefail', '-c', importing], { stdio: ['ignore', 'ignore', 'inherit'] });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Adds Node 24 from its npm package, the npm of this machine, and the certificate authorities that npm trusts here. */
function addNode(folder: string): void {
  const name = `node-linux-${process.arch}@24`;
  const packed = execFileSync('npm', ['pack', '--json', name], { cwd: folder, encoding: 'utf8' });
  const answer = JSON.parse(packed) as
    readonly { readonly filename: string }[] | Readonly<Record<string, { readonly filename: string }>>;
  const { filename } = Object.values(answer)[0]!;
  execFileSync('tar', ['-xzf', filename, '--strip-components=2', 'package/bin/node'], { cwd: folder });
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  cpSync(dirname(dirname(realpathSync(npm))), join(folder, 'npm'), { recursive: true, dereference: true });
  const trusted = process.env['NODE_EXTRA_CA_CERTS'] ?? '/etc/ssl/certs/ca-certificates.crt';
  cpSync(trusted, join(folder, 'ca-certificates.crt'), { dereference: true });
}
