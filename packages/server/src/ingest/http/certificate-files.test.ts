import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { tlsFixture } from "../../../../../tests/harness/tls-fixture.ts";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import {
  type CertificateWatch,
  readCertificate,
  type TlsPair,
  watchCertificate,
} from "./certificate-files.ts";

const first = tlsFixture("first");
const second = tlsFixture("second");

let folder: ReturnType<typeof tempFolder>;
let files: { certFile: string; keyFile: string };
beforeEach(() => {
  folder = tempFolder();
  files = { certFile: join(folder.path, "cert.pem"), keyFile: join(folder.path, "key.pem") };
  copyFileSync(first.certFile, files.certFile);
  copyFileSync(first.keyFile, files.keyFile);
});
afterEach(() => {
  watch?.stop();
  folder[Symbol.dispose]();
});

describe("reading", () => {
  test("returns the pair from the files", () => {
    expect(readCertificate(files)).toEqual({ cert: first.cert, key: first.key });
  });

  test("refuses a certificate and a key that do not belong together", () => {
    copyFileSync(second.keyFile, files.keyFile);
    expect(() => readCertificate(files)).toThrow();
  });

  test.each(["certFile", "keyFile"] as const)(
    "refuses a %s that is missing, truncated or not PEM",
    (which) => {
      const file = files[which];
      for (const damage of [
        () => truncateSync(file, 150),
        () => writeFileSync(file, "nonsense"),
        () => rmSync(file),
      ]) {
        damage();
        expect(() => readCertificate(files)).toThrow();
      }
    },
  );
});

let watch: CertificateWatch | undefined;
let seen: TlsPair[];
let problems: unknown[];

function startWatch(): void {
  seen = [];
  problems = [];
  const everyMs = 5;
  watch = watchCertificate(
    files,
    (pair) => seen.push(pair),
    (error) => problems.push(error),
    everyMs,
  );
}

describe("watching", () => {
  test("reports a new certificate and key once, however they were replaced", async () => {
    startWatch();
    const replacements = [
      () => {
        copyFileSync(second.certFile, files.certFile);
        copyFileSync(second.keyFile, files.keyFile);
      },
      () => {
        for (const name of ["cert", "key"] as const) {
          const renewed = join(folder.path, `${name}.new`);
          copyFileSync(first[`${name}File`], renewed);
          renameSync(renewed, files[`${name}File`]);
        }
      },
    ];
    for (const [index, replace] of replacements.entries()) {
      replace();
      await waitUntil("the new pair was seen", () => seen.length === index + 1);
    }
    expect(seen.map(({ cert }) => cert)).toEqual([second.cert, first.cert]);
    expect(problems).toEqual([]);
  });

  test("notices a folder of links that is switched over, as in many renewals", async () => {
    for (const [name, pair] of [["v1", first] as const, ["v2", second] as const]) {
      mkdirSync(join(folder.path, name));
      copyFileSync(pair.certFile, join(folder.path, name, "cert.pem"));
      copyFileSync(pair.keyFile, join(folder.path, name, "key.pem"));
    }
    const live = join(folder.path, "live");
    symlinkSync("v1", live);
    files = { certFile: join(live, "cert.pem"), keyFile: join(live, "key.pem") };
    startWatch();
    symlinkSync("v2", join(folder.path, "next"));
    renameSync(join(folder.path, "next"), live);
    await waitUntil("the new pair was seen", () => seen.length === 1);
    expect(seen).toEqual([{ cert: second.cert, key: second.key }]);
  });

  test("reports a half-written certificate once, and uses it when it is complete", async () => {
    startWatch();
    copyFileSync(second.certFile, files.certFile);
    await waitUntil("the problem was told", () => problems.length === 1);
    expect(seen).toEqual([]);
    copyFileSync(second.keyFile, files.keyFile);
    await waitUntil("the new pair was seen", () => seen.length === 1);
    expect(seen[0]!.cert).toBe(second.cert);
    expect(problems).toHaveLength(1);
  });

  test("tolerates files that disappear and come back", async () => {
    startWatch();
    rmSync(files.certFile);
    await waitUntil("the problem was told", () => problems.length === 1);
    copyFileSync(first.certFile, files.certFile);
    await waitUntil("the pair is back", () => seen.length === 1);
    expect(seen[0]!.cert).toBe(first.cert);
  });

  test("tries a pair again that could not be used, and reports it once", async () => {
    const tries: TlsPair[] = [];
    problems = [];
    watch = watchCertificate(
      files,
      (pair) => {
        if (tries.push(pair) < 3) throw new Error("the port is taken");
      },
      (error) => problems.push(error),
      5,
    );
    copyFileSync(second.certFile, files.certFile);
    copyFileSync(second.keyFile, files.keyFile);
    await waitUntil("it was tried again", () => tries.length === 3);
    expect(tries[2]).toEqual({ cert: second.cert, key: second.key });
    expect(problems.map(String)).toEqual(["Error: the port is taken"]);
  });
});
