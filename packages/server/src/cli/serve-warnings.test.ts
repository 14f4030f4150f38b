import { expect, test } from "bun:test";
import { warnOfMailedLinks } from "./serve-warnings.ts";

test.each([
  ["smtp://mail.example.org", null, true],
  ["smtp://mail.example.org", "http://localhost:8080", true],
  ["smtp://mail.example.org", "https://weir.example.org", false],
  [null, null, false],
])(
  "with mail server %s and public address %s, warns of links in mails: %s",
  (smtpUrl, publicUrl, isWarned) => {
    const said: string[] = [];
    const note = (words: string) => said.push(words);
    const log = { debug: note, info: note, warn: note, error: note };
    warnOfMailedLinks({ smtpUrl, publicUrl }, log);
    expect(said).toEqual(isWarned ? [expect.stringContaining("set public_url")] : []);
  },
);
