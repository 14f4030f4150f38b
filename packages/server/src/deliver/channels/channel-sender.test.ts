import { expect, test } from "bun:test";
import { systemClock } from "../../platform/clock.ts";
import { AddressGuard } from "../address-guard.ts";
import type { SendOutcome } from "../sender.ts";
import { testConnector, testSecret } from "../test-delivery.ts";
import { ChannelSender, type PostedTarget } from "./channel-sender.ts";
import type { Notice } from "./notice.ts";
import { TestSubscription, verifiedClaims } from "./test-push-service.ts";
import { TestReceiver } from "./test-receiver.ts";
import { encryptPush } from "./web-push/encrypt.ts";
import { generateVapidKey } from "./web-push/vapid.ts";

const vapid = generateVapidKey();
const hot: Notice = {
  event: "raised",
  severity: "critical",
  title: "Critical: <Too *hot*>",
  url: "https://weir.example/alarms?a=1&b",
  text: "Freezer_7: it is [31](http://evil) @everyone & <!channel>",
  alarms: [
    {
      id: 7,
      change: "raised",
      name: "Too hot",
      severity: "critical",
      message: "31",
      atMs: 0,
      value: 31,
      device: { uuid: "d", name: "Freezer_7" },
      sensor: { uuid: "s", name: "Temperature" },
    },
  ],
};

function send(
  target: PostedTarget,
  notice: Notice = hot,
  { isTrusted = true, publicConnector = testConnector() } = {},
): Promise<SendOutcome> {
  const sender = new ChannelSender({
    connector: testConnector(),
    publicConnector,
    clock: systemClock,
    version: "1",
    vapidKey: async () => vapid,
    contact: "https://weir.example",
  });
  const signal = new AbortController().signal;
  return sender.send({
    target,
    isTrusted,
    notice,
    key: "key-1",
    signingSecret: async () => testSecret,
    signal,
  });
}

const delivered: SendOutcome = { kind: "delivered", note: null };

test("Slack gets blocks of plain text, and markup only in the escaped fallback and our own link", async () => {
  using slack = new TestReceiver();
  expect(await send({ kind: "slack", url: `${slack.url}/services/T/B/x` })).toEqual(delivered);
  const [header, section, context] = slack.json.blocks;
  expect(header).toEqual({ type: "header", text: { type: "plain_text", text: hot.title, emoji: false } });
  expect(section.text).toEqual({ type: "plain_text", text: hot.text, emoji: false });
  expect(context.elements[0].text).toBe("<https://weir.example/alarms?a=1&amp;b|Open in Weir>");
  expect(slack.json.text).toContain("Critical: &lt;Too *hot*&gt;");
  expect(slack.json.text).not.toContain("<!channel>");
  expect(slack.received[0]?.headers.get("content-type")).toBe("application/json");
});

test("Teams gets an Adaptive Card whose texts are runs, which have no markup", async () => {
  using teams = new TestReceiver();
  teams.answer = () => new Response(null, { status: 202 });
  expect(await send({ kind: "teams", url: `${teams.url}/workflows/x?sig=1` })).toEqual(delivered);
  const { type, attachments } = teams.json;
  const [{ contentType, content }] = attachments;
  expect([type, contentType, content.type]).toEqual([
    "message",
    "application/vnd.microsoft.card.adaptive",
    "AdaptiveCard",
  ]);
  const runs = content.body.map(({ inlines }: { inlines: { type: string; text: string }[] }) => inlines[0]);
  expect(runs).toMatchObject([
    { type: "TextRun", text: hot.title, color: "Attention" },
    { type: "TextRun", text: hot.text },
  ]);
  expect(content.actions).toEqual([{ type: "Action.OpenUrl", title: "Open in Weir", url: hot.url }]);
});

test("Discord gets an embed with escaped markup that mentions nobody", async () => {
  using discord = new TestReceiver();
  discord.answer = () => new Response(null, { status: 204 });
  expect(await send({ kind: "discord", url: `${discord.url}/api/webhooks/1/x` })).toEqual(delivered);
  const [embed] = discord.json.embeds;
  expect(embed.description).toBe(
    "Freezer\\_7\\: it is \\[31\\]\\(http\\://evil\\) \\@everyone & \\<!channel\\>",
  );
  expect(embed).toMatchObject({ color: 0xdc2626, url: hot.url });
  expect(discord.json.allowed_mentions).toEqual({ parse: [] });
});

test("Telegram gets plain text at the bot's method, and its answer hides the token", async () => {
  using telegram = new TestReceiver();
  const target = {
    kind: "telegram",
    bot_token: "123:AAsecretAA",
    chat_id: "-100",
    api_url: telegram.url,
  } as const;
  expect(await send(target)).toEqual(delivered);
  expect(telegram.received[0]?.path).toBe("/bot123:AAsecretAA/sendMessage");
  expect(telegram.json).toEqual({
    chat_id: "-100",
    text: `${hot.title}\n${hot.text}\n\n${hot.url}`,
    link_preview_options: { is_disabled: true },
  });
  telegram.answer = () =>
    Response.json({ ok: false, description: "Unauthorized 123:AAsecretAA" }, { status: 401 });
  expect(await send(target)).toMatchObject({ reason: "Telegram answered 401: Unauthorized ***" });
});

test("ntfy gets topic, priority, tag and link, and the token as a header", async () => {
  using ntfy = new TestReceiver();
  const target = { kind: "ntfy", server_url: ntfy.url, topic: "plant", token: "tk_1" } as const;
  expect(await send(target)).toEqual(delivered);
  expect(ntfy.json).toEqual({
    topic: "plant",
    title: hot.title,
    message: hot.text,
    priority: 5,
    tags: ["rotating_light"],
    click: hot.url,
  });
  expect(ntfy.received[0]?.headers.get("authorization")).toBe("Bearer tk_1");
});

test("a webhook gets signed JSON with the alarms", async () => {
  using server = new TestReceiver();
  expect(await send({ kind: "webhook", url: `${server.url}/hook` })).toEqual(delivered);
  expect(server.json).toMatchObject({
    type: "alarm.raised",
    severity: "critical",
    title: hot.title,
    alarms: [{ id: 7, at: "1970-01-01T00:00:00.000Z", device: { name: "Freezer_7" } }],
  });
  const { headers } = server.received[0]!;
  expect(headers.get("idempotency-key")).toBe("key-1");
  expect(headers.get("webhook-signature")).toMatch(/^v1,/);
});

test("a browser can decrypt a push message, and its push service can verify who sent it", async () => {
  using service = new TestReceiver();
  service.answer = () => new Response(null, { status: 201 });
  const browser = new TestSubscription();
  expect(await send(browser.target(`${service.url}/push/1`))).toEqual(delivered);
  const { headers, body } = service.received[0]!;
  const payload = JSON.parse(browser.decrypt(body));
  expect(payload).toEqual({ title: hot.title, body: hot.text, url: hot.url, tag: "alarm-7" });
  expect([headers.get("content-encoding"), headers.get("urgency"), headers.get("ttl")]).toEqual([
    "aes128gcm",
    "high",
    "86400",
  ]);
  expect(verifiedClaims(headers.get("authorization")!)).toMatchObject({
    aud: service.url,
    sub: "https://weir.example",
  });
  service.answer = () => new Response(null, { status: 410 });
  expect(await send(browser.target(`${service.url}/push/1`))).toMatchObject({ kind: "hopeless" });
});

test("encrypts the example of RFC 8291", () => {
  const decode = (text: string) => Buffer.from(text, "base64url");
  const body = encryptPush(
    Buffer.from("When I grow up, I want to be a watermelon"),
    {
      p256dh: decode(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      ),
      auth: decode("BTBZMqHH6r4Tts7J_aSIgg"),
    },
    {
      salt: decode("DGv6ra1nlYgDCS1FRnbzlw"),
      privateKey: decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    },
  );
  expect(body.toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("says what a receiver answered, and reaches no address of the inner network", async () => {
  using slack = new TestReceiver();
  slack.answer = () => new Response("no_service", { status: 404 });
  expect(await send({ kind: "slack", url: slack.url })).toMatchObject({
    kind: "failed",
    reason: "Slack answered 404: no_service",
  });
  slack.answer = () => new Response("<html>", { status: 500 });
  expect(await send({ kind: "slack", url: slack.url })).toMatchObject({ reason: "Slack answered 500." });
  slack.answer = () => new Response("slow", { status: 429, headers: { "Retry-After": "7" } });
  expect(await send({ kind: "slack", url: slack.url })).toMatchObject({ retryAfterMs: 7000 });
  slack.answer = () => Response.redirect("http://127.0.0.1/x");
  expect(await send({ kind: "slack", url: slack.url })).toMatchObject({ kind: "failed" });
  expect(slack.received).toHaveLength(4);
  expect(await send({ kind: "slack", url: "http://10.0.0.1/" })).toMatchObject({
    reason: expect.stringContaining("public address. To allow it"),
  });
});

const anyTarget = (url: string): PostedTarget[] => [
  ...(["webhook", "slack", "teams", "discord"] as const).map((kind) => ({ kind, url })),
  { kind: "ntfy", topic: "plant", server_url: url, token: null },
];

test("a channel that is not trusted reaches no allowed network, in any format", async () => {
  using inside = new TestReceiver();
  const publicConnector = testConnector({ guard: new AddressGuard([]) });
  for (const target of anyTarget(inside.url)) {
    expect(await send(target, hot, { isTrusted: false, publicConnector })).toMatchObject({ kind: "failed" });
    expect(inside.received).toHaveLength(0);
    expect(await send(target, hot, { publicConnector })).toEqual(delivered);
    expect(inside.received.splice(0)).toHaveLength(1);
  }
});

test("a channel that is not trusted learns nothing of the receiver's answer and gets no signature", async () => {
  using receiver = new TestReceiver();
  const target: PostedTarget = { kind: "webhook", url: receiver.url };
  expect(await send(target, hot, { isTrusted: false })).toEqual(delivered);
  const { headers } = receiver.received[0]!;
  expect([headers.get("webhook-signature"), headers.get("idempotency-key")]).toEqual([null, "key-1"]);
  receiver.answer = () => new Response("inner secret", { status: 418 });
  for (const target of anyTarget(receiver.url)) {
    const outcome = await send(target, hot, { isTrusted: false });
    expect(outcome.kind === "delivered" ? "" : outcome.reason).toMatch(
      /^[\w ]+ did not accept the message, or cannot be reached on the public internet\.$/,
    );
  }
});
