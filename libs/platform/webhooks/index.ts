export { BundleAgent } from './bundle-trust';
export { callWebhook, readReply, WebhookError, type WebhookCall } from './call-webhook';
export { webhookAddress, type ServiceLookup, type WebhookAddress, type WebhookPlace } from './webhook-address';
