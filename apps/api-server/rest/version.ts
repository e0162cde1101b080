/** What `GET /version` says: the Kubernetes release whose API this is. */
export function serverVersion(): Record<string, string> {
  return {
    major: '1',
    minor: '35',
    gitVersion: 'v1.35.0',
    gitCommit: 'orrery',
    gitTreeState: 'clean',
    buildDate: '2026-01-01T00:00:00Z',
    goVersion: 'none',
    compiler: 'none',
    platform: `${process.platform}/${process.arch}`,
  };
}
