/**
 * Loaded before Weir. Sends every try of a message under another key, so that receivers cannot tell a repeat from a new
 * message.
 */
import { Outbox } from "../../../packages/server/src/store/outbox/outbox.ts";
// Before the change below, which would otherwise be lost.
import "../kill-at-point.ts";

const { claim } = Outbox.prototype;

Outbox.prototype.claim = async function (...rows) {
  const claimed = await claim.apply(this, rows);
  return claimed.map((row) => ({ ...row, key: crypto.randomUUID() }));
};
