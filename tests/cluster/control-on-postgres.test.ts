/**
 * Runs the tests of operations on control data once more, on PostgreSQL. They are the same files that run on SQLite otherwise, so what one
 * engine does differently shows where somebody relies on it. `WEIR_TEST_CONTROL` does that: see control/test-open-control.ts.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { testControlServer } from "../../packages/server/src/control/postgres/test-postgres-control.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { runAgain } from "./run-again.ts";

const root = join(import.meta.dir, "../..");
const folders = [
  "accounts",
  "audit",
  "chains",
  "devices",
  "messages",
  "people",
  "retention",
  "sensors",
  "system",
];
const files = [
  "packages/server/src/control/audit/audit-log.test.ts",
  "packages/server/src/manage/commit-change.test.ts",
  "packages/server/src/manage/transfer/imports/append-part.test.ts",
  "packages/server/src/manage/transfer/imports/import-handlers.test.ts",
  // Who may call what, and what they may see.
  "packages/server/src/web/access-matrix.test.ts",
  "packages/server/src/web/hide-readings.test.ts",
  "packages/server/src/web/live-access.test.ts",
  ...folders.flatMap((folder) => [
    ...new Glob(`packages/server/src/manage/${folder}/**/*.test.ts`).scanSync(root),
  ]),
];
/** What says nothing about control data and takes long. */
const leftOut = [
  // Threads that check chains, and what the store keeps.
  "manage/chains/work/",
  "manage/chains/trial/",
  "manage/chains/traces/",
  "manage/messages/outbox",
  // How passwords are kept and guessed, and long ways of signing in.
  ...[
    "password",
    "set-up",
    "session-handlers",
    "email-squatting",
    "required-second-factor",
    "second-factor-lock",
  ].map((name) => `manage/people/${name}.test.ts`),
];
const timeoutMs = 400_000;

describeUnless(await whyNoEngines(), "operations on control data in PostgreSQL", () => {
  let engine: Awaited<ReturnType<typeof testControlServer>>;

  beforeAll(async () => {
    engine = await testControlServer();
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  test(
    "pass the tests they pass in SQLite",
    async () => {
      const chosen = files.filter((file) => !leftOut.some((part) => file.includes(part)));
      const { failed, ran, exitCode } = await runAgain(chosen, { WEIR_TEST_CONTROL: engine.templateUrl });
      expect(failed).toEqual([]);
      expect(exitCode).toBe(0);
      // Every one of these files opens control data, so a run that found none of them would be far below.
      expect(ran).toBeGreaterThan(500);
    },
    timeoutMs,
  );
});
