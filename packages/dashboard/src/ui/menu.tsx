import { cloneElement, type KeyboardEvent, type MouseEvent, useState } from "react";
import { lazyPart, type MissingProps } from "./lazy-part.tsx";
import type { MenuProps, OpenedMenuProps } from "./overlay/menu-list.tsx";
import { SilentLoading } from "./silent-loading.tsx";

export type { MenuEntry } from "./overlay/menu-list.tsx";

const LazyMenuList = lazyPart<OpenedMenuProps>(
  async () => (await import("./overlay/menu-list.tsx")).MenuList,
  LoadingList,
);

/** A button that opens a short list of actions. The list is loaded once a menu is opened, because no page starts with one. */
export function Menu(props: MenuProps) {
  const [opened, setOpened] = useState<"by pointer" | "by key" | null>(null);
  if (opened !== null)
    return <LazyMenuList {...props} isByKey={opened === "by key"} onClose={() => setOpened(null)} />;
  return cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: ({ detail: clicks }: MouseEvent) => setOpened(clicks === 0 ? "by key" : "by pointer"),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      setOpened("by key");
    },
  });
}

function LoadingList(missing: MissingProps<OpenedMenuProps>) {
  return (
    <>
      {missing.props.trigger}
      <SilentLoading {...missing} />
    </>
  );
}

export const loadMenus = LazyMenuList.load;
