/**
 * Loaded before Weir in each of its processes. The process with the role kills itself at the point of its work that a
 * file names, repeatedly, for as long as the file exists. So kills come exactly at the moment that matters.
 */
import { Database } from "bun:sqlite";
import { readFileSync } from "node:fs";
import { LocalBus } from "../../packages/server/src/bus/local/local-bus.ts";
import { SqliteLogQueue } from "../../packages/server/src/queue/sqlite-log/sqlite-log-queue.ts";
import { FleetMemory } from "../../packages/server/src/roles/ingest/fleet-memory.ts";
import { SqliteSettlement } from "../../packages/server/src/store/engine/sqlite/sqlite-settlement.ts";
import { Outbox } from "../../packages/server/src/store/outbox/outbox.ts";
import { RowFiler } from "../../packages/server/src/store/readings/sqlite/row-filer.ts";
import { RowStager } from "../../packages/server/src/store/readings/sqlite/row-stager.ts";
import type { KillPoint } from "./kill-points.ts";

const killFile = process.env.WEIR_TEST_KILL_FILE ?? "";
/** Not at the first time, so that some work has been done by then. */
const passesBefore = 4;
const passes = new Map<KillPoint, number>();

function reach(point: KillPoint): void {
  const [role] = point.split(":");
  if (!process.argv.includes(role!) || !process.argv.includes("role")) return;
  if (wantedPoint() !== point) return;
  const passed = passes.get(point) ?? 0;
  passes.set(point, passed + 1);
  if (passed >= passesBefore) process.kill(process.pid, "SIGKILL");
}

/** Null while nothing shall be killed. The file may be removed at any moment. */
function wantedPoint(): string | null {
  try {
    return readFileSync(killFile, "utf8");
  } catch {
    return null;
  }
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

const { stage } = RowStager.prototype;
RowStager.prototype.stage = function (...rows) {
  const isStaged = stage.apply(this, rows);
  if (isStaged) reach("process: part staged, not committed");
  return isStaged;
};

let isFiling = false;
const { file } = RowFiler.prototype;
RowFiler.prototype.file = function () {
  isFiling = true;
  const isMore = file.call(this);
  isFiling = false;
  reach("process: filed rows committed, others not begun");
  return isMore;
};

const { transaction } = Database.prototype;
Database.prototype.transaction = function (this: Database, work: (...args: unknown[]) => unknown) {
  return transaction.call(this, (...args: unknown[]) => {
    const result = work(...args);
    if (isFiling) reach("process: rows filed, not committed");
    return result;
  });
} as typeof transaction;

const { claim, delivered } = Outbox.prototype;
Outbox.prototype.claim = async function (...rows) {
  const claimed = await claim.apply(this, rows);
  if (claimed.length > 0) reach("process: message claimed, not sent");
  return claimed;
};
Outbox.prototype.delivered = async function (...row) {
  reach("process: message sent, not settled");
  const isSettled = await delivered.apply(this, row);
  reach("process: message settled, not reported");
  return isSettled;
};

const { announce } = LocalBus.prototype;
LocalBus.prototype.announce = async function (changes) {
  reach("manage: change committed, not announced");
  await announce.call(this, changes);
  reach("manage: announced, not answered");
};
