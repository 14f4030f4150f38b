import { expect, test } from "bun:test";
import { shellQuote } from "./shell-quote.ts";

test("quotes words so that a shell reads them back unchanged, and leaves plain ones as they are", () => {
  const words = ["a b", "it's", "$HOME", '"', "`id`", "\\", "*", "", "a\nb", "--data", "/var/lib/weir", "é"];
  const line = `printf '%s\\0' ${words.map(shellQuote).join(" ")}`;
  const { stdout } = Bun.spawnSync(["sh", "-c", line]);
  expect(stdout.toString().split("\0")).toEqual([...words, ""]);
  expect(shellQuote("/var/lib/weir")).toBe("/var/lib/weir");
});
