/** Every account has one of this name. */
export const webhookSecretName = "webhook";

const keyBytes = 32;

/** A new key in the form of Standard Webhooks, from the browser's own source of randomness. */
export function generateWebhookSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
