import { Link } from "@tanstack/react-router";
import { LayoutDashboard, Lock, Plus } from "lucide-react";
import { useCall } from "../../api/queries.ts";
import { useFilters } from "../../app/use-filters.ts";
import { useFlag } from "../../app/use-flag.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CardTd } from "../../ui/card-table.tsx";
import { Page } from "../../ui/page.tsx";
import { type Column, RecordTable } from "../../ui/record-table.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { ListState } from "../../ui/resource-section.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { BoardActions } from "./board-actions.tsx";
import type { ListedBoard } from "./model/board.ts";
import { NewBoardDialog } from "./new-board-dialog.tsx";

/** A search helps only in a long list. */
const searchFrom = 8;

/** The boards of the account and the person's own. */
export function BoardsPage() {
  const [{ search = "" }, change] = useFilters("search");
  const [isCreating, setIsCreating] = useFlag("new");
  const boards = useCall("listBoards", {});
  const all = boards.data?.items ?? [];
  const wanted = search.trim().toLowerCase();
  const shown = all.filter(({ name }) => name.toLowerCase().includes(wanted));
  const create = (
    <Button look="primary" icon={<Plus size={15} aria-hidden />} onClick={() => setIsCreating(true)}>
      New board
    </Button>
  );
  return (
    <Page title="Boards" help={{ guide: "boards" }} action={all.length > 0 && create}>
      <div className="flex flex-col gap-3">
        <p className="max-w-2xl text-sm text-muted">
          A board shows the latest values, charts and alarms that belong together, and updates live.
        </p>
        {(all.length >= searchFrom || search !== "") && (
          <SearchInput
            label="Search boards"
            value={search}
            onSearch={(text) => change({ search: text }, "typed")}
            className="w-72 max-sm:w-full"
          />
        )}
        <Card isFlush>
          <ListState
            list={boards}
            isEmpty={shown.length === 0}
            empty={
              wanted === "" ? (
                <EmptyState icon={<LayoutDashboard size={24} />} title="No boards yet" action={create}>
                  Put the values, charts and alarms you check every day on one page. Or open a device and
                  choose “Create board”.
                </EmptyState>
              ) : (
                <EmptyState title="No boards found">Try another name.</EmptyState>
              )
            }
          >
            <RecordTable
              label="Boards"
              items={shown}
              idOf={({ uuid }) => uuid}
              columns={columns}
              actions={(board) => (
                <CardTd isCorner>
                  <div className="flex justify-end">
                    <BoardActions board={board} isOpen={false} />
                  </div>
                </CardTd>
              )}
            />
          </ListState>
        </Card>
      </div>
      {isCreating && <NewBoardDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}

const columns: readonly Column<ListedBoard>[] = [
  {
    head: "Name",
    isWide: true,
    className: "w-full font-medium wrap-anywhere",
    cell: ({ uuid, name, owner }) => (
      <span className="flex items-center gap-2">
        <Link to="/boards/$board" params={{ board: uuid }} className="hover:underline">
          {name}
        </Link>
        {owner === "person" && (
          <Badge title="Only you can see this board">
            <Lock size={11} aria-hidden /> Only you
          </Badge>
        )}
      </span>
    ),
  },
  {
    head: "Changed",
    label: "Changed",
    className: "whitespace-nowrap text-muted",
    cell: ({ updated_at }) => <RelativeTime at={updated_at} />,
  },
];
