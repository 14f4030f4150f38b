/**
 * Loaded before Weir in each of its processes: the process that has the role kills itself at a point of its work, again and
 * again, for as long as a file is there. So kills come at the very moment that matters, and not only near it.
 */
import { existsSync } from "node:fs";
import { LocalBus } from "../../packages/server/src/bus/local/local-bus.ts";
import { SqliteLogQueue } from "../../packages/server/src/queue/sqlite-log/sqlite-log-queue.ts";
import { FleetMemory } from "../../packages/server/src/roles/ingest/fleet-memory.ts";
import { SqliteSettlement } from "../../packages/server/src/store/sqlite/sqlite-settlement.ts";
import type { KillPoint } from "./kill-points.ts";

const [role, point] = (process.env.WEIR_TEST_KILL_POINT ?? "").split(": ") as [string, string];
const killFile = process.env.WEIR_TEST_KILL_FILE ?? "";
/** Not at the first, so that something has been done by then. */
const passesBefore = 4;
let passes = 0;

function reach(name: KillPoint): void {
  if (name !== `${role}: ${point}` || !process.argv.includes(role) || !process.argv.includes("role")) return;
  if (++passes > passesBefore && existsSync(killFile)) process.kill(process.pid, "SIGKILL");
}

const { append } = SqliteLogQueue.prototype;
SqliteLogQueue.prototype.append = async function (...frame) {
  reach("ingest: about to append");
  await append.apply(this, frame);
  reach("ingest: durable, not answered");
};

const { apply } = FleetMemory.prototype;
FleetMemory.prototype.apply = async function (changes) {
  reach("ingest: told of a change");
  await apply.call(this, changes);
  reach("ingest: change applied, not confirmed");
};

const { commit } = SqliteSettlement.prototype;
SqliteSettlement.prototype.commit = async function (...batch) {
  reach("process: about to commit");
  const alreadyStored = await commit.apply(this, batch);
  reach("process: committed, not reported");
  return alreadyStored;
};

const { announce } = LocalBus.prototype;
LocalBus.prototype.announce = async function (changes) {
  reach("manage: change committed, not announced");
  await announce.call(this, changes);
  reach("manage: announced, not answered");
};
