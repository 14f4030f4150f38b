/**
 * What people and devices send is read in time that grows with its length and not with the square of it. Every parser gets texts
 * that are hard for parsers in general, in two lengths. Eight times the length may take three times eight as long, so a busy
 * machine does not matter: a parser with quadratic cost takes 64 times as long.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { readClaimCode } from "@weir/protocol/claim-code";
import { csvFields } from "@weir/protocol/csv-fields";
import { fromHarmlessText } from "@weir/protocol/csv-record";
import { attributeFromText } from "@weir/protocol/manage/attribute-text";
import { boardDefinition } from "@weir/protocol/manage/board-forms";
import { chainDefinition } from "@weir/protocol/manage/chain-forms";
import { chartDefinition } from "@weir/protocol/manage/chart-forms";
import { noteFields } from "@weir/protocol/manage/device-note-forms";
import { newTemplate } from "@weir/protocol/manage/template-forms";
import { uuidList } from "@weir/protocol/manage/uuid-list";
import { RecordSplitter } from "@weir/protocol/record-splitter";
import { parseExpression } from "@weir/rule-engine/expression/parse-expression";
import { compilePattern } from "@weir/rule-engine/expression/pattern";
import { parseDuration } from "@weir/rule-engine/expression/time/duration-text";
import { jsonMembers } from "@weir/rule-engine/json-text";
import { readMailAddresses } from "@weir/rule-engine/mail-addresses";
import { readChain } from "@weir/rule-engine/read-chain";
import { splitTemplate } from "@weir/rule-engine/template";
import { nameOrder } from "../../packages/server/src/control/name-order.ts";
import { isMailAddress, parseMailbox } from "../../packages/server/src/deliver/mail/mail-address.ts";
import { withoutLastBreaks } from "../../packages/server/src/deliver/mail/recipient-gate.ts";
import { webhookTarget } from "../../packages/server/src/deliver/target.ts";
import { parseAnswerHead } from "../../packages/server/src/deliver/webhook/answer-head.ts";
import { retryAfterMs } from "../../packages/server/src/deliver/webhook/retry-after.ts";
import { parseHttpDate } from "../../packages/server/src/ingest/classify/http-date.ts";
import { parseHead } from "../../packages/server/src/ingest/http/request-head.ts";
import { SourceKeys } from "../../packages/server/src/ingest/limit/source-key.ts";
import { bodyForm } from "../../packages/server/src/ingest/parse/body-form.ts";
import { parseJson } from "../../packages/server/src/ingest/parse/parse-json.ts";
import { preferredHandling } from "../../packages/server/src/ingest/parse/prefer.ts";
import { acceptsJson } from "../../packages/server/src/ingest/respond/accepts-json.ts";
import { pictureType } from "../../packages/server/src/manage/core/pictures/picture-type.ts";
import { validateName } from "../../packages/server/src/manage/core/validate-text.ts";
import { readProvisionBody } from "../../packages/server/src/manage/provisioning/read-provision-body.ts";
import { parseBucketWidth } from "../../packages/server/src/manage/readings/readings-bucket-width.ts";
import { readColumns } from "../../packages/server/src/manage/transfer/device-imports/device-columns.ts";
import {
  fileInMemory,
  readDeviceFile,
} from "../../packages/server/src/manage/transfer/device-imports/device-file.ts";
import { readLine } from "../../packages/server/src/manage/transfer/imports/imported-reading.ts";
import { parseNetwork } from "../../packages/server/src/platform/address.ts";
import { isNestedDeeperThan } from "../../packages/server/src/platform/json-depth.ts";
import { matchesEtag } from "../../packages/server/src/platform/matches-etag.ts";
import { parseInstant } from "../../packages/server/src/platform/parse-instant.ts";
import { attachment } from "../../packages/server/src/web/content-disposition.ts";
import { readSessionToken } from "../../packages/server/src/web/cookies.ts";
import { parseTimeUs } from "../../packages/server/src/web/parse-time-us.ts";

setDefaultTimeout(120_000);

const bytesOf = (text: string) => new TextEncoder().encode(text);
const times = { nowUs: 1e15, latestUs: 1e15 };
const line = { device: "d", sensor: "s", at: "2026-01-01T00:00:00Z", value: "1" };
const headersOf = (headers: Readonly<Record<string, string>>) => new Headers(headers);
const noBody = { kind: "none" } as const;
/** Every address is a trusted proxy, so all of a header is looked at. */
const everybody = ["0.0.0.0/0", "::/0"].map((text) => parseNetwork(text)!);
const noMore = { metadata: "", receivedAt: "", deviceAt: "" };

/** Each gets any text. What it makes of the text does not matter here. */
const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  "CSV records": (text) => [...new RecordSplitter(",").push(bytesOf(text), true)].length,
  "NDJSON lines": (text) => [...new RecordSplitter(null).push(bytesOf(text), true)].length,
  "CSV fields": (text) => csvFields(text),
  "CSV header of devices": (text) => readColumns(text.split(",")),
  "CSV file of devices": (text) => readDeviceFile(fileInMemory(bytesOf(`name,notes\n${text}`))),
  "text for spreadsheets": fromHarmlessText,
  "value of an imported reading": (text) => readLine({ ...line, ...noMore, value: text }, times),
  "time of an imported reading": (text) => readLine({ ...line, ...noMore, at: text }, times),
  "metadata of an imported reading": (text) =>
    readLine({ ...line, ...noMore, metadata: `{"a":"${text}"}` }, times),
  "members of JSON": (text) => jsonMembers(JSON.stringify({ a: text, [text]: [text] })),
  "body of a device that asks for its token": (text) => [
    readProvisionBody(bytesOf(text)),
    readProvisionBody(bytesOf(JSON.stringify({ hardware_id: text, name: text, nonce: text }))),
  ],
  "body of a device": (text) => parseJson(bytesOf(text)),
  "depth of JSON": (text) => isNestedDeeperThan(bytesOf(text), 64),
  "chain JSON": (text) => [
    readChain({ nodes: [{ id: text, type: text }], wires: [] }),
    chainDefinition.safeParse({ nodes: text }),
  ],
  "board JSON": (text) => boardDefinition.safeParse({ tiles: [{ id: text, kind: "text", text }] }),
  "chart JSON": (text) => chartDefinition.safeParse({ series: [{ name: text, expression: text }] }),
  "template JSON": (text) => newTemplate.safeParse({ name: text, sensors: [{ slug: text }] }),
  "notes of devices": (text) => noteFields.tags.safeParse([text]),
  "list of UUIDs": (text) => uuidList.safeParse(text),
  expression: parseExpression,
  pattern: compilePattern,
  duration: parseDuration,
  "text with gaps": splitTemplate,
  "mail addresses of a node": readMailAddresses,
  "mail address": isMailAddress,
  mailbox: parseMailbox,
  "text of a mail": withoutLastBreaks,
  "URL of a webhook": webhookTarget,
  "answer of a webhook": (text) => parseAnswerHead(`HTTP/1.1 200 OK\r\nA: ${text}`),
  "Retry-After": (text) => retryAfterMs(text, 0),
  "request head": (text) => parseHead(`GET /${text} HTTP/1.1\r\nHost: a\r\nA: ${text}`),
  Date: (text) => parseHttpDate(text, 0),
  Prefer: preferredHandling,
  Accept: acceptsJson,
  "Content-Type": (text) => bodyForm(headersOf({ "content-type": text }), noBody, 1),
  "X-Forwarded-For": (text) =>
    new SourceKeys(everybody).addressOf("::1", headersOf({ "x-forwarded-for": text })),
  "If-None-Match": (text) => matchesEtag(text, '"a"'),
  Cookie: (text) => readSessionToken({ headers: new Headers({ cookie: encodeURI(text) }) } as never),
  "time of a query": parseInstant,
  "moment of a query": parseTimeUs,
  "width of buckets": parseBucketWidth,
  network: parseNetwork,
  "attribute of a device": attributeFromText,
  "order of a name": nameOrder,
  "name of a thing": (text) => validateName("A name", text),
  "name of a file": attachment,
  "claim code": readClaimCode,
  picture: (text) => pictureType(bytesOf(text)),
};

const repeated = [
  "a\n",
  '"\n',
  "a,b\n",

  "\n",
  "\r\n",
  " ",
  "\t",
  "0",
  "1",
  "a",
  "-",
  ".",
  ",",
  ";",
  "@",
  "/",
  "\\",
  "(",
  "[",
  "{",
  '"',
  '""',
  "é",
  '"x","\n',
  'a,"\n',
  "a,",
  "a.",
  "a@",
  "1.",
  "0,",
  '{"a":',
  '\\"',
  "q=0,",
  "a=b;",
  "((",
  "a+",
  "::1,",
];
const endings = ["", "x", "\u0001"];
/** Files are longer than other texts. */
const lengths: Readonly<Record<string, number>> = {
  "CSV records": 16 * 1024,
  "NDJSON lines": 16 * 1024,
  "CSV file of devices": 16 * 1024,
};
const usualLength = 8 * 1024;
const growth = 8;
const growthMax = 3 * growth;
const attempts = 6;
/** Less than quadratic work on the long text takes on any machine, and much more than linear work. */
const noticeableMs = 50;

async function costMs(parse: (text: string) => unknown, text: string): Promise<number> {
  const before = process.cpuUsage();
  try {
    await parse(text);
  } catch {
    // Refusing is fine.
  }
  // Not the time of day, because other processes take some of that.
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Returns how many times as long the long text takes; the least of several attempts of each. */
async function growthOf(
  parse: (text: string) => unknown,
  unit: string,
  ending: string,
  shortLength = usualLength,
): Promise<number> {
  const textOf = (length: number) => unit.repeat(length / unit.length) + ending;
  const [short, long] = [textOf(shortLength), textOf(shortLength * growth)];
  let [shortMs, longMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let attempt = 0; attempt < attempts; attempt++) {
    longMs = Math.min(longMs, await costMs(parse, long));
    if (longMs < noticeableMs) return 0;
    shortMs = Math.min(shortMs, await costMs(parse, short));
    if (longMs / shortMs <= growthMax) break;
  }
  return longMs / shortMs;
}

test.each(Object.keys(parsers))("reads any %s in time that grows with its length", async (name) => {
  const slow: string[] = [];
  for (const unit of repeated) {
    for (const ending of endings) {
      const times = await growthOf(parsers[name]!, unit, ending, lengths[name]);
      if (times > growthMax)
        slow.push(`${JSON.stringify(unit)} then ${JSON.stringify(ending)}: ${times.toFixed()} times`);
    }
  }
  expect(slow).toEqual([]);
});

test("finds a parser with quadratic cost", async () => {
  const quadratic = (text: string) => {
    let found = 0;
    for (let at = 0; at < text.length; at++) found += text.indexOf("missing", at);
    return found;
  };
  expect(await growthOf(quadratic, "a", "")).toBeGreaterThan(growthMax);
});
