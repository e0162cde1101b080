import {
  validateWebhookConfiguration,
  validateWebhookConfigurationUpdate,
} from '../../admission-registration/webhook-errors';
import { convertWebhooks, defaultWebhooks } from '../../admission-registration/registration-defaults';
import { WEBHOOKS_TABLE } from '../../admission-registration/registration-tables';
import type { KindRow } from '../kind-info';
import { olderVersion } from '../older-versions';

/** Description of the kind ValidatingWebhookConfiguration. */
export const VALIDATING_WEBHOOK_CONFIGURATION: KindRow = {
  kind: 'ValidatingWebhookConfiguration',
  resource: 'validatingwebhookconfigurations',
  apiVersions: ['admissionregistration.k8s.io/v1'],
  olderVersions: [
    olderVersion('admissionregistration.k8s.io/v1beta1', {
      since: 'v1.16',
      removedIn: 'v1.22',
      use: 'admissionregistration.k8s.io/v1',
    }),
  ],
  namespaced: false,
  served: true,
  categories: ['api-extensions'],
  hasGeneration: true,
  allowsUnconditionalUpdate: false,
  applyDefaults: (object) => defaultWebhooks(object, false),
  convert: convertWebhooks,
  validate: validateWebhookConfiguration,
  validateUpdate: validateWebhookConfigurationUpdate,
  table: WEBHOOKS_TABLE,
};
