import { useChange } from "../../api/change.ts";
import { pinBoard } from "../../app/home-board.ts";
import { useSession } from "../../app/session.tsx";
import { type ConfirmAction, ConfirmButton } from "../../ui/confirm.tsx";
import { sampleRefreshes } from "./sample-refreshes.ts";
import { useSample } from "./use-sample.ts";

type Question = Parameters<typeof ConfirmAction>[0]["question"];

/** Removes the sample, once that is confirmed, and its board from Home. */
export function RemoveSampleButton({
  look,
  size,
}: {
  readonly look: "danger" | "quiet";
  readonly size: "small" | "normal";
}) {
  const { pinned } = useSession().account.home_board;
  const board = useSample().data?.board;
  const remove = useChange("removeSampleData", { refreshes: sampleRefreshes, said: "Sample data removed." });
  const question: Question = {
    title: "Remove the sample data?",
    text: "Its devices are deleted with their readings, alarms and activity, and so are its group, template, rule chain, alert rules, chart and board. What you made yourself stays.",
    action: "Remove sample data",
    onConfirm: async () => {
      await remove.mutateAsync({});
      if (pinned !== null && pinned === board)
        await pinBoard(null, { said: "Home shows the overview again." });
    },
  };
  return (
    <ConfirmButton look={look} size={size} question={question}>
      Remove sample data
    </ConfirmButton>
  );
}
