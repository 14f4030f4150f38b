import { afterAll, expect, test } from "bun:test";
import { withinAccount } from "../../../control/control.ts";
import { loadTokenKey } from "../../../control/sealing/token-key.ts";
import { isTestDataInFile } from "../../../control/test-open-control.ts";
import { loadSecret } from "../../core/sealed-secret.ts";
import {
  closeTestControls,
  codeOf,
  makeAccount,
  makeDataDir,
  openTestControl,
  runTogether,
  unwrap,
} from "../../test-control.ts";
import {
  listSecrets,
  makeWebhookSecrets,
  removeSecret,
  secretsPerAccountMax,
  setSecret,
  showSecret,
} from "./secrets.ts";

afterAll(closeTestControls);

const webhookForm = /^whsec_[A-Za-z0-9+/]{43}=$/;

test("gives a new account its own secret that signs webhooks", async () => {
  const { control } = openTestControl();
  const plant = await makeAccount(control, "Plant");
  const office = await makeAccount(control, "Office");
  const { value } = unwrap(await showSecret(control, plant.id, "webhook"));
  expect(value).toMatch(webhookForm);
  expect(await loadSecret(control, control.key, plant.id, "webhook")).toBe(value);
  expect(unwrap(await showSecret(control, office.id, "webhook")).value).not.toBe(value);
});

test.if(isTestDataInFile)("creates the secret of an older account once, when it is requested", async () => {
  const { control, announced, dataDir } = openTestControl();
  const { id } = await makeAccount(control);
  await control.transact((tx) => tx.deleteFrom("secrets").execute());
  announced.length = 0;
  const script = `
    import { showSecret } from "./chains/secrets/secrets.ts";
    import { openSqliteControl } from "../control/sqlite/open-sqlite-control.ts";
    import { loadTokenKey } from "../control/sealing/token-key.ts";
    const dataDir = ${JSON.stringify(dataDir)};
    const control = openSqliteControl(dataDir, { key: loadTokenKey(dataDir), announce: async () => {} });
    /* together */
    console.log((await showSecret(control, ${id}, "webhook")).value.value);
    await control.close();`;
  const values = await runTogether(script, 3);
  expect(values[0]).toMatch(webhookForm);
  expect(values).toEqual(Array(3).fill(values[0]));
  expect(unwrap(await showSecret(control, id, "webhook")).value).toBe(values[0]!);
});

test("creates the secret of all older accounts at once, and replaces no existing one", async () => {
  const { control } = openTestControl();
  const plant = await makeAccount(control, "Plant");
  const office = await makeAccount(control, "Office");
  const kept = unwrap(await showSecret(control, plant.id, "webhook")).value;
  await control.transact((tx) => tx.deleteFrom("secrets").where("account_id", "=", office.id).execute());
  await makeWebhookSecrets(control);
  expect(await loadSecret(control, control.key, office.id, "webhook")).toMatch(webhookForm);
  expect(await loadSecret(control, control.key, plant.id, "webhook")).toBe(kept);
});

test("sets, changes, lists without value, shows and removes a secret", async () => {
  const { control, announced } = openTestControl();
  const { id } = await makeAccount(control);
  announced.length = 0;
  unwrap(await setSecret(control, id, { name: "broker", value: "pässword" }));
  expect(unwrap(await listSecrets(control, id)).map(({ name }) => name)).toEqual(["broker", "webhook"]);
  expect(JSON.stringify(unwrap(await listSecrets(control, id)))).not.toContain("pässword");
  expect(unwrap(await showSecret(control, id, "broker")).value).toBe("pässword");
  unwrap(await setSecret(control, id, { name: "broker", value: "other" }));
  expect(await loadSecret(control, control.key, id, "broker")).toBe("other");
  expect(unwrap(await removeSecret(control, id, "broker")).name).toBe("broker");
  expect(codeOf(await showSecret(control, id, "broker"))).toBe("unknown_secret");
  expect(codeOf(await removeSecret(control, id, "broker"))).toBe("unknown_secret");
  expect(await loadSecret(control, control.key, id, "broker")).toBeNull();
  expect(announced).toEqual(Array(3).fill({ kind: "account", accountId: id }));
});

test("changes the secret that signs webhooks, but does not remove it", async () => {
  const { control } = openTestControl();
  const { id } = await makeAccount(control);
  unwrap(await setSecret(control, id, { name: "webhook", value: "whsec_bmV3" }));
  expect(codeOf(await removeSecret(control, id, "webhook"))).toBe("secret_in_use");
  expect(unwrap(await showSecret(control, id, "webhook")).value).toBe("whsec_bmV3");
});

test("checks the form of names and values", async () => {
  const { control } = openTestControl();
  const { id } = await makeAccount(control);
  for (const name of ["", "a b", "ä", "x".repeat(65), "a\n"]) {
    expect(codeOf(await setSecret(control, id, { name, value: "v" }))).toBe("bad_name");
  }
  for (const value of ["", "x".repeat(4097), "half \ud800 pair"]) {
    expect(codeOf(await setSecret(control, id, { name: "a", value }))).toBe("bad_text");
  }
  unwrap(await setSecret(control, id, { name: "x".repeat(64), value: "x".repeat(4096) }));
});

test("limits the secrets of an account, and still changes existing ones", async () => {
  const { control } = openTestControl();
  const { id } = await makeAccount(control);
  for (let n = 1; n < secretsPerAccountMax; n++)
    unwrap(await setSecret(control, id, { name: `s${n}`, value: "v" }));
  expect(codeOf(await setSecret(control, id, { name: "more", value: "v" }))).toBe("too_many_secrets");
  unwrap(await setSecret(control, id, { name: "s1", value: "new" }));
});

test("stores no readable value in the file, and opens none with another key", async () => {
  const { control, dataDir } = openTestControl();
  const { id } = await makeAccount(control);
  unwrap(await setSecret(control, id, { name: "broker", value: "correct horse" }));
  const files = ["control.db", "control.db-wal"].map((file) => Bun.file(`${dataDir}/${file}`));
  for (const file of files) {
    if (await file.exists()) expect(Buffer.from(await file.bytes()).includes("correct horse")).toBeFalse();
  }
  const key = loadTokenKey(makeDataDir());
  expect(codeOf(await showSecret({ ...control, key }, id, "broker"))).toBe("wrong_token_key");
  expect(await loadSecret(control, key, id, "broker")).toBeNull();
});

test("does not open sealed bytes that were moved to another account or name", async () => {
  const { control } = openTestControl();
  const plant = await makeAccount(control, "Plant");
  const office = await makeAccount(control, "Office");
  unwrap(await setSecret(control, plant.id, { name: "broker", value: "password" }));
  const row = await control.db
    .selectFrom("secrets")
    .selectAll()
    .where("name", "=", "broker")
    .executeTakeFirstOrThrow();
  const moved = [
    { ...row, account_id: office.id },
    { ...row, name: "other" },
  ];
  await control.transact((tx) => tx.insertInto("secrets").values(moved).execute());
  expect(await loadSecret(control, control.key, office.id, "broker")).toBeNull();
  expect(codeOf(await showSecret(control, plant.id, "other"))).toBe("wrong_token_key");
});

test("does not show, list, set or remove secrets of another account", async () => {
  const { control } = openTestControl();
  const plant = await makeAccount(control, "Plant");
  const office = await makeAccount(control, "Office");
  const within = withinAccount(control, office.id);
  for (const attempt of [
    await showSecret(within, plant.id, "webhook"),
    await listSecrets(within, plant.id),
    await setSecret(within, plant.id, { name: "a", value: "b" }),
    await removeSecret(within, plant.id, "webhook"),
  ]) {
    expect(codeOf(attempt)).toBe("unknown_account");
  }
  expect(unwrap(await listSecrets(within, office.id))).toHaveLength(1);
});
