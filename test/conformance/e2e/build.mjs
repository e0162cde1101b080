// Builds the suite from Debian's source package of Kubernetes, with Debian's own Go: about ten minutes, once.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = '/etc/apt/sources.list.d/debian.sources';
const SUITE = 'bookworm';
const SOURCE_PACKAGE = 'kubernetes=1.20.5+really1.20.2-1.1+deb12u1';
const RELEASE = '1.20.2';
/** Commit of the release's tag. */
const SOURCE_COMMIT = {
  gitCommit: 'faecb196815e248d3ecfb03c680a4507229c2a56',
  gitTreeState: 'clean',
  buildDate: '2021-01-13T13:28:09Z',
};
const GO = '1.19';
/** The tree's own reflect2 does not compile with this Go. */
const REFLECT2 = 'github.com/modern-go/reflect2';
const PACKAGES = [`golang-${GO}-go`, `golang-${GO}-src`, 'golang-github-modern-go-reflect2-dev'];
/** Replacement of generated code: the files are read from the tree (`--repo-root`). */
const NO_EMBEDDED_FILES = `package generated

import "fmt"

func Asset(name string) ([]byte, error) { return nil, fmt.Errorf("Asset %s not found", name) }
func AssetNames() []string               { return nil }
`;

/** The program and the source tree below a folder; made first if they are missing. */
export function buildSuite(work) {
  const suite = { program: join(work, 'bin/e2e.test'), kubectl: join(work, 'bin/kubectl'), ...pathsIn(work) };
  if (!existsSync(suite.program) || !existsSync(suite.kubectl)) {
    console.log(`building the suite in ${work}: about ten minutes`);
    const { go } = sourceTree(work);
    // The kubectl of the release as well: newer ones have other arguments than the specs give.
    go('build', '-ldflags', versionFlags(), '-o', suite.kubectl, './cmd/kubectl');
    go('test', '-c', '-o', suite.program, './test/e2e');
  }
  return suite;
}

function pathsIn(work) {
  return { repo: join(work, 'gopath/src/k8s.io/kubernetes'), release: RELEASE };
}

/** The source tree of the release, taken first if it is missing, and Go that runs in it. */
export function sourceTree(work) {
  const { repo } = pathsIn(work);
  if (!existsSync(repo)) {
    takeSources(work, repo);
    const vendored = join(repo, 'vendor', REFLECT2);
    rmSync(vendored, { recursive: true, force: true });
    cpSync(join(work, 'x/usr/share/gocode/src', REFLECT2), vendored, { recursive: true, dereference: true });
    writeFileSync(join(repo, 'test/e2e/generated/bindata.go'), NO_EMBEDDED_FILES);
  }
  const env = {
    ...process.env,
    GOROOT: join(work, 'go'),
    GOPATH: join(work, 'gopath'),
    GOCACHE: join(work, 'gocache'),
    GO111MODULE: 'off',
    CGO_ENABLED: '0',
  };
  const go = (...args) =>
    execFileSync(join(work, 'go/bin/go'), args, { cwd: repo, env, stdio: ['ignore', 'inherit', 'inherit'] });
  return { repo, go };
}

/** With apt's state in the folder, so that the machine's own lists of packages stay as they are. */
function takeSources(work, repo) {
  const apt = join(work, 'apt');
  mkdirSync(join(apt, 'lists/partial'), { recursive: true });
  mkdirSync(join(apt, 'cache/archives/partial'), { recursive: true });
  const mirror = /^URIs: (\S+)/m.exec(existsSync(SOURCES) ? readFileSync(SOURCES, 'utf8') : '')?.[1];
  if (!mirror) throw new Error(`no mirror of Debian in ${SOURCES}: give --e2e-test and --repo instead`);
  const keys = 'signed-by=/usr/share/keyrings/debian-archive-keyring.gpg';
  const lines = ['deb', 'deb-src'].map((type) => `${type} [${keys}] ${mirror} ${SUITE} main\n`);
  writeFileSync(join(apt, 'sources.list'), lines.join(''));
  const options = {
    'Dir::Etc::sourcelist': join(apt, 'sources.list'),
    'Dir::Etc::sourceparts': '-',
    'Dir::State::lists': join(apt, 'lists'),
    'Dir::Cache': join(apt, 'cache'),
    'APT::Sandbox::User': 'root',
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const run = (program, args) => execFileSync(program, args, { cwd: work, stdio: ['ignore', 'inherit', 'inherit'] });
  run('apt-get', [...flags, 'update']);
  run('apt-get', [...flags, 'source', '--download-only', SOURCE_PACKAGE]);
  run('apt-get', [...flags, 'download', ...PACKAGES]);
  for (const name of readdirSync(work).filter((each) => each.endsWith('.deb'))) run('dpkg-deb', ['-x', name, 'x']);
  for (const part of ['lib', 'share']) {
    cpSync(join(work, `x/usr/${part}/go-${GO}`), join(work, 'go'), { recursive: true, dereference: true });
  }
  const [archive] = readdirSync(work).filter((name) => name.endsWith('.orig.tar.gz'));
  rmSync(repo, { recursive: true, force: true });
  mkdirSync(join(repo, '..'), { recursive: true });
  run('tar', ['-xzf', archive]);
  renameSync(join(work, `kubernetes-${RELEASE}`), repo);
}

/** Returns the flags that set the version of the tree's programs; without modules, packages are named as vendored. */
export function versionFlags() {
  const [gitMajor, gitMinor] = RELEASE.split('.');
  const said = { gitVersion: `v${RELEASE}`, gitMajor, gitMinor, ...SOURCE_COMMIT };
  const packages = ['component-base/version', 'client-go/pkg/version'].map(
    (name) => `k8s.io/kubernetes/vendor/k8s.io/${name}`,
  );
  return packages.flatMap((name) => Object.entries(said).map(([key, value]) => `-X ${name}.${key}=${value}`)).join(' ');
}
