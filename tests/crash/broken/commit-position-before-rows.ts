/** Loaded before Weir: its store notes how far the processor has come before it has the rows. */
import { SqliteReadingStore } from "../../../packages/server/src/store/sqlite/sqlite-reading-store.ts";

type Row = Parameters<SqliteReadingStore["save"]>;

/** Most of the time that a kill has to choose from, so that hardly one misses it. */
const betweenMs = 400;
const nothingSettled = { saved: 0, alreadyStored: 0, ended: 0, dead: 0 };
const { begin, save, commit, rollback } = SqliteReadingStore.prototype;
let rows: Row[] = [];

SqliteReadingStore.prototype.save = (...row) => {
  rows.push(row);
};

SqliteReadingStore.prototype.commit = function (from, to, counts) {
  commit.call(this, from, to, counts);
  // Not where there is nothing to lose: after readings, their statistics are written, and a kill would fall into that wait.
  if (rows.length > 0) Bun.sleepSync(betweenMs);
  begin.call(this);
  for (const row of rows) save.apply(this, row);
  commit.call(this, to, to, nothingSettled);
  rows = [];
};

SqliteReadingStore.prototype.rollback = function () {
  rows = [];
  rollback.call(this);
};
