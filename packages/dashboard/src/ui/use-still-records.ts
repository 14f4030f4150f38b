import { useReducer, useRef, useState } from "react";
import { asListed, type HeldRecords, holdRecords, type Identified } from "./held-records.ts";
import { useHeldStill } from "./use-held-still.ts";

interface PagedRecords<Item> {
  readonly items: readonly Item[];
  readonly hasNextPage: boolean;
  /** Whether the items belong to the previous query. */
  readonly isPlaceholderData: boolean;
}

export interface StillRecords<Item> extends HeldRecords<Item> {
  readonly still: ReturnType<typeof useHeldStill>;
  /** Holds the list regardless of the pointer, for example while some items are selected. */
  readonly hold: (isAsked: boolean) => void;
  /** Shows new items and removes those that have left. */
  readonly release: () => void;
}

/** A list of records, the newest on top, that is held while somebody points at it or reads further down. */
export function useStillRecords<Item extends Identified, List extends PagedRecords<Item>>(
  list: List & PagedRecords<Item>,
  query: Readonly<Record<string, string | undefined>>,
): Omit<List, "items"> & StillRecords<Item> {
  const still = useHeldStill();
  const [isAsked, hold] = useState(false);
  const [, showNow] = useReducer((times: number) => times + 1, 0);
  // Only rows of the same query are held.
  const question = list.isPlaceholderData ? null : JSON.stringify(query);
  const last = useRef<{ question: string | null; items: readonly Item[] }>({ question: null, items: [] });
  const listed = { items: list.items, hasMore: list.hasNextPage };
  const isHeld = (still.isHeld || isAsked) && question !== null && last.current.question === question;
  const held = isHeld ? holdRecords(last.current.items, listed) : asListed(listed);
  last.current = { question, items: held.items };
  const release = () => {
    last.current = { question: null, items: [] };
    showNow();
  };
  return { ...list, ...held, still, hold, release };
}
