export default { test: { include: ['story.test.mjs'], globalSetup: '@orrery-dev/orrery/global-setup' } };
