import { expect, test } from "bun:test";
import { thirdPartyNotices } from "./third-party-notices.ts";

test("has the licence of every package that is bundled, and of no build tool", () => {
  const text = thirdPartyNotices();
  for (const name of [
    "react",
    "react-dom",
    "uplot",
    "zod",
    "kysely",
    "nodemailer",
    "pg",
    "@nats-io/nats-core",
  ]) {
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(.+\\)$`, "m"));
  }
  expect(text).toContain("Permission is hereby granted, free of charge");
  expect(text).toContain("Made with Natural Earth");
  for (const tool of ["vite", "tailwindcss", "typescript", "@biomejs/biome", "rolldown"]) {
    expect(text).not.toMatch(new RegExp(`^${tool} \\d`, "m"));
  }
});
