import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { setImmediate } from "node:timers/promises";
import type { Control, ControlReader, ControlTransaction } from "./control.ts";

/** An adapter of the control data. */
export interface ControlAdapter {
  /** Opens the same new data twice, as two processes do. */
  openTwo(): Promise<OpenedTwice>;
}

export interface OpenedTwice {
  readonly controls: readonly [Control, Control];
  /** Closes both and removes the data. */
  close(): Promise<void>;
}

/** Checks what every adapter promises (see control.ts), on the real engine. */
export function controlContract(name: string, adapter: ControlAdapter): void {
  let opened: OpenedTwice;
  let first: Control;
  let second: Control;

  beforeEach(async () => {
    opened = await adapter.openTwo();
    [first, second] = opened.controls;
  });

  afterEach(() => opened.close());

  const both = () => [first, second, first, second, first, second, first, second];

  describe(name, () => {
    test("passes only one of several transactions that would each pass a check", async () => {
      const takeName = (control: Control, index: number) =>
        control.transact(async (tx) => {
          const isTaken = (await read(tx)).size > 0;
          await others();
          if (!isTaken) await write(tx, `name ${index}`, "taken");
          return !isTaken;
        });
      const passed = await Promise.all(both().map(takeName));
      expect(passed.filter(Boolean)).toHaveLength(1);
      expect((await read(first.db)).size).toBe(1);
    });

    test("commits only one of two transactions that rely on what the other changes", async () => {
      await first.transact(async (tx) => {
        await write(tx, "ada", "owner");
        await write(tx, "bob", "owner");
      });
      const leave = (control: Control, who: string, other: string) =>
        control.transact(async (tx) => {
          const isLast = (await read(tx)).get(other) !== "owner";
          await others();
          if (!isLast) await write(tx, who, "gone");
          return !isLast;
        });
      const left = await Promise.all([leave(first, "ada", "bob"), leave(second, "bob", "ada")]);
      expect(left.toSorted()).toEqual([false, true]);
      expect([...(await read(first.db)).values()].toSorted()).toEqual(["gone", "owner"]);
    });

    test("loses no write of transactions that read and then write", async () => {
      const count = (control: Control) =>
        control.transact(async (tx) => {
          const counted = Number((await read(tx)).get("count") ?? 0);
          await others();
          await write(tx, "count", String(counted + 1));
        });
      const controls = [...both(), ...both(), ...both()];
      await Promise.all(controls.map(count));
      expect((await read(second.db)).get("count")).toBe(String(controls.length));
    });

    test("shows a transaction its own writes, and others only after the commit", async () => {
      await first.transact(async (tx) => {
        await write(tx, "half", "done");
        expect([await has(tx), await has(first.db), await has(second.db)]).toEqual([true, false, false]);
      });
      expect([await has(first.db), await has(second.db)]).toEqual([true, true]);
    });

    test("reads without waiting for a transaction that is under way", async () => {
      const seen = await first.transact(async (tx) => {
        await write(tx, "half", "done");
        return (await first.db.selectFrom("settings").selectAll().execute()).length;
      });
      expect(seen).toBe(0);
    });

    test("leaves nothing of a transaction that throws, and throws the same error", async () => {
      const fault = new Error("disk on fire");
      const failing = first.transact(async (tx) => {
        await write(tx, "half", "done");
        throw fault;
      });
      await expect(failing).rejects.toBe(fault);
      expect([await has(first.db), await has(second.db)]).toEqual([false, false]);
    });

    test("leaves nothing of a transaction whose answer is not kept", async () => {
      const answer = await first.transact(
        async (tx) => {
          await write(tx, "half", "done");
          return "refused";
        },
        () => false,
      );
      expect([answer, await has(first.db)]).toEqual(["refused", false]);
    });

    test("leaves nothing of a transaction that the engine refuses to commit, and still serves others", async () => {
      const failing = first.transact(async (tx) => {
        await write(tx, "half", "done");
        await insertChainWithoutVersion(tx);
      });
      await expect(failing).rejects.toThrow();
      expect(await has(first.db)).toBeFalse();
      await first.transact((tx) => write(tx, "whole", "done"));
      expect([...(await read(second.db)).keys()]).toEqual(["whole"]);
    });

    test("allows changes only in a transaction", async () => {
      const writing = first.db.insertInto("settings").values({ key: "half", value: "done" }).execute();
      await expect(writing).rejects.toThrow();
      expect(await has(first.db)).toBeFalse();
    });
  });
}

type Data = ControlReader["db"] | ControlTransaction;

async function read(db: Data): Promise<Map<string, string>> {
  const rows = await db.selectFrom("settings").selectAll().execute();
  return new Map(rows.map(({ key, value }) => [key, value]));
}

async function has(db: Data): Promise<boolean> {
  return (await read(db)).has("half");
}

async function write(tx: ControlTransaction, key: string, value: string): Promise<void> {
  await tx
    .insertInto("settings")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

/** Gives others the time to come as far as the caller, if they are allowed to. */
async function others(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await setImmediate();
}

/** Violates a constraint that is checked when the transaction ends. */
async function insertChainWithoutVersion(tx: ControlTransaction): Promise<void> {
  const uuid = crypto.randomUUID();
  const account = await tx
    .insertInto("accounts")
    .values({ uuid, name: "Plant", created_at: 0, default_chain_id: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("chains")
    .values({ uuid, account_id: account.id, name: "No version", published_version: 1, created_at: 0 })
    .execute();
}
