import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { boardRoutes } from "@weir/protocol/manage/board-routes";
import { channelRoutes } from "@weir/protocol/manage/channel-routes";
import { resourceRoutesOfAll } from "@weir/protocol/resources/resources";
import { boardHandlers } from "../boards/board-handlers.ts";
import { channelHandlers } from "../notifications/channel-handlers.ts";
import { resourceHandlers } from "../served-resources.ts";
import { closeTestControls } from "../test-control.ts";
import { ApiUnderTest } from "../testing/api-under-test.ts";

afterAll(closeTestControls);
setDefaultTimeout(60_000);

test("the audit log has no names of what belongs to one person, and those of what belongs to the account", async () => {
  await using api = await ApiUnderTest.create(
    {
      ...boardRoutes,
      ...resourceRoutesOfAll,
      ...channelRoutes,
    },
    {
      ...boardHandlers,
      ...resourceHandlers,
      ...channelHandlers,
    },
  );
  const account = await api.addAccount("Plant");
  const editor = api.as("editor", account, { userId: await api.addMember("ada@example.org", account) });
  const url = "https://hooks.slack.com/services/T1/B1/x";
  const make = async (owner: "person" | "account", name: string) => {
    const own = { name, owner };
    const board = (await editor.call("createBoard", { body: own })).json.uuid;
    await editor.call("updateBoard", { params: { board }, body: { name: `${name} again` } });
    const channel = (await editor.call("createChannel", { body: { ...own, target: { kind: "slack", url } } }))
      .json.uuid;
    await editor.call("testChannel", { params: { channel } });
    const body = { ...own, channels: [channel] };
    const rule = (await editor.call("createNotificationRule", { body })).json.uuid;
    await editor.call("deleteNotificationRule", { params: { rule } });
    await editor.call("deleteChannel", { params: { channel } });
    await editor.call("deleteBoard", { params: { board } });
  };
  await make("person", "Hush");
  const ofPerson = await api.auditOf(account);
  expect(ofPerson.length).toBeGreaterThan(6);
  expect(JSON.stringify(ofPerson)).not.toContain("Hush");
  expect(ofPerson.every(({ subjectName, before, after }) => !subjectName && !before && !after)).toBeTrue();
  await make("account", "Known");
  expect(JSON.stringify(await api.auditOf(account))).toContain("Known again");
});
