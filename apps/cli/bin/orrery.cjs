#!/usr/bin/env node
'use strict';
// The `orrery` command of the package: looks at the version of Node first, because an older one cannot parse what follows.
require('./require-node.cjs');
import('./orrery.mjs');
