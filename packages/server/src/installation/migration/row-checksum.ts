import type { Row, Value } from "./migration-data.ts";

/** A number of items, and a sum over them that does not depend on their order. */
export interface Checksum {
  readonly items: number;
  /** 16 hexadecimal digits. */
  readonly sum: string;
}

/** Adds up a hash of each item. Two lists with the same items in any order have the same sum. */
export class ChecksumBuilder {
  #items = 0;
  #sum = 0n;

  add(row: Row): void {
    this.#items++;
    this.#sum = BigInt.asUintN(64, this.#sum + BigInt(Bun.hash(row.map(textOf).join(","))));
  }

  finish(): Checksum {
    return { items: this.#items, sum: this.#sum.toString(16).padStart(16, "0") };
  }
}

function textOf(value: Value): string {
  if (value === null) return "null";
  // Both engines treat zero and minus zero as the same value.
  if (typeof value === "number") return String(value + 0);
  return typeof value === "string" ? JSON.stringify(withoutNul(value)) : `x${Buffer.from(value).toHex()}`;
}

/**
 * The text in a form that both engines can hold: PostgreSQL cannot store the character NUL and keeps U+FFFD instead.
 */
export function withoutNul(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "\ufffd") : text;
}
