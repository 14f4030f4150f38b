import { expect, test } from "bun:test";
import { pausedBecause } from "./paused-live.ts";

test("names the limit that keeps a page from being live", () => {
  const because = (setting: string, max: number) => pausedBecause({ limit: { setting, max } });
  expect(because("streams_per_caller", 20)).toBe("you have 20 pages open, which is the limit for one person");
  expect(because("streams_per_account", 200)).toBe("200 pages are open in this account, which is its limit");
  expect(because("streams_per_account", 1)).toBe("1 page is open in this account, which is its limit");
  expect(pausedBecause({ limit: null })).toBe("the server is busy");
});
