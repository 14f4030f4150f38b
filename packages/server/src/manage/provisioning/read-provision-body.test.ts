import { expect, test } from "bun:test";
import { readProvisionBody } from "./read-provision-body.ts";

const read = (body: unknown) => readProvisionBody(Buffer.from(JSON.stringify(body)));

test("takes the optional fields, and ignores others", () => {
  const body = {
    provisioning_key: "k",
    hardware_id: "A4:CF:12",
    name: " Cellar ",
    firmware: null,
    nonce: "0123456789abcdef",
    more: [1],
  };
  expect(read(body)).toEqual({
    ok: true,
    body: {
      provisioningKey: "k",
      hardwareId: "A4:CF:12",
      name: "Cellar",
      firmware: null,
      nonce: "0123456789abcdef",
    },
  });
});

test.each([
  [{}, ["provisioning_key", "hardware_id"]],
  [{ provisioning_key: 5, hardware_id: "" }, ["provisioning_key", "hardware_id"]],
  [{ provisioning_key: "k", hardware_id: "with space" }, ["hardware_id"]],
  [{ provisioning_key: "k", hardware_id: "line\n" }, ["hardware_id"]],
  [{ provisioning_key: "k", hardware_id: "\u00fc" }, ["hardware_id"]],
  [{ provisioning_key: "k", hardware_id: "x".repeat(101) }, ["hardware_id"]],
  [{ provisioning_key: "k".repeat(201), hardware_id: "a" }, ["provisioning_key"]],
  [{ provisioning_key: "k", hardware_id: "a", name: "two\nlines", firmware: 5 }, ["name", "firmware"]],
  [{ provisioning_key: "k", hardware_id: "a", name: " ", firmware: "\ud800" }, ["name", "firmware"]],
  [{ provisioning_key: "k", hardware_id: "a", nonce: "too-short" }, ["nonce"]],
  [{ provisioning_key: "k", hardware_id: "a", nonce: "x".repeat(101) }, ["nonce"]],
  [{ provisioning_key: "k", hardware_id: "a", nonce: 1234567890123456 }, ["nonce"]],
  [[], ["body"]],
  ["text", ["body"]],
  [null, ["body"]],
])("names what is wrong in %j", (body, fields) => {
  const answer = read(body);
  expect(answer.ok ? [] : Object.keys(answer.errors)).toEqual(fields);
});

test.each([
  ["deep", Buffer.from(`{"a":${"[".repeat(40)}${"]".repeat(40)}}`)],
  ["not UTF-8", Buffer.from([0x22, 0xff, 0x22])],
  ["cut off", Buffer.from("{")],
])("refuses a body that is %s", (_, bytes) => {
  expect(readProvisionBody(bytes)).toMatchObject({ ok: false, errors: { body: [expect.any(String)] } });
});
