'use strict';
// Loaded before everything else: says in one sentence what an older Node would say in a stack trace. Written in the JavaScript
// of 2009, which every Node can parse.
var engines = require('../../../package.json').engines;

/** Returns why this version of Node will not do, for a range such as `>=20.19`; undefined if it does. */
function nodeProblem(version) {
  var least = engines.node.replace(/^>=\s*/, '');
  var is = version.split('.').map(Number);
  var needed = least.split('.').map(Number);
  if (is[0] > needed[0] || (is[0] === needed[0] && is[1] >= (needed[1] || 0))) return undefined;
  return (
    'Orrery needs Node ' +
    least +
    ' or newer, and this is Node ' +
    version +
    ': install a newer one from https://nodejs.org or with your version manager.'
  );
}

var problem = nodeProblem(process.versions.node);
if (problem !== undefined) {
  process.stderr.write(problem + '\n');
  process.exit(1);
}

exports.nodeProblem = nodeProblem;
