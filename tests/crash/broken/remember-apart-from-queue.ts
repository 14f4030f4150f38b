/**
 * Loaded before Weir. Makes it keep its memory of duplicates in a separate file, written when a reading arrives, so
 * that after a crash it remembers what the queue never had.
 */
import "./slow-commit.ts";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { IdentityMemory } from "../../../packages/server/src/queue/log-intake/identity-memory.ts";
import { verdicts } from "../../../packages/server/src/queue/log-intake/identity-verdicts.ts";

type Identity = Parameters<IdentityMemory["remember"]>;

const memoryFile = join(process.env.WEIR_DATA ?? ".", "identities.ndjson");
const { remember, confirm } = IdentityMemory.prototype;
let isRecalled = false;

IdentityMemory.prototype.remember = function (...identity) {
  const verdict = remember.apply(this, identity);
  if (verdict === verdicts.fresh && isRecalled) appendFileSync(memoryFile, `${JSON.stringify(identity)}\n`);
  return verdict;
};

/** The first confirmation covers what was recalled from the queue when the server started. */
IdentityMemory.prototype.confirm = function (mark) {
  if (!isRecalled) {
    isRecalled = true;
    const lines = existsSync(memoryFile) ? readFileSync(memoryFile, "utf8").split("\n") : [];
    for (const line of lines.slice(0, -1)) remember.apply(this, JSON.parse(line) as Identity);
    confirm.call(this, this.mark);
  }
  confirm.call(this, mark);
};
