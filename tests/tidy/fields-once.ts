import { expect, test } from "bun:test";
import { product, read } from "./source-files.ts";

const filesMax = 5;

/** Checks that a field of a record of the store can be added without touching half of the product. */
export function testFieldsOnce(): void {
  test.each(["worst_value", "critical_us"])(
    `names a field of an alarm in at most ${filesMax} product files: %s`,
    (column) => {
      const field = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      const name = new RegExp(`\\b(${column}|${field})\\b`);
      const named = product.filter((file) => name.test(read(file)));
      expect(named.length, named.join("\n")).toBeWithin(1, filesMax + 1);
    },
  );
}
