import { useChange } from "../../api/change.ts";
import { type ConfirmAction, ConfirmButton } from "../../ui/confirm.tsx";
import { sampleRefreshes } from "./sample-refreshes.ts";

type Question = Parameters<typeof ConfirmAction>[0]["question"];

/** Removes the sample, once that is confirmed. */
export function RemoveSampleButton({
  look,
  size,
}: {
  readonly look: "danger" | "quiet";
  readonly size: "small" | "normal";
}) {
  const remove = useChange("removeSampleData", { refreshes: sampleRefreshes, said: "Sample data removed." });
  const question: Question = {
    title: "Remove the sample data?",
    text: "Its devices are deleted with their readings, alarms and activity, and so are its group, template, rule chain, alert rules, chart and board. What you made yourself stays.",
    action: "Remove sample data",
    onConfirm: () => remove.mutateAsync({}),
  };
  return (
    <ConfirmButton look={look} size={size} question={question}>
      Remove sample data
    </ConfirmButton>
  );
}
