import { outcomeReasons, requestReasons } from "@weir/protocol/request-reasons";
import { Select } from "../../ui/field.tsx";
import { requestReasonTitle } from "./outcome-words.ts";

const choices = [
  { value: "", label: "All requests" },
  ...[...outcomeReasons, ...requestReasons].map((reason) => ({
    value: reason,
    label: requestReasonTitle(reason),
  })),
];

/** Narrows requests to those of which something was rejected for one reason, or lost in one way. */
export function ReasonFilter({
  reason = "",
  onChoose,
}: {
  readonly reason: string | undefined;
  readonly onChoose: (reason: string | undefined) => void;
}) {
  return (
    <Select
      aria-label="Reason"
      className="w-60! max-md:w-full!"
      choices={choices}
      value={reason}
      onChange={(event) => onChoose(event.target.value || undefined)}
    />
  );
}
