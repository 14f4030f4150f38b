import { useNavigate } from "@tanstack/react-router";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { refresh } from "../../api/queries.ts";
import { pinBoard } from "../../app/home-board.ts";
import { useSession } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { sampleRefreshes } from "./sample-refreshes.ts";
import { useSample } from "./use-sample.ts";

const lookEveryMs = 500;

/** Loads the sample data, and opens its board once the readings are there. Home shows it if nothing else is pinned. */
export function LoadSampleButton() {
  const navigate = useNavigate();
  const { data: sample } = useSample();
  const { home_board } = useSession().account;
  const load = useChange("loadSampleData", {
    refreshes: sampleRefreshes,
    onDone: () => {
      const page = window.location.pathname;
      void untilLoaded().then((board) => {
        if (board !== null && home_board.pinned === null)
          void pinBoard(board, { said: "The sample’s board is on your Home.", before: home_board });
        // Somebody who has gone elsewhere meanwhile stays there.
        if (board !== null && window.location.pathname === page)
          void navigate({ to: "/boards/$board", params: { board } });
      });
    },
  });
  const isLoading = load.isPending || sample?.state === "loading";
  const share = sample?.loaded_share ?? 0;
  return (
    <Button isBusy={isLoading} disabled={sample?.state === "removing"} onClick={() => load.mutate({})}>
      {isLoading ? `Loading… ${Math.floor(share * 100)} %` : "Load sample data"}
    </Button>
  );
}

/** Resolves to the board of the sample; null if the sample is removed meanwhile or cannot be asked for. */
async function untilLoaded(): Promise<string | null> {
  try {
    for (;;) {
      const { state, board } = await call("showSampleData", {});
      if (state !== "loading") {
        await refresh(...sampleRefreshes);
        return board;
      }
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  } catch {
    return null;
  }
}
