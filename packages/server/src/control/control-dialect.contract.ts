import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { RawBuilder, SqlBool } from "kysely";
import type { Control } from "./control.ts";

export interface OpenedControl {
  readonly control: Control;
  /** Closes control data and removes its files. */
  close(): Promise<void>;
}

/** Checks what every engine makes of its dialect (see control-dialect.ts). */
export function controlDialectContract(name: string, open: () => Promise<OpenedControl>): void {
  let opened: OpenedControl;
  let control: Control;

  beforeEach(async () => {
    opened = await open();
    control = opened.control;
  });

  afterEach(() => opened.close());

  const write = (values: Readonly<Record<string, string>>) =>
    control.transact(async (tx) => {
      const rows = Object.entries(values).map(([key, value]) => ({ key, value }));
      await tx.insertInto("settings").values(rows).execute();
    });
  const keysWhere = async (condition: RawBuilder<SqlBool>): Promise<string[]> => {
    const rows = await control.db
      .selectFrom("settings")
      .select("key")
      .where(condition)
      .orderBy("key")
      .execute();
    return rows.map(({ key }) => key);
  };

  describe(name, () => {
    test("finds exactly the values of a list, which may be empty", async () => {
      await write({ a: "1", b: "2", "it's": "3" });
      const listed = (keys: readonly string[]) =>
        control.db
          .selectFrom("settings")
          .select("key")
          .where("key", "in", control.dialect.listed(keys))
          .orderBy("key")
          .execute();
      expect(await listed(["it's", "a", "a", "unknown"])).toEqual([{ key: "a" }, { key: "it's" }]);
      expect(await listed([])).toEqual([]);
    });

    test("takes a list with more values than an engine has parameters", async () => {
      await write({ k70000: "found" });
      const keys = Array.from({ length: 100_000 }, (_, index) => `k${index}`);
      const found = await control.db
        .selectFrom("settings")
        .select("value")
        .where("key", "in", control.dialect.listed(keys))
        .execute();
      expect(found).toEqual([{ value: "found" }]);
    });

    test("finds a value in a list inside JSON, as text or as a number", async () => {
      await write({
        texts: JSON.stringify({ devices: ["one", "it's"] }),
        numbers: JSON.stringify({ devices: [1, 20] }),
        others: JSON.stringify({ alarms: ["one", 1] }),
      });
      const having = (value: string) =>
        keysWhere(control.dialect.jsonListHas("settings.value", "devices", value));
      expect(await having("one")).toEqual(["texts"]);
      expect(await having("it's")).toEqual(["texts"]);
      expect(await having("20")).toEqual(["numbers"]);
      expect(await having("2")).toEqual([]);
    });

    test("finds a text in any case of A to Z, without patterns", async () => {
      await write({ plain: "North Cellar", pattern: "100 % _sure_ \\o/ [a-z]*", quote: "it's" });
      const containing = (text: string) => keysWhere(control.dialect.contains("value", text));
      expect(await containing("CELL")).toEqual(["plain"]);
      expect(await containing("h c")).toEqual(["plain"]);
      expect(await containing("%")).toEqual(["pattern"]);
      expect(await containing("_SURE_")).toEqual(["pattern"]);
      expect(await containing("\\O/")).toEqual(["pattern"]);
      expect(await containing("[A-Z]*")).toEqual(["pattern"]);
      expect(await containing("'")).toEqual(["quote"]);
      expect(await containing("south")).toEqual([]);
    });
  });
}
