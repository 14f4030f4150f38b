import { useState } from "react";
import { useLive } from "../../api/live.ts";
import { refresh, useCall } from "../../api/queries.ts";
import { useMay, useSession } from "../../app/session.tsx";
import { cx } from "../../ui/class-names.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { useIsNarrow } from "../../ui/use-is-narrow.ts";
import { LazySampleNote } from "../sample/lazy-sample-note.tsx";
import { AttentionCard } from "./attention-card.tsx";
import { HomeBoardPart } from "./home-board.tsx";
import { HomeFigures } from "./home-figures.tsx";
import { useAttention } from "./use-attention.ts";
import { type DeviceCounts, useCounts, useHealthFollowsLive } from "./use-health.ts";
import { type LoadedHomeBoard, useHomeBoard } from "./use-home-board.ts";

// Only new accounts need it.
const FirstRun = lazyPart(async () => (await import("./first-run.tsx")).FirstRun);

const refreshMs = 15_000;

/** Shows the person's values, and what needs attention. Until the first reading: how to send one. */
export function HomePage() {
  const counts = useCall("countDevices", {}, { refetchInterval: refreshMs });
  // Asked for at once, because values are what people open Home for.
  const board = useHomeBoard();
  return (
    <Page title="Home" isWide>
      <Loaded result={counts} shape="card" what="Loading">
        {(known) => (
          <>
            {known.sample > 0 && <LazySampleNote />}
            <Home counts={known} board={board} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface HomeProps {
  readonly counts: DeviceCounts;
  readonly board: LoadedHomeBoard;
}

function Home({ counts, board }: HomeProps) {
  const { pinned } = useSession().account.home_board;
  const isNew = pinned === null && counts.online + counts.offline + counts.disabled === 0;
  // A person who has just sent the first reading sees it arrive, and continues when they like.
  const [isGuided, setIsGuided] = useState(isNew);
  useLive("device", () => {
    if (isNew) void refresh("countDevices");
  });
  const mayEdit = useMay("editor");
  if (isGuided && (isNew || mayEdit)) return <FirstRun hasSent={!isNew} onDone={() => setIsGuided(false)} />;
  return <Values counts={counts} board={board} />;
}

function Values({ counts, board }: HomeProps) {
  useHealthFollowsLive();
  const waiting = useCounts().data;
  const isBoardLoading = board.data === undefined && !board.isError;
  // Its many requests come after those for values.
  const attention = useAttention(counts, waiting, { isOn: !isBoardLoading });
  // On a phone, the board is below what needs attention, and would move when that is known.
  const isBelow = useIsNarrow();
  return (
    <div className="flex flex-col gap-4">
      <HomeFigures counts={counts} alarms={waiting?.alarms} />
      <div className="grid items-start gap-4 max-md:flex max-md:flex-col max-md:items-stretch xl:grid-cols-[minmax(0,1fr)_20rem]">
        <HomeBoardPart result={board} isHeld={isBelow && attention === undefined} />
        <AttentionCard
          attention={attention}
          // On a tablet it is below the board, and would move when that is known.
          className={cx("max-md:order-first", isBoardLoading && "md:max-xl:hidden")}
        />
      </div>
    </div>
  );
}
