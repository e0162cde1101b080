/** Files besides package.json that have the version of the project, and no other text that looks like it. */
export const VERSIONED = [
  'deploy/chart/orrery/Chart.yaml',
  'deploy/manifests/orrery.yaml',
  'docs/guides/ci.md',
  'sdk/python/pyproject.toml',
];
