module.exports = {
  testMatch: ['**/story.test.cjs'],
  transform: {},
  globalSetup: '@orrery-dev/orrery/global-setup',
  globalTeardown: '@orrery-dev/orrery/global-teardown',
};
