import { byRelease, DEFAULT_RELEASE, isSince } from '@orrery/api-types';
import { KUBELET_BUNDLES, type KubeletBundle } from '@orrery/pod-lifecycle';

/** Differences between releases besides the version itself: each is built by the Go of its time. */
const BUILDS = byRelease<{ readonly goVersion: string; readonly buildDate: string }>({
  '1.36': { goVersion: 'go1.26.5', buildDate: '2026-07-22T18:10:35Z' },
  '1.34': { goVersion: 'go1.24.6', buildDate: '2025-08-27T10:09:04Z' },
  '1.20': { goVersion: 'go1.15.5', buildDate: '2021-01-13T13:20:00Z' },
  '1.11': { goVersion: 'go1.10.3', buildDate: '2018-10-10T00:00:00Z' },
});
/** Placeholder for a commit, of which clients expect the form; the emulated release has none. */
const NO_COMMIT = '0'.repeat(40);

/** Returns the answer to `GET /version`: the Kubernetes release of this API, and the platform that it runs on. */
export function serverVersion(bundle: KubeletBundle = DEFAULT_RELEASE): Record<string, string> {
  const gitVersion = KUBELET_BUNDLES[bundle].kubeletVersion;
  const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/.exec(gitVersion) ?? [];
  return {
    major,
    // OpenShift marks the minor version of its own builds.
    minor: gitVersion.includes('+') ? `${minor}+` : minor,
    // Since 1.31 a server says which release it emulates, and how far back others may go beside it.
    ...(isSince(bundle, '1.31') ? emulation(major, Number(minor)) : {}),
    gitVersion,
    gitCommit: NO_COMMIT,
    gitTreeState: 'clean',
    ...BUILDS[bundle],
    compiler: 'gc',
    platform: `linux/${process.arch === 'x64' ? 'amd64' : process.arch}`,
  };
}

function emulation(major: string, minor: number): Record<string, string> {
  return {
    emulationMajor: major,
    emulationMinor: String(minor),
    minCompatibilityMajor: major,
    minCompatibilityMinor: String(minor - 1),
  };
}
