import type { Environment } from '@marcbachmann/cel-js';
import { addAuthorizerFunctions } from './authorizer-functions';
import { addConversions } from './conversion-functions';
import { addFormatFunctions } from './format-functions';
import { addListFunctions } from './list-functions';
import { addMacros } from './macro-functions';
import { addMutationFunctions } from './mutation-functions';
import { addNetworkFunctions } from './network-functions';
import { addOptionalFunctions } from './optional-functions';
import { addQuantityFunctions } from './quantity-functions';
import { addSemverFunctions } from './semver-functions';
import { addTextFunctions } from './text-functions';
import { addUrlFunctions } from './url-functions';

/** Adds Kubernetes' functions beyond the language itself (`apiserver/pkg/cel/library` and the extensions of cel-go). */
export function addFunctions(environment: Environment): void {
  addMacros(environment);
  addConversions(environment);
  addOptionalFunctions(environment);
  addTextFunctions(environment);
  addListFunctions(environment);
  addQuantityFunctions(environment);
  addNetworkFunctions(environment);
  addUrlFunctions(environment);
  addFormatFunctions(environment);
  addSemverFunctions(environment);
  addAuthorizerFunctions(environment);
  addMutationFunctions(environment);
}
