import { expect, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { sharedPostgres } from "../../../../../tests/harness/shared-postgres.ts";
import { sealToken } from "../../control/sealing/token.ts";
import { givenTokenKey } from "../../control/sealing/token-key.ts";
import { openPostgres, type Postgres } from "../../platform/postgres/open-postgres.ts";
import { acceptTokenKey, checkTokenKey } from "./check-token-key.ts";
import { createClusterTables } from "./create-cluster-tables.ts";
import { addTestSensor } from "./test-sensor.ts";

const keyOf = (name: string) => Buffer.alloc(32, name);
const settings = (name: string, previous?: string) => ({
  tokenKey: keyOf(name),
  tokenKeyPrevious: previous === undefined ? null : keyOf(previous),
});

/** Seals the token of the only device. */
async function seal(postgres: Postgres, name: string): Promise<void> {
  const sealed = sealToken("token", "device-1", givenTokenKey(keyOf(name)));
  await postgres.query("UPDATE weir_control.devices SET token_sealed = $1", [sealed]);
}

describeUnless(await whyNoEngines(), "the token key of a cluster", () => {
  async function withDatabase(use: (postgres: Postgres) => Promise<void>): Promise<void> {
    await using databases = await sharedPostgres();
    const postgres = openPostgres(await databases.create(), { applicationName: "test" });
    try {
      await createClusterTables(postgres, { queuePartitions: 8 });
      await addTestSensor(postgres, 1);
      await use(postgres);
    } finally {
      await postgres.close();
    }
  }

  const isLet = async (postgres: Postgres, ...[name, previous]: [string, string?]) => {
    const refusal = await checkTokenKey(postgres, settings(name, previous)).catch((error: unknown) => error);
    if (refusal !== undefined) expect(refusal).toMatchObject({ code: "token_key_unusable" });
    return refusal === undefined;
  };

  test("is that of the first process, and no process with another one may join", () =>
    withDatabase(async (postgres) => {
      expect(await isLet(postgres, "right")).toBeTrue();
      expect(await isLet(postgres, "wrong")).toBeFalse();
      expect(await isLet(postgres, "right")).toBeTrue();
      await acceptTokenKey(postgres, settings("wrong"));
      expect(await isLet(postgres, "right")).toBeFalse();
      expect(await isLet(postgres, "wrong")).toBeTrue();
    }));

  test("is that of the sealed secrets, if a process of an earlier version has sealed some", () =>
    withDatabase(async (postgres) => {
      await seal(postgres, "right");
      expect(await isLet(postgres, "wrong")).toBeFalse();
      expect(await isLet(postgres, "right")).toBeTrue();
    }));

  test("can be replaced: both keys are needed until everything is sealed again", () =>
    withDatabase(async (postgres) => {
      await seal(postgres, "old");
      expect(await isLet(postgres, "old")).toBeTrue();
      expect(await isLet(postgres, "new")).toBeFalse();
      expect(await isLet(postgres, "new", "old")).toBeTrue();
      expect(await isLet(postgres, "old")).toBeFalse();
      expect(await isLet(postgres, "old", "new")).toBeTrue();
      expect(await isLet(postgres, "new")).toBeFalse();
      await seal(postgres, "new");
      expect(await isLet(postgres, "new")).toBeTrue();
      expect(await isLet(postgres, "old")).toBeFalse();
    }));
});
