import { afterAll, beforeAll } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { createLog } from "../../platform/log.ts";
import { controlContract } from "../control.contract.ts";
import { controlDialectContract } from "../control-dialect.contract.ts";
import { givenTokenKey } from "../sealing/token-key.ts";
import { openPostgresControl } from "./open-postgres-control.ts";
import { createTestDatabase, testControlServer } from "./test-postgres-control.ts";

const options = {
  key: givenTokenKey(new Uint8Array(32)),
  announce: async () => {},
  applicationName: "weir test",
  log: createLog("warn", "test"),
};

describeUnless(await whyNoEngines(), "control data on PostgreSQL", () => {
  let engine: Awaited<ReturnType<typeof testControlServer>>;

  beforeAll(async () => {
    engine = await testControlServer();
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  controlDialectContract("the dialect of PostgreSQL", async () => {
    const database = createTestDatabase(engine.templateUrl);
    await database.created;
    const control = await openPostgresControl(database.url, options);
    const close = async (): Promise<void> => {
      await control.close();
      await database.drop();
    };
    return { control, close };
  });

  controlContract("control data in PostgreSQL", {
    openTwo: async () => {
      const database = createTestDatabase(engine.templateUrl);
      await database.created;
      const open = () => openPostgresControl(database.url, options);
      const controls = [await open(), await open()] as const;
      const close = async (): Promise<void> => {
        for (const control of controls) await control.close();
        await database.drop();
      };
      return { controls, close };
    },
  });
});
