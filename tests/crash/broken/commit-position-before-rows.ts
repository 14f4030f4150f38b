/** Loaded before Weir: its store notes how far the processor has come before it has the rows. */
import { SqliteReadingStore } from "../../../packages/server/src/store/sqlite/sqlite-reading-store.ts";

type Row = Parameters<SqliteReadingStore["save"]>;

const betweenMs = 200;
const nothingSettled = { saved: 0, ended: 0, dead: 0 };
const { begin, save, commit, rollback } = SqliteReadingStore.prototype;
let rows: Row[] = [];

SqliteReadingStore.prototype.save = (...row) => {
  rows.push(row);
};

SqliteReadingStore.prototype.commit = function (from, to, counts) {
  commit.call(this, from, to, counts);
  Bun.sleepSync(betweenMs);
  begin.call(this);
  for (const row of rows) save.apply(this, row);
  commit.call(this, to, to, nothingSettled);
  rows = [];
};

SqliteReadingStore.prototype.rollback = function () {
  rows = [];
  rollback.call(this);
};
