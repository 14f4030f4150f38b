import { key32Bytes } from "./setting-kinds.ts";

/** The key that tokens and secrets are sealed with. */
export const keySettings = {
  token_key: {
    kind: key32Bytes,
    default: null,
    help: "Key that encrypts stored device tokens, 32 bytes as base64 or hex; without it, token.key in the data folder. A cluster requires it.",
    secret: true,
  },
  token_key_previous: {
    kind: key32Bytes,
    default: null,
    help: "The previous token key, while `weir keys rotate` replaces it; requires token_key.",
    secret: true,
  },
} as const;
