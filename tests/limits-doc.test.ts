import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { settingKeys, settings } from "../packages/server/src/config/settings.ts";

const text = readFileSync(join(import.meta.dir, "../docs/guide/limits.md"), "utf8");
/** How settings are called that limit something. */
const limiting = /_max$|_per_|_share$|_tries$|_deadline_s$|^rate_limit$|^parked_bytes$/;

test("lists every setting that limits something in docs/guide/limits.md", () => {
  const limits = settingKeys.filter((key) => limiting.test(key));
  expect(limits.length).toBeGreaterThan(25);
  expect(limits.filter((key) => !text.includes(`\`${key}\``))).toEqual([]);
});

test("names no setting in docs/guide/limits.md that does not exist", () => {
  const named = [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name]) => name!);
  const codes = [
    "too_many_devices",
    "too_many_sensors",
    "too_much_data",
    "account_limit",
    "too_many_listeners",
  ];
  const others = [...codes, "check_limit", "check_deadline", "bad_import", "too_busy"];
  expect(named.filter((name) => !(name in settings) && !others.includes(name))).toEqual([]);
});
