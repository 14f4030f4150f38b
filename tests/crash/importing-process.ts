/**
 * Sends a file to an import in parts, from its current offset until it is finished. If told to, it dies by SIGKILL at
 * the worst moment: after the readings of the nth part were accepted and before that is recorded. If it is to be killed
 * from outside, it waits after that many parts, because a slow killer would find it finished.
 */

import { readFileSync } from "node:fs";
import { unwrap } from "@weir/protocol/result";
import { loadTokenKey } from "../../packages/server/src/control/sealing/token-key.ts";
import { openSqliteControl } from "../../packages/server/src/control/sqlite/open-sqlite-control.ts";
import { appendPart, finishImport } from "../../packages/server/src/manage/transfer/imports/append-part.ts";
import { findImport } from "../../packages/server/src/manage/transfer/imports/commit-import.ts";
import { createImportSink } from "../../packages/server/src/manage/transfer/imports/intake-sink.ts";
import { TestIntake } from "../../packages/server/src/manage/transfer/imports/test-import.ts";

const partBytes = 10_000;
const [dataDir, uuid, file, takesUntilDeath, partsUntilHeld] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
];
const announce = () => Promise.resolve();
const control = openSqliteControl(dataDir, { key: loadTokenKey(dataDir), announce });
const intake = await TestIntake.open(dataDir);
const sink = createImportSink(intake);
let takesLeft = Number(takesUntilDeath);
let partsLeft = Number(partsUntilHeld);
const deadly: typeof sink = {
  ...sink,
  async take(mode, readings) {
    const taken = await sink.take(mode, readings);
    if (--takesLeft === 0) process.kill(process.pid, "SIGKILL");
    return taken;
  },
};
const bytes = readFileSync(file);
for (;;) {
  const found = unwrap(await findImport(control, uuid));
  const { receivedBytes: offset } = found;
  if (offset === bytes.length) break;
  const part = { uuid, offset, bytes: bytes.subarray(offset, offset + partBytes) };
  unwrap(await appendPart(control, deadly, part));
  process.stdout.write(".");
  // Ends together with the process that started it.
  if (--partsLeft === 0) await Bun.stdin.text();
}
await finishImport(control, deadly, uuid);
await intake[Symbol.asyncDispose]();
await control.close();
