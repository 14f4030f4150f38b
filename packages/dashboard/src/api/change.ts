import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import { toast } from "../ui/toast.tsx";
import { call } from "./client.ts";
import { messageOf } from "./problem.ts";
import { refresh } from "./queries.ts";
import type { CallAnswer, CallInput, RouteName } from "./route-types.ts";

interface ChangeOptions<Name extends RouteName> {
  /** Other routes whose answers have changed too. */
  readonly refreshes?: readonly RouteName[];
  readonly onDone?: (answer: CallAnswer<Name>, input: CallInput<Name>) => void;
  /** Shown once the change is done. */
  readonly said?: string | ((answer: CallAnswer<Name>, input: CallInput<Name>) => string);
  /** Reverts the change. Offered while `said` is shown; null if the change cannot be reverted. */
  readonly undo?: (answer: CallAnswer<Name>, input: CallInput<Name>) => (() => Promise<unknown>) | null;
  /** Whether the form shows errors itself. */
  readonly quiet?: boolean;
}

/** A call that changes something. Errors appear in a toast, unless a form shows them. */
export function useChange<Name extends RouteName>(
  name: Name,
  { refreshes = [], onDone, said, undo, quiet = false }: ChangeOptions<Name> = {},
): UseMutationResult<CallAnswer<Name>, Error, CallInput<Name>> {
  return useMutation({
    mutationKey: [name],
    mutationFn: (input: CallInput<Name>) =>
      call(...([name, input] as unknown as Parameters<typeof call<Name>>)),
    onSuccess: (answer, input) => {
      void refresh(...refreshes);
      if (said !== undefined) {
        const back = undo?.(answer, input) ?? null;
        toast(
          typeof said === "string" ? said : said(answer, input),
          "ok",
          back === null ? undefined : () => void takeBack(back, refreshes),
        );
      }
      onDone?.(answer, input);
    },
    onError: (error) => {
      if (!quiet) toast(messageOf(error), "bad");
    },
  });
}

/** Reverts a change, and says whether that worked. */
export async function takeBack(back: () => Promise<unknown>, refreshes: readonly RouteName[]): Promise<void> {
  try {
    await back();
    toast("Undone.");
  } catch (error) {
    toast(`Couldn’t undo that. ${messageOf(error)}`, "bad");
  } finally {
    void refresh(...refreshes);
  }
}
