import type { MessageKind, MessageState } from "@weir/protocol/closed-sets";
import { hidden } from "@weir/rule-engine/hidden-text";
import type { OutboxMessage } from "@weir/rule-engine/message";
import type { Control, ControlReader } from "../../control/control.ts";
import { type RecordOrigin, withOrigins } from "../../control/record-origins.ts";
import { sensorIdsOf } from "../../control/sensors/sensor-ids.ts";
import type { OutboxQueries } from "../../store/outbox/queries.ts";
import type { OutboxRecord } from "../../store/outbox/record.ts";
import { askAudited } from "../core/ask-audited.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import { type AskProcessor, type PageRequest, toPaging } from "../core/records/record-access.ts";
import { type RecordFilter, type RecordIds, resolveFilter } from "../core/records/record-filter.ts";
import { outboxContentToJson, type ShownMessage } from "../core/records/record-json.ts";
import { withoutUrlSecrets } from "../core/url-secrets.ts";

export interface OutboxReader {
  /** Decides whose messages may be seen, as for other records. */
  readonly control: ControlReader;
  readonly outbox: OutboxQueries;
}

interface OutboxWriter extends OutboxReader {
  readonly control: Control;
  readonly ask: AskProcessor;
}

/** A message as people may see it, without possible secrets. */
export interface MessageView extends Omit<OutboxRecord, "message"> {
  readonly origin: RecordOrigin;
  readonly message: ShownMessage;
}

export interface MessageListRequest extends PageRequest, RecordFilter {
  readonly state?: MessageState | undefined;
  readonly kind?: MessageKind | undefined;
}

/** The newest first. */
export async function listMessages(
  { control, outbox }: OutboxReader,
  request: MessageListRequest,
): Promise<Result<MessageView[]>> {
  const { state, kind } = request;
  const ids = await resolveFilter(control, request);
  if (!ids.ok) return ids;
  const { chainId, nodeId } = ids.value;
  const sensorIds = await sensorIdsFor(control, ids.value);
  const records = await outbox.list({
    ...(control.accountId === null ? {} : { accountId: control.accountId }),
    ...(state === undefined ? {} : { state }),
    ...(kind === undefined ? {} : { kind }),
    ...(sensorIds === null ? {} : { sensorIds }),
    ...(chainId === undefined ? {} : { chainId }),
    ...(nodeId === undefined ? {} : { nodeId }),
    ...toPaging(request),
  });
  return succeed(await toViews(control, records));
}

/** A message only knows its sensor, so the messages of a device are those of its current sensors. Null: of any. */
async function sensorIdsFor(
  { db }: ControlReader,
  { deviceId, sensorId }: RecordIds,
): Promise<number[] | null> {
  if (sensorId !== undefined) return [sensorId];
  if (deviceId === undefined) return null;
  return sensorIdsOf(db, deviceId);
}

/** Null if there is none within reach. */
export async function findMessage(
  { control, outbox }: OutboxReader,
  id: number,
): Promise<MessageView | null> {
  const record = await outbox.find(id);
  const isWithin = control.accountId === null || control.accountId === record?.accountId;
  return record !== null && isWithin ? (await toViews(control, [record]))[0]! : null;
}

interface MessageRetry {
  /** False if it is waiting already. */
  readonly hasChanged: boolean;
  readonly message: MessageView;
}

/** Makes a dead or delivered message wait again, with a full set of attempts. Null if there is none within reach. */
export async function retryMessage(writer: OutboxWriter, id: number): Promise<MessageRetry | null> {
  const found = await findMessage(writer, id);
  if (found === null) return null;
  const { accountId, destination } = found;
  const retried = { accountId, action: "outbox.retry", subjectKind: "message", subject: String(id) };
  const hasChanged = await askAudited(
    writer.control,
    { ...retried, after: { destination } },
    () => writer.ask({ kind: "retry message", messageId: id }),
    (isRetried) => (isRetried ? {} : null),
  );
  const message = await findMessage(writer, id);
  return message === null ? null : { hasChanged, message };
}

async function toViews(control: ControlReader, records: readonly OutboxRecord[]): Promise<MessageView[]> {
  return (await withOrigins(control, records)).map((record) => ({
    ...record,
    message: shown(record.message),
  }));
}

/** One row that another version wrote, or that was damaged, must not hide the others. */
function shown(message: OutboxMessage): ShownMessage {
  try {
    const view = withoutSecrets(message);
    outboxContentToJson(view);
    return view;
  } catch {
    return { kind: "unreadable" };
  }
}

/** People put keys of other services into headers, and into the credentials and the query of a URL. */
function withoutSecrets(message: OutboxMessage): OutboxMessage {
  switch (message.kind) {
    case "mail":
    case "notification":
      return message;
    case "mqtt":
      return { ...message, url: withoutUrlSecrets(message.url) };
    case "webhook": {
      const headers = Object.fromEntries(Object.keys(message.headers).map((name) => [name, hidden]));
      return { ...message, url: withoutUrlSecrets(message.url), headers };
    }
  }
}
