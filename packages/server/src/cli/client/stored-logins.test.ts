import { expect, test } from "bun:test";
import { chmodSync, statSync } from "node:fs";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { StoredLogins } from "./stored-logins.ts";

test("lets only the owner read the file, also if others could read it before", () => {
  using folder = tempFolder();
  const logins = new StoredLogins({ XDG_CONFIG_HOME: folder.path });
  const mode = () => statSync(logins.path).mode & 0o777;
  logins.store("https://weir.example", "wak_1");
  expect(mode()).toBe(0o600);
  chmodSync(logins.path, 0o644);
  logins.store("https://other.example", "wak_2");
  expect(mode()).toBe(0o600);
  chmodSync(logins.path, 0o666);
  expect(logins.forget("https://other.example")).toBeTrue();
  expect([mode(), logins.keyFor("https://weir.example")]).toEqual([0o600, "wak_1"]);
});
