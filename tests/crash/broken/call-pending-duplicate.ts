/** Loaded before Weir. Makes it call a reading a duplicate while the first one is still being written. */
import "./slow-commit.ts";
import { IdentityMemory } from "../../../packages/server/src/queue/log-intake/identity-memory.ts";
import { verdicts } from "../../../packages/server/src/queue/log-intake/identity-verdicts.ts";

const { remember } = IdentityMemory.prototype;

IdentityMemory.prototype.remember = function (...identity) {
  const verdict = remember.apply(this, identity);
  return verdict === verdicts.pendingDuplicate ? verdicts.duplicate : verdict;
};
