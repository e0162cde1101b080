// One server for all test files.
export default { test: { globalSetup: '@orrery-dev/orrery/global-setup', testTimeout: 60_000 } };
