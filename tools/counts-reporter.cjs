// A Jest reporter that writes how many tests passed, failed and were skipped, as JSON, into the file that the variable
// ORRERY_TEST_COUNTS names. Jest's own JSON report cannot be written when an error in it refers to itself.
const { writeFileSync } = require('node:fs');

module.exports = class CountsReporter {
  onRunComplete(_contexts, results) {
    const file = process.env.ORRERY_TEST_COUNTS;
    if (!file) return;
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests } = results;
    const counts = {
      passed: numPassedTests,
      failed: numFailedTests + numRuntimeErrorTestSuites,
      skipped: numPendingTests,
    };
    writeFileSync(file, JSON.stringify(counts));
  }
};
