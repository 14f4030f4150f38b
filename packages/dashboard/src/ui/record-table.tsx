import type { Key, ReactNode } from "react";
import { CardTable, CardTd, CardTr } from "./card-table.tsx";
import { cx } from "./class-names.ts";
import { SelectBox, type Selection } from "./selection.tsx";

/** One column of the table. */
export interface Column<Item> {
  readonly head: string;
  /** Gets its own line on a phone. */
  readonly isWide?: boolean;
  /** Shown before the cell on a phone, where there is no heading. */
  readonly label?: string | ((item: Item) => string | undefined);
  readonly className?: string | ((item: Item) => string);
  /** An empty cell takes no room on a phone. */
  readonly cell: (item: Item) => ReactNode;
}

/** How rows are selected for actions on several of them. */
export interface Choosing<Item, Id> {
  readonly selection: Selection<Id>;
  readonly isChoosable: (item: Item) => boolean;
  readonly labelOf: (item: Item) => string;
  readonly allLabel: string;
}

export interface RecordTableProps<Item, Id extends Key> {
  readonly label: string;
  /** Whether the rows are cards in narrow windows of a computer as well. */
  readonly hasManyColumns?: boolean;
  readonly items: readonly Item[];
  readonly idOf: (item: Item) => Id;
  readonly columns: readonly Column<Item>[];
  readonly choosing?: Choosing<Item, Id> | false;
  /** The cell with the actions on one item. */
  readonly actions?: ((item: Item) => ReactNode) | false;
  /** Whether a row is faint, because it is kept only so that nothing moves. */
  readonly isFaint?: (item: Item) => boolean;
}

/** Items of one kind, one per row. Without `choosing` or `actions`, these columns are left out. */
export function RecordTable<Item, Id extends Key>({
  label,
  hasManyColumns = false,
  items,
  idOf,
  columns,
  choosing = false,
  actions = false,
  isFaint = () => false,
}: RecordTableProps<Item, Id>) {
  return (
    <CardTable
      label={label}
      hasManyColumns={hasManyColumns}
      heads={[
        ...(choosing ? [["choose", chooseAll(items, choosing)] as const] : []),
        ...columns.map(({ head }) => [head, head] as const),
        ...(actions ? [["actions", hidden("Actions")] as const] : []),
      ]}
    >
      {items.map((item) => (
        <CardTr key={idOf(item)} className={isFaint(item) ? "opacity-60" : ""}>
          {choosing && (
            <CardTd className="w-px as-cards:w-auto">
              {choosing.isChoosable(item) && choose(item, idOf(item), choosing)}
            </CardTd>
          )}
          {columns.map(({ head, isWide = false, label: said, className, cell }) => (
            <CardTd
              key={head}
              isWide={isWide}
              label={textFor(item, said)}
              className={textFor(item, className)}
            >
              {cell(item)}
            </CardTd>
          ))}
          {actions ? actions(item) : null}
        </CardTr>
      ))}
    </CardTable>
  );
}

function textFor<Item>(
  item: Item,
  text: string | ((item: Item) => string | undefined) | undefined,
): string | undefined {
  return typeof text === "function" ? text(item) : text;
}

function hidden(text: string): ReactNode {
  return <span className="sr-only">{text}</span>;
}

function chooseAll<Item, Id>(
  items: readonly Item[],
  { selection, isChoosable, allLabel }: Choosing<Item, Id>,
): ReactNode {
  if (!items.some(isChoosable)) return hidden("Select");
  return (
    <SelectBox
      label={allLabel}
      isOn={selection.isAll}
      isPartly={selection.ids.length > 0}
      onToggle={selection.toggleAll}
    />
  );
}

function choose<Item, Id>(item: Item, id: Id, { selection, labelOf }: Choosing<Item, Id>): ReactNode {
  return (
    <SelectBox
      label={labelOf(item)}
      isOn={selection.has(id)}
      onToggle={(isRange) => selection.toggle(id, isRange)}
    />
  );
}

/** The text of a row that opens its details. */
export function OpenRecord({
  className,
  onOpen,
  children,
}: {
  readonly className?: string;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      title="Show details"
      data-row-action="open"
      className={cx("text-left font-medium hover:underline", className)}
      onClick={onOpen}
    >
      {children}
    </button>
  );
}
