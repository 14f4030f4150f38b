import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useChange } from "../../../api/change.ts";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/problem.ts";
import { useCall } from "../../../api/queries.ts";
import type { CallAnswer } from "../../../api/route-types.ts";
import { useMay } from "../../../app/session.tsx";
import type { Question } from "../../../ui/confirm.tsx";
import { toast } from "../../../ui/toast.tsx";
import { searchOf } from "./chart-definition.ts";

export type ListedChart = CallAnswer<"listCharts">["items"][number];

export type SavedChart = CallAnswer<"showChart">;

/** The saved charts, the one that the link opened, and what can be done with them. */
export function useSavedCharts() {
  const { saved } = useSearch({ strict: false });
  // Undefined in Charts.
  const { device: page } = useParams({ strict: false });
  const navigate = useNavigate();
  const list = useCall("listCharts", {}, { staleTime: 30_000 });
  const opened = list.data?.items.find(({ uuid }) => uuid === saved) ?? null;
  const show = (uuid: string | undefined) =>
    void navigate({
      to: ".",
      replace: true,
      resetScroll: false,
      search: (before: object) => ({ ...before, saved: uuid }),
    });
  const open = async ({ uuid, device }: ListedChart) => {
    try {
      const { definition } = await call("showChart", { params: { chart: uuid } });
      if (page === undefined) {
        void navigate({ to: "/charts", search: searchOf(uuid, definition, null) });
        return;
      }
      void navigate({
        to: "/devices/$device/charts",
        params: { device },
        search: searchOf(uuid, definition),
      });
    } catch (error) {
      toast(messageOf(error), "bad");
    }
  };
  const update = useChange("updateChart", {
    refreshes: ["listCharts"],
    said: ({ name }) => `${name} was saved.`,
  });
  const remove = useChange("deleteChart", {
    refreshes: ["listCharts"],
    said: "The saved chart was deleted.",
  });
  const questionBefore = (
    { uuid, name }: Pick<ListedChart, "uuid" | "name">,
    onDeleted = () => {
      if (uuid === saved) show(undefined);
    },
  ): Question => ({
    title: `Delete ${name}?`,
    text: "The saved chart is deleted. Its readings stay.",
    action: "Delete chart",
    onConfirm: () => remove.mutateAsync({ params: { chart: uuid } }).then(onDeleted),
  });
  const mayEdit = useMay("editor");
  const mayChange = ({ owner }: Pick<ListedChart, "owner">) => owner === "person" || mayEdit;
  return { list, opened, open, show, update, questionBefore, mayChange };
}
