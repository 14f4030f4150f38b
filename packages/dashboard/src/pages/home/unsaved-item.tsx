import { Hourglass, TriangleAlert } from "lucide-react";
import type { CallAnswer } from "../../api/route-types.ts";
import { countText, valueText } from "../../format/number.ts";
import type { Destination } from "../../ui/destination.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { AttentionItem } from "./attention-item.tsx";

type UnsavedPlace = CallAnswer<"listUnsavedReadings">["items"][number];

/** A node or output of a chain at which readings are lost. */
export function UnsavedItem({ place }: { readonly place: UnsavedPlace }) {
  return place.cause === "too_expensive" ? <ExpensiveNode place={place} /> : <UnwiredOutput place={place} />;
}

function ExpensiveNode({ place: { chain, node, last } }: { readonly place: UnsavedPlace }) {
  const page: Destination =
    chain === null ? { to: "/system/dead-letters" } : { to: "/chains/$chain", params: { chain: chain.uuid } };
  return (
    <AttentionItem
      {...page}
      icon={<Hourglass size={16} />}
      look="text-warn"
      title={`Chain ${chain?.name ?? ""} takes too long`}
    >
      Readings that take longer than 2 ms become dead letters. “{node?.title}” takes most of that time. Last
      seen <RelativeTime at={last.at} />
    </AttentionItem>
  );
}

/** A link to the requests that lost readings there. */
function UnwiredOutput({ place }: { readonly place: UnsavedPlace }) {
  const { chain, node, output, devices, last } = place;
  const where = node === null ? "its input" : `“${node.title}”`;
  const isOne = devices === 1 && last.device !== null;
  const search = { reason: "not_saved" };
  const page: Destination = isOne
    ? { to: "/devices/$device/activity", params: { device: last.device!.uuid }, search }
    : { to: "/activity", search };
  return (
    <AttentionItem
      {...page}
      icon={<TriangleAlert size={16} />}
      look="text-warn"
      title={`Readings of ${isOne ? last.device!.name : `${countText(devices)} devices`} are not saved`}
    >
      {lastText(last)} ended at {where}, output “{output}”, in “{chain?.name}” <RelativeTime at={last.at} />
    </AttentionItem>
  );
}

/** "temperature 18.5". */
function lastText({ sensor, value }: UnsavedPlace["last"]): string {
  return [sensor?.slug, value === null ? undefined : valueText(value)].filter(Boolean).join(" ");
}
