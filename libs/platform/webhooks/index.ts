export { callWebhook, WebhookError, type WebhookCall } from './call-webhook';
export { type ServiceLookup, webhookAddress, type WebhookAddress, type WebhookPlace } from './webhook-address';
