import { useEffect, useState } from "react";
import { messageOf, unreachable } from "../../api/problem.ts";
import { lazyPart, type MissingProps } from "../../ui/lazy-part.tsx";
import { toast } from "../../ui/toast.tsx";
import type { ColumnsMenuProps } from "./columns-menu.tsx";
import { ColumnsTrigger } from "./columns-trigger.tsx";

const ColumnsMenu = lazyPart<ColumnsMenuProps>(
  async () => (await import("./columns-menu.tsx")).ColumnsMenu,
  LoadingMenu,
);

/** Opens the menu of columns. Its part of the page is loaded with the first click, because few people need it. */
export function ColumnsButton(props: ColumnsMenuProps) {
  const [isAsked, setAsked] = useState(false);
  return isAsked ? <ColumnsMenu {...props} /> : <ColumnsTrigger onClick={() => setAsked(true)} />;
}

function LoadingMenu({ load, onLoaded }: MissingProps) {
  const look = async () => {
    if (await load()) onLoaded();
    else toast(messageOf(unreachable()), "bad");
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it loads by itself only once, when it is first shown.
  useEffect(() => void look(), []);
  return <ColumnsTrigger onClick={() => void look()} />;
}
