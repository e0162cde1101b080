import type { Environment } from '@marcbachmann/cel-js';
import { addAuthorizerFunctions } from './authorizer-functions';
import { addListFunctions } from './list-functions';
import { addMutationFunctions } from './mutation-functions';
import { addNetworkFunctions } from './network-functions';
import { addQuantityFunctions } from './quantity-functions';
import { addSemverFunctions } from './semver-functions';
import { addTextFunctions } from './text-functions';

/** Adds what Kubernetes has beyond the language itself (`apiserver/pkg/cel/library` and the extensions of cel-go). */
export function addFunctions(environment: Environment): void {
  addTextFunctions(environment);
  addListFunctions(environment);
  addQuantityFunctions(environment);
  addNetworkFunctions(environment);
  addSemverFunctions(environment);
  addAuthorizerFunctions(environment);
  addMutationFunctions(environment);
}
