export { builtInPlugins, PLUGIN_REGISTRY } from './registry';
export { releasedClaim, reservationProblem, reservedClaim } from './dynamic-resources/claim-writes';
