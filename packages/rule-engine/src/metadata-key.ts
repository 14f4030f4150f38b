import { text } from "./config-fields.ts";

export const metadataKeyField = text({
  label: "Key",
  maxLength: 256,
  check: (key) => (key.isWellFormed() ? null : "must be valid Unicode text"),
});
