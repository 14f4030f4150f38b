/** What a member made that works without them, of each kind. */
import { afterAll, expect, test } from "bun:test";
import { accountRoutes } from "@weir/protocol/manage/account-routes";
import { boardRoutes } from "@weir/protocol/manage/board-routes";
import { provisioningRoutes } from "@weir/protocol/manage/provisioning-routes";
import { shareLinkRoutes } from "@weir/protocol/manage/share-link-routes";
import { sharedBoardRoutes } from "@weir/protocol/manage/shared-board-routes";
import { templateRoutes } from "@weir/protocol/manage/template-routes";
import { board } from "@weir/protocol/resources/board";
import { writeAddress } from "../../control/people/write-address.ts";
import { accountHandlers } from "../accounts/account-handlers.ts";
import { boardHandlers } from "../boards/board-handlers.ts";
import { boards } from "../boards/boards.ts";
import { shareLinkHandlers } from "../boards/sharing/share-link-handlers.ts";
import { sharedBoardHandlers } from "../boards/sharing/shared-board-handlers.ts";
import { provisioningHandlers } from "../provisioning/provisioning-handlers.ts";
import { openAskingDevices } from "../provisioning/test-asking-device.ts";
import { templateHandlers } from "../templates/template-handlers.ts";
import { closeTestControls } from "../test-control.ts";
import { ApiUnderTest } from "../testing/api-under-test.ts";

afterAll(closeTestControls);

const routes = {
  ...accountRoutes,
  ...board.routes,
  ...boardRoutes,
  ...shareLinkRoutes,
  ...sharedBoardRoutes,
  ...templateRoutes,
  ...provisioningRoutes,
};
const handlers = {
  ...accountHandlers,
  ...boards.handlers,
  ...boardHandlers,
  ...shareLinkHandlers,
  ...sharedBoardHandlers,
  ...templateHandlers,
  ...provisioningHandlers,
};

async function open() {
  const api = await ApiUnderTest.create(routes, handlers);
  const account = await api.addAccount("Plant");
  const owner = api.as("owner", account);
  const hall = (await owner.call("createBoard", { body: { name: "Hall" } })).json.uuid;
  const link = await owner.call("createShareLink", { params: { board: hall }, body: { expires_in_days: 7 } });
  const template = (await owner.call("createTemplate", { body: { name: "Freezer" } })).json.uuid;
  const body = { name: "Factory", template };
  const key = (await owner.call("createProvisioningKey", { body })).json;
  const maker: string = key.created_by;
  const userId = await api.addMember(maker, account);
  const items = (await owner.call("listMembers")).json.items;
  const member = items.find(({ email }: { email: string }) => email === maker).uuid;
  const send = openAskingDevices(api.parts);
  return {
    api,
    account,
    owner,
    maker,
    userId,
    params: { member },
    grants: async () => (await owner.call("listMemberGrants", { params: { member } })).json.items,
    /** Whether the link shows the board, and whether the key creates a device. */
    works: async (hardware_id: string) => {
      const headers = { authorization: `Bearer ${link.json.token}` };
      return [
        (await api.as("nobody").call("showSharedBoard", { headers })).status,
        (await send({ provisioning_key: key.key, hardware_id })).status,
      ];
    },
  };
}

test("share links and provisioning keys are listed with the board or name, and end with the removal if that is wanted", async () => {
  const { api, account, owner, params, grants, works } = await open();
  await using _ = api;
  expect(await grants()).toMatchObject([
    { kind: "share_link", name: "Hall" },
    { kind: "provisioning_key", name: "Factory" },
  ]);
  expect(await works("SN-1")).toEqual([200, 201]);
  const query = { grants: "revoke" };
  expect((await owner.call("removeMember", { params, query })).status).toBe(204);
  expect(await works("SN-2")).toEqual([404, 401]);
  const actions = (await api.auditOf(account)).map(({ action }) => action);
  expect(actions.slice(0, 3).toSorted()).toEqual([
    "board.unshare",
    "member.remove",
    "provisioning-key.revoke",
  ]);
});

test("what a removed member made works on if nothing else is asked for", async () => {
  const { api, owner, params, works } = await open();
  await using _ = api;
  expect((await owner.call("removeMember", { params })).status).toBe(204);
  expect(await works("SN-1")).toEqual([200, 201]);
});

test("what a member made is still theirs after a change of their address", async () => {
  const { api, maker, userId, grants } = await open();
  await using _ = api;
  const before = await grants();
  expect(before).toHaveLength(2);
  const moved = { email: "new@example.org", verifiedAt: null };
  await api.control.transact((tx) => writeAddress(tx, { id: userId, email: maker }, moved));
  expect(await grants()).toEqual(before);
});
