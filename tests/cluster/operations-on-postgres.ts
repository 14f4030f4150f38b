import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { testControlServer } from "../../packages/server/src/control/postgres/test-postgres-control.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { runAgain } from "./run-again.ts";

const root = join(import.meta.dir, "../..");
const timeoutMs = 400_000;

/** The tests of operations on control data in these folders of `manage/`. */
export function operationsIn(folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) => [...new Glob(`packages/server/src/manage/${folder}/**/*.test.ts`).scanSync(root)])
    .filter((file) => !leftOut.some((part) => file.includes(part)));
}

/** Files that do not depend on control data and take long. */
const leftOut = [
  // Threads that check chains, and what the store keeps.
  "manage/chains/work/",
  "manage/chains/trial/",
  "manage/chains/traces/",
  "manage/messages/outbox",
  // Password storage and guessing, and long sign-in flows.
  ...[
    "password",
    "set-up",
    "session-handlers",
    "email-squatting",
    "required-second-factor",
    "second-factor-lock",
  ].map((name) => `manage/people/${name}.test.ts`),
];

/**
 * Runs test files on PostgreSQL. The same files also run on SQLite, so they show where code relies on the behaviour of
 * one engine. `WEIR_TEST_CONTROL` selects the engine: see control/test-open-control.ts.
 */
export async function testOnPostgres(files: readonly string[], testsMin: number): Promise<void> {
  describeUnless(await whyNoEngines(), "operations on control data in PostgreSQL", () => {
    let engine: Awaited<ReturnType<typeof testControlServer>>;

    beforeAll(async () => {
      engine = await testControlServer();
    });
    afterAll(() => engine[Symbol.asyncDispose]());

    test(
      "pass the tests they pass in SQLite",
      async () => {
        const { failed, ran, exitCode } = await runAgain(files, { WEIR_TEST_CONTROL: engine.templateUrl });
        expect(failed).toEqual([]);
        expect(exitCode).toBe(0);
        // Every one of these files opens control data, so a run that found none of them would stay far below this.
        expect(ran).toBeGreaterThan(testsMin);
      },
      timeoutMs,
    );
  });
}
