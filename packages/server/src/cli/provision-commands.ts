import type { CallAnswer } from "@weir/protocol/manage/calls";
import { decidedAtOnceMax } from "@weir/protocol/manage/provisioning-limits";
import { type AccountOptions, takeOneAccount } from "./account-options.ts";
import type { ApiClient } from "./client/api-client.ts";
import { apiCommand } from "./derived/api-command.ts";
import { listCommand } from "./derived/list-command.ts";
import { CommandFailure } from "./failure.ts";
import { printable } from "./output.ts";
import { shortTime } from "./table.ts";

interface DecideOptions extends AccountOptions {
  readonly all?: true;
}

interface Decided {
  readonly hardware_id: string;
  readonly ok: boolean;
  readonly problem: string | null;
}

const list = listCommand({
  route: "listHardware",
  description: "List hardware ids that asked for a device, the newest first.",
  within: "all accounts",
  options: ["state"],
  columns: {
    "HARDWARE ID": ({ hardware_id }) => printable(hardware_id),
    STATE: ({ state }) => state,
    KEY: ({ provisioning_key }) => printable(provisioning_key?.name ?? "-"),
    DEVICE: ({ device }) => device?.uuid ?? "-",
    ADDRESS: ({ source }) => source || "-",
    ASKED: ({ last_asked_at }) => shortTime(last_asked_at),
  },
  none: "No device has asked yet.",
  examples: ["weir provision list --state waiting"],
});

const approve = decision("approveHardware", {
  verb: "approve",
  done: "Approved",
  description: "Approve devices that wait. Each gets its token the next time it asks.",
});

const reject = decision("rejectHardware", {
  verb: "reject",
  done: "Rejected",
  description: "Reject devices that wait. They are refused until somebody approves them.",
});

function decision(
  route: "approveHardware" | "rejectHardware",
  { verb, done, description }: { readonly verb: string; readonly done: string; readonly description: string },
) {
  return apiCommand({
    description,
    take: (command) =>
      takeOneAccount(
        command
          .argument("[hardware-ids...]", "Hardware ids of the devices")
          .option("--all", `All devices that wait`),
      ),
    examples: [`weir provision ${verb} SN-1001`, `weir provision ${verb} --all`],
    async call(api, [given]: [string[]], { account: named, all }: DecideOptions): Promise<Decided[]> {
      if (given.length === 0 && !all) {
        throw new CommandFailure("no_hardware_ids", "Name hardware ids, or use --all.");
      }
      const { uuid: account } = await api.accountFor(named);
      const state = verb === "approve" && !all ? undefined : "waiting";
      const known = await hardwareOf(api, account, state);
      const chosen = all ? known : known.filter(({ hardware_id }) => given.includes(hardware_id));
      const missing = all ? [] : given.filter((id) => !chosen.some(({ hardware_id }) => hardware_id === id));
      if (missing.length > 0) {
        throw new CommandFailure(
          "unknown_hardware",
          `No device with this hardware id waits: ${missing.join(", ")}`,
        );
      }
      const decided: Decided[] = [];
      for (let at = 0; at < chosen.length; at += decidedAtOnceMax) {
        const part = chosen.slice(at, at + decidedAtOnceMax);
        const body = { hardware: part.map(({ uuid }) => uuid) };
        const { results } = await api.call(route, { params: { account }, body });
        decided.push(
          ...part.map(({ uuid, hardware_id }) => {
            const { ok, problem } = results.find((one) => one.uuid === uuid)!;
            return { hardware_id, ok, problem };
          }),
        );
      }
      return decided;
    },
    text: (decided) =>
      decided.length === 0
        ? "No devices waiting."
        : decided
            .map(({ hardware_id, ok, problem }) => {
              return ok ? `${done} ${printable(hardware_id)}.` : `${printable(hardware_id)}: ${problem}`;
            })
            .join("\n"),
    check(decided) {
      const failed = decided.filter(({ ok }) => !ok).length;
      if (failed > 0)
        throw new CommandFailure("not_decided", `${failed} of ${decided.length} could not be done.`);
    },
  });
}

async function hardwareOf(api: ApiClient, account: string, state: "waiting" | undefined) {
  const query = state === undefined ? {} : { state };
  return (await api.items("listHardware", {
    params: { account },
    query,
  })) as CallAnswer<"listHardware">["items"];
}

export const provisionCommands = { list, approve, reject };
