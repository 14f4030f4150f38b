import type { CallAnswer } from "@weir/protocol/manage/calls";
import { retriedAtOnceMax } from "@weir/protocol/manage/outbox-routes";
import type { Command } from "commander";
import type { ApiClient } from "./client/api-client.ts";
import { takeApiOptions, withApi } from "./client/connect.ts";
import { showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";
import { failForUnknown, findRecords, parseIds, type RecordOptions, takeAccount } from "./records.ts";

export function defineOutboxRetry(command: Command): void {
  command.description(
    "Put dead or delivered messages back to wait, with all their tries. They keep their keys, so a receiver that " +
      "has one already can tell.",
  );
  command.argument("<ids...>", "Ids of the messages, as weir outbox list shows them", parseIds);
  takeApiOptions(takeAccount(command));
  showExamples(command, "weir outbox retry 42", "weir outbox retry 42 43 44");
  command.action(async (ids: number[], options: RecordOptions) => {
    const done = await withApi(command, (api) => retryMessages(api, ids, options.account));
    if (options.json) printJson(done);
    else for (const message of done.messages) print(toText(message, done.retried.includes(message.id)));
    failForUnknown("message", done.unknown_ids);
  });
}

type Retried = CallAnswer<"retryMessages">;

/** Account after account, as many at once as the API takes; the answers together. */
async function retryMessages(
  api: ApiClient,
  named: readonly number[],
  account: string | undefined,
): Promise<Retried> {
  await api.awaitAccepted();
  const { idsOf, unknownIds } = await findRecords(api, "message", named, account);
  const done: Retried = { retried: [], waiting: [], unknown_ids: [...unknownIds], messages: [] };
  for (const [uuid, ids] of idsOf) {
    for (let start = 0; start < ids.length; start += retriedAtOnceMax) {
      const body = { ids: ids.slice(start, start + retriedAtOnceMax) };
      const answer = await api.call("retryMessages", { params: { account: uuid }, body });
      done.retried.push(...answer.retried);
      done.waiting.push(...answer.waiting);
      done.unknown_ids.push(...answer.unknown_ids);
      done.messages.push(...answer.messages);
    }
  }
  return done;
}

function toText({ id, message, destination }: Retried["messages"][number], isRetried: boolean): string {
  const named = `${message.kind} ${id} to ${printable(destination)}`;
  return isRetried ? `The ${named} waits to be sent again.` : `The ${named} waits already.`;
}
