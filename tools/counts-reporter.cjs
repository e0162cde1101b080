// A Jest reporter that writes how many tests passed, failed and were skipped, as JSON, into the file that the variable
// ORRERY_TEST_COUNTS names. Jest's own JSON report cannot be written when an error in it refers to itself.
const { writeFileSync } = require('node:fs');

module.exports = class CountsReporter {
  onRunComplete(_contexts, results) {
    const file = process.env.ORRERY_TEST_COUNTS;
    if (!file) return;
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests } = results;
    // Jest ends a worker that crashes before it has said why; such files can be run again, where the reason is seen.
    const crashed = results.testResults
      .filter(({ testExecError }) => /worker/i.test(testExecError?.message ?? ''))
      .map(({ testFilePath }) => testFilePath);
    const counts = {
      passed: numPassedTests,
      failed: numFailedTests + numRuntimeErrorTestSuites,
      skipped: numPendingTests,
      crashed,
    };
    writeFileSync(file, JSON.stringify(counts));
  }
};
