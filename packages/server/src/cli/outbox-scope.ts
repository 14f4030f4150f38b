import type { Config } from "../config/settings.ts";
import { openOutboxQueries } from "../installation/open-installation.ts";
import type { OutboxReader, OutboxWriter } from "../manage/messages/outbox-messages.ts";
import { changeChains, readChains } from "./chain-scope.ts";
import { flushRunningServer } from "./control-access.ts";
import { CommandFailure } from "./failure.ts";
import { askProcessor, type RecordOptions } from "./record-scope.ts";

/** The messages of the account that was named, or of all. */
export async function readOutbox<T>(
  config: Config,
  options: RecordOptions,
  work: (reader: OutboxReader) => Promise<T>,
): Promise<T> {
  await flushRunningServer(config);
  return readChains(config, options, async (control) => {
    const outbox = await openOutboxQueries(config.data);
    try {
      return await work({ control, outbox });
    } finally {
      await outbox.close();
    }
  });
}

/** The same for changes, which the processor of a running server makes. */
export async function changeOutbox<T>(
  config: Config,
  options: RecordOptions,
  work: (writer: OutboxWriter) => Promise<T>,
): Promise<T> {
  await flushRunningServer(config);
  return changeChains(config, options, async (control) => {
    const outbox = await openOutboxQueries(config.data);
    try {
      return await work({ control, outbox, ask: askProcessor(config) });
    } finally {
      await outbox.close();
    }
  });
}

export function unknownMessage(ids: readonly number[]): CommandFailure {
  const named = ids.length === 1 ? `message ${ids[0]}` : `messages ${ids.join(", ")}`;
  return new CommandFailure("unknown_message", `There is no ${named} in the outbox.`);
}
