import { expect, test } from "bun:test";
import { parseNatsAddress } from "./nats-address.ts";

test("reads several servers, with or without a scheme and a port", () => {
  expect(parseNatsAddress("nats://n1:4223, n2 ,nats://[::1]:4224")).toEqual({
    servers: ["n1:4223", "n2:4222", "[::1]:4224"],
    hosts: ["n1", "n2", "::1"],
    shown: "n1:4223, n2:4222, [::1]:4224",
    usesTls: false,
    credentials: {},
  });
  expect(parseNatsAddress("tls://n1")).toMatchObject({ servers: ["n1:4222"], usesTls: true });
});

test("takes credentials from the list and hides them in output", () => {
  const address = parseNatsAddress("nats://n1:1,nats://weir:p%40ss@n2:2");
  expect(address.credentials).toEqual({ user: "weir", pass: "p@ss" });
  expect(address.shown).toBe("n1:1, n2:2");
  expect(parseNatsAddress("nats://t0ken@n1").credentials).toEqual({ token: "t0ken" });
});

test.each(["", " , ", "http://user:secret@n1", "nats://user:secret@n1:port", "nats://user:secret@"])(
  "refuses %p without repeating it",
  (address) => {
    const refuse = () => parseNatsAddress(address);
    expect(refuse).toThrow("It should look like nats://user:password@host:4222");
    expect(refuse).not.toThrow("secret");
  },
);
